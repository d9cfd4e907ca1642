"""OAuth2: codes for tokens, and what a token is good for; and the instances of the Activity."""

from __future__ import annotations

import base64
import binascii

from aiohttp import web

from local_discord.api import Api, Handler, json_response, path_id
from local_discord.errors import OAuth2Error, not_found, unauthorized
from local_discord.fixtures import APPLICATION_ID
from local_discord.payload import Payload
from local_discord.rest.application import application_object


def routes(api: Api) -> list[tuple[str, str, Handler]]:
    """Method, path template and handler of each route."""

    async def token(request: web.Request) -> web.Response:
        form = {name: str(value) for name, value in (await request.post()).items()}
        client_id, secret = _credentials(request, form)
        if not api.grants.is_application(client_id, secret):
            raise OAuth2Error(401, "invalid_client", "")
        match form.get("grant_type"):
            case "authorization_code":
                grant = api.grants.trade(form.get("code", ""))
                if grant is None:
                    raise OAuth2Error(400, "invalid_grant", 'Invalid "code" in request.')
                return json_response(grant.payload())
            case "client_credentials":
                owner = next(iter(api.state.users.values()))
                scopes = tuple(form.get("scope", "identify").split())
                return json_response(api.grants.grant(owner, scopes).payload())
            case _:
                raise OAuth2Error(400, "unsupported_grant_type", "")

    async def authorization(request: web.Request) -> web.Response:
        grant = api.grant_of(request)
        if grant is None:
            raise unauthorized()
        application = application_object(api)
        body: Payload = {"application": application, "scopes": list(grant.scopes)}
        body |= {"expires": grant.expires.isoformat(), "user": grant.user.payload()}
        return json_response(body)

    async def instance(request: web.Request) -> web.Response:
        api.check_token(request)
        found = api.activities.get(request.match_info["instance_id"])
        if found is None or path_id(request, "application_id") != APPLICATION_ID:
            raise not_found()
        return json_response(found.payload())

    return [
        ("POST", "/oauth2/token", token),
        ("GET", "/oauth2/@me", authorization),
        ("GET", "/applications/{application_id}/activity-instances/{instance_id}", instance),
    ]


def _credentials(request: web.Request, form: dict[str, str]) -> tuple[str, str]:
    """The client's id and secret, which are in the form or in the header."""
    scheme, _, encoded = request.headers.get("Authorization", "").partition(" ")
    if scheme == "Basic":
        try:
            client_id, _, secret = base64.b64decode(encoded).decode().partition(":")
        except (binascii.Error, UnicodeDecodeError):
            raise OAuth2Error(401, "invalid_client", "") from None
        return client_id, secret
    return form.get("client_id", ""), form.get("client_secret", "")
