"""What Alembic runs for every command: the caller gives the connection and its transaction."""

from __future__ import annotations

from alembic import context

from bot.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    # SQLite rolls tables back as it does rows; Alembic has to be told.
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
