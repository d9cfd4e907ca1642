"""Alembic's environment; the caller provides the connection and its transaction."""

from __future__ import annotations

from alembic import context

from bot.store.database.columns import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    # Alembic assumes that SQLite cannot roll back schema changes.
    transactional_ddl=True,
    on_version_apply=context.config.attributes["on_version_apply"],
)
with context.begin_transaction():
    context.run_migrations()
