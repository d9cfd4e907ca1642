"""What all tables are made of: their names' convention, moments, durations, partial indexes."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Final

from sqlalchemy import BigInteger, Dialect, Index, MetaData, TypeDecorator, text

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)


class Moment(TypeDecorator[datetime]):
    """A point in time: stored as milliseconds since 1970, read as an aware UTC datetime."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Turn an aware datetime into milliseconds."""
        return None if value is None else (value - _EPOCH) // _MILLISECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        """Turn milliseconds into a UTC datetime."""
        return None if value is None else _EPOCH + value * _MILLISECOND


class Span(TypeDecorator[timedelta]):
    """A duration: stored as milliseconds, read as a timedelta."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: timedelta | None, dialect: Dialect) -> int | None:
        """Turn a timedelta into milliseconds."""
        return None if value is None else value // _MILLISECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> timedelta | None:
        """Turn milliseconds into a timedelta."""
        return None if value is None else value * _MILLISECOND


class Midnight(TypeDecorator[date]):
    """A day: stored as the moment at which it begins in UTC, as :class:`Moment`."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: date | None, dialect: Dialect) -> int | None:
        """Turn a day into milliseconds."""
        return None if value is None else (value - _EPOCH.date()) // _MILLISECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> date | None:
        """Turn milliseconds into a day."""
        return None if value is None else (_EPOCH + value * _MILLISECOND).date()


metadata: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


def index_where(condition: str, name: str | None, *columns: str, unique: bool = False) -> Index:
    """An index of the rows that meet a condition, in either kind of database."""
    where = text(condition)
    return Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)
