"""What users have let the application know of them: codes, and the tokens they are traded for."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from local_discord.fixtures import APPLICATION_ID, User
from local_discord.payload import Payload

TOKEN_SECONDS = 604_800


@dataclass(frozen=True)
class Grant:
    """A token of a user for some scopes.

    Attributes:
        token: the access token.
        expires: when it is no longer good.
    """

    user: User
    scopes: tuple[str, ...]
    token: str
    expires: datetime

    def payload(self) -> Payload:
        """Discord's access token response."""
        return {
            "token_type": "Bearer",
            "access_token": self.token,
            "expires_in": TOKEN_SECONDS,
            "refresh_token": f"refresh-{self.token}",
            "scope": " ".join(self.scopes),
        }


class Grants:
    """The codes and tokens that are good.

    Args:
        secret: the application's client secret; None accepts any.

    Attributes:
        refusing: the ids of the users who do not agree when they are asked.
    """

    def __init__(self, secret: str | None) -> None:
        self.secret = secret
        self.refusing: set[int] = set()
        self._codes: dict[str, tuple[User, tuple[str, ...]]] = {}
        self._grants: dict[str, Grant] = {}

    def is_application(self, client_id: str, secret: str) -> bool:
        """Whether a request comes from the application."""
        return client_id == str(APPLICATION_ID) and bool(secret) and self.secret in (None, secret)

    def authorize(self, user: User, scopes: tuple[str, ...]) -> str:
        """A code, to be traded once."""
        code = secrets.token_urlsafe(24)
        self._codes[code] = (user, scopes)
        return code

    def trade(self, code: str) -> Grant | None:
        """The token for a code; None if the code was traded before, or never given."""
        authorized = self._codes.pop(code, None)
        return None if authorized is None else self.grant(*authorized)

    def grant(self, user: User, scopes: tuple[str, ...]) -> Grant:
        """A new token."""
        expires = datetime.now(UTC) + timedelta(seconds=TOKEN_SECONDS)
        grant = Grant(user, scopes, secrets.token_urlsafe(24), expires)
        self._grants[grant.token] = grant
        return grant

    def of(self, token: str) -> Grant | None:
        """The grant that a token stands for."""
        return self._grants.get(token)
