"""HTTP routes for the chat page's files and message attachments."""

from __future__ import annotations

from pathlib import Path

from aiohttp import web

from local_discord.api import Handler
from local_discord.state import State
from local_discord.validation.emojis import image_type

PAGE = Path(__file__).parent / "page"
NOT_SNIFFED = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' {attachments}; "
    "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""The page's Content-Security-Policy. Attachments have another origin where it is "localhost"."""

FILE_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"
"""The Content-Security-Policy of attachments, which anybody may have made: nothing runs in one."""

_NOTHING_RUNS = {**NOT_SNIFFED, "Content-Security-Policy": FILE_POLICY}


WHERE_IT_IS = "Open the whole address that was printed at the start, with its last part."


def add_page_routes(
    app: web.Application, state: State, token: str, socket: Handler, *, gateway: Handler
) -> None:
    """Add the routes of the page, its files, its websocket and attachments.

    Args:
        app: what serves them.
        state: the attachments.
        token: what the paths of the page begin with, which nobody can guess.
        socket: serves the page's websocket.
        gateway: serves a websocket without any path.
    """

    async def index(_: web.Request) -> web.StreamResponse:
        return _file("index.html", state.base_url)

    async def file(request: web.Request) -> web.StreamResponse:
        return _file(request.match_info["name"], state.base_url)

    async def attachment(request: web.Request) -> web.StreamResponse:
        channel_id, attachment_id = request.match_info["channel"], request.match_info["attachment"]
        found = state.attachment(int(channel_id), int(attachment_id))
        if found is None or found.filename != request.match_info["filename"]:
            raise _not_found("No such file, or its message was deleted.")
        is_picture = found.width is not None and found.content_type.startswith("image/")
        disposition = "inline" if is_picture else "attachment"
        return web.Response(
            body=found.content,
            headers={
                **NOT_SNIFFED,
                "Content-Security-Policy": FILE_POLICY,
                "Content-Type": found.content_type,
                "Content-Disposition": f'{disposition}; filename="{found.filename}"',
                "Cache-Control": "private, max-age=3600",
            },
        )

    async def emoji(request: web.Request) -> web.StreamResponse:
        found = state.emojis.get(int(request.match_info["emoji"]))
        if found is None or not found.image:
            # An error would be a line in the console of whoever sees the name instead.
            return web.Response(status=204, headers=_NOTHING_RUNS)
        headers = {**_NOTHING_RUNS, "Content-Type": image_type(found.image)}
        return web.Response(body=found.image, headers=headers)

    async def avatar(request: web.Request) -> web.StreamResponse:
        key = int(request.match_info["user"]), request.match_info["name"]
        if key not in state.avatars:
            raise _not_found("No such avatar.")
        return web.Response(
            body=state.avatars[key], headers=_NOTHING_RUNS, content_type="image/png"
        )

    async def elsewhere(request: web.Request) -> web.StreamResponse:
        if request.path == "/" and request.headers.get("Upgrade", "").lower() == "websocket":
            return await gateway(request)
        raise web.HTTPForbidden(text=WHERE_IT_IS, headers=_NOTHING_RUNS)

    app.router.add_get(f"/{token}/", index)
    app.router.add_get(f"/{token}/page/ws", socket)
    app.router.add_get(f"/{token}/page/{{name}}", file)
    app.router.add_get("/", elsewhere)
    app.router.add_get("/{token}/", elsewhere)
    app.router.add_get(r"/emojis/{emoji:\d{1,20}}", emoji)
    app.router.add_get(r"/avatars/{user:\d{1,20}}/{name:[0-9a-f]{32}}.png", avatar)
    app.router.add_get(
        r"/attachments/{channel:\d{1,20}}/{attachment:\d{1,20}}/{filename}", attachment
    )


def _file(name: str, attachments: str) -> web.StreamResponse:
    """A file of the page, whose attachments are at that origin."""
    known = {path.name: path for path in PAGE.iterdir()} if PAGE.is_dir() else {}
    path = known.get(name)
    if path is None or not path.is_file():
        raise _not_found(f"The chat page has no file {name}.")
    policy = PAGE_POLICY.format(attachments=attachments)
    return web.FileResponse(
        path,
        headers={**NOT_SNIFFED, "Content-Security-Policy": policy, "Cache-Control": "no-cache"},
    )


def _not_found(text: str) -> web.HTTPNotFound:
    return web.HTTPNotFound(text=text, headers=_NOTHING_RUNS)
