"""The page: one file, made of the modules and the style sheet in :file:`page/`.

It is a single inline module, allowed by its hash. So it takes one request, and it runs where a page
may load no other scripts, as in some of Discord's frames: its proxy allows inline ones by a nonce.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import Final

from bot.i18n import _, use_locale

_MODULES: Final = ("host", "socket", "moves", "board", "drag", "keys", "cascade", "lesson", "main")
"""In the order in which they need each other."""
_IMPORT: Final = re.compile(r"^import .*;\n", re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ", re.MULTILINE)
_COMMENT: Final = re.compile(r"^\s*(?://[^\n]*|/\*.*?\*/)\n", re.MULTILINE | re.DOTALL)
_INDENT: Final = re.compile(r"^\s+|\s+$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Page:
    """A page and what its policy must allow.

    Attributes:
        html: the file.
        script: the source of scripts that is its own.
    """

    html: bytes
    script: str


def closed_texts() -> dict[str, str]:
    """What is said while there is no connection, by why there is none, in the current language."""
    return {
        "away": _("Connection lost. Your game is safe; waiting for Patience …"),
        "over": _("This table is closed. Press “Table” under your board to open it again."),
        "many": _("This table is open in too many windows. Close one, and reload this page."),
        "old": _("Patience has a newer page than this one. Reload it in a minute."),
    }


@cache
def page(language: str, application: str = "") -> Page:
    """The page as it is served to whoever reads a language.

    Args:
        application: the id by which Discord knows it as an Activity; empty if it is none.
    """
    folder = files("bot.web") / "page"
    html, css = (
        (folder / name).read_text(encoding="utf-8") for name in ("table.html", "table.css")
    )
    styles = _INDENT.sub("", _COMMENT.sub("", css))
    modules = [_scoped((folder / f"{name}.js").read_text(encoding="utf-8")) for name in _MODULES]
    script = "\n".join(
        [
            f"const styles = new CSSStyleSheet(); styles.replaceSync({json.dumps(styles)});",
            "document.adoptedStyleSheets = [styles];",
            *modules,
        ]
    )
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    with use_locale(language):
        closed = " ".join(f'data-{why}="{escape(said)}"' for why, said in closed_texts().items())
    for name, value in (("lang", language), ("application", application), ("closed", closed)):
        html = html.replace(f"{{{name}}}", value)
    body = html.replace("</body>", f'<script type="module">{script}</script>\n</body>')
    return Page(body.encode(), f"'sha256-{digest}'")


def _scoped(module: str) -> str:
    """A module in a block of its own, out of which only what it exports is seen."""
    names = re.findall(r"^export (?:async )?(?:class|function) (\w+)", module, re.MULTILINE)
    body = _EXPORT.sub("", _IMPORT.sub("", module))
    body = _INDENT.sub("", _COMMENT.sub("", body))
    if not names:
        return f"{{\n{body}\n}}"
    listed = ", ".join(names)
    return f"const {{ {listed} }} = (() => {{\n{body}\nreturn {{ {listed} }};\n}})();"
