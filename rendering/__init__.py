"""Pictures of boards, replays, share cards and charts: a scene and a style in, a picture out.

>>> import engine
>>> picture = draw(engine.deal("saratoga", 42), theme="dark", suits=4)
>>> picture.width, picture.alt.split(".")[0]
(1100, 'Saratoga, deal 42')
"""

from __future__ import annotations

from rendering.board.picture import Picture, draw, draw_scene
from rendering.board.scene import InvalidScene, Scene, scene_of
from rendering.cards.card_design import Back, Deck, Indices
from rendering.style import InvalidStyle, Style
from rendering.theme import THEMES, UnknownTheme

__all__ = [
    "THEMES",
    "Back",
    "Deck",
    "Indices",
    "InvalidScene",
    "InvalidStyle",
    "Picture",
    "Scene",
    "Style",
    "UnknownTheme",
    "draw",
    "draw_scene",
    "scene_of",
]
