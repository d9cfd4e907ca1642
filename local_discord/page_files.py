"""HTTP routes for the chat page's files and message attachments."""

from __future__ import annotations

from pathlib import Path

from aiohttp import web

from local_discord.state import State

PAGE = Path(__file__).parent / "page"
SECURITY_HEADERS = {"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY"}


def add_page_routes(app: web.Application, state: State) -> None:
    """Add the routes of the page, its files and attachments."""

    async def index(_: web.Request) -> web.StreamResponse:
        return _file("index.html")

    async def file(request: web.Request) -> web.StreamResponse:
        return _file(request.match_info["name"])

    async def attachment(request: web.Request) -> web.StreamResponse:
        channel_id, attachment_id = request.match_info["channel"], request.match_info["attachment"]
        found = state.attachment(int(channel_id), int(attachment_id))
        if found is None or found.filename != request.match_info["filename"]:
            raise web.HTTPNotFound(text="No such file, or its message was deleted.")
        disposition = "inline" if found.width is not None else "attachment"
        return web.Response(
            body=found.content,
            headers={
                **SECURITY_HEADERS,
                "Content-Type": found.content_type,
                "Content-Disposition": f'{disposition}; filename="{found.filename}"',
                "Cache-Control": "private, max-age=3600",
            },
        )

    app.router.add_get("/", index)
    app.router.add_get("/page/{name}", file)
    app.router.add_get(
        r"/attachments/{channel:\d{1,20}}/{attachment:\d{1,20}}/{filename}", attachment
    )


def _file(name: str) -> web.StreamResponse:
    known = {path.name: path for path in PAGE.iterdir()} if PAGE.is_dir() else {}
    path = known.get(name)
    if path is None or not path.is_file():
        raise web.HTTPNotFound(text=f"The chat page has no file {name}.")
    return web.FileResponse(path, headers={**SECURITY_HEADERS, "Cache-Control": "no-cache"})
