"""What is offered where a game is asked for, and the fields of forms that ask for one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from discord import ButtonStyle, SelectOption, ui
from discord.app_commands import Choice

from bot.chat.games.names import (
    BEST_KNOWN,
    MAX_SUGGESTED,
    SPIDERS,
    MatchKind,
    difficulty_words,
    fillers,
    find_games,
    joined_names,
    named_beside_difficulty,
    named_by,
    requested_difficulty,
    variants_of,
)
from bot.chat.games.traits import (
    NO_WIN_COUNTS,
    Length,
    WinCounts,
    asks_for_surprise,
    difficulty_of,
    explain_difficulty,
    guild_win_counts,
    length_of,
    read_traits,
)
from bot.chat.responding.components import button, row, select
from bot.chat.responding.forms import select_field, text_field
from bot.chat.responding.replies import (
    MAX_OPTION_TEXT,
    MAX_OPTIONS,
    Reply,
    Unclear,
    inline,
    message,
    quoted,
)
from bot.chat.responding.search import fuzzy_find, in_time, typed_words
from bot.i18n import _, translate
from bot.service.preferences import PreferenceService
from bot.wording.formatting import format_difficulty
from engine import CATALOGUE, HouseRules, known_rules
from engine.errors import excerpt
from engine.rules import Difficulty

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.chat.games.names import FoundGames
    from bot.chat.responding.components import Entries
    from bot.chat.responding.context import Interaction
    from bot.chat.responding.forms import Field
    from engine import Rules


@in_time
async def complete_game(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Autocomplete the name of a game; for use in a command's ``autocomplete``."""
    return (await _games(interaction, typed))[:MAX_OPTIONS]


async def _games(interaction: Interaction, typed: str) -> list[Choice[str]]:
    difficulty = requested_difficulty(typed, interaction.namespace.difficulty)
    wins = NO_WIN_COUNTS if difficulty is None else await guild_win_counts(interaction)
    own, listed = await interaction.client.services[PreferenceService].both(
        interaction.user.id, interaction.guild_id
    )
    house = _house_choices(typed, (*own.house_rules, *listed.house_rules))
    return [*house, *game_choices(typed, difficulty, wins)]


def _house_choices(typed: str, listed: Iterable[str]) -> list[Choice[str]]:
    """The house rules on a list that the typed text may mean."""
    found = [rules for rules_id in dict.fromkeys(listed) if (rules := known_rules(rules_id))]
    return fuzzy_find(
        typed, [((translate(one.name), one.id), _choice(one, NO_WIN_COUNTS)) for one in found]
    )


@in_time
async def complete_deal(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Autocomplete the name of a game, or of that and how hard a deal of it shall be."""
    games = await _games(interaction, typed)
    if interaction.namespace.difficulty or interaction.namespace.deal:
        return games[:MAX_OPTIONS]
    return [*graded_choices(typed), *games, *all_graded(typed)][:MAX_OPTIONS]


def graded_choices(typed: str) -> list[Choice[str]]:
    """Deals of the one game that is named, of each difficulty that may be meant beside it.

    >>> [choice.value for choice in graded_choices("klondike ha")]
    ['klondike hard', 'klondike expert']
    >>> graded_choices("klondike")
    []
    """
    rules, words = named_beside_difficulty(typed), typed_words(typed)
    wanted = {requested_difficulty(typed, None)}
    if rules is None and len(words) > 1 and "".join(words) not in joined_names():
        wanted = {one for word, one in difficulty_words().items() if word.startswith(words[-1])}
        rules = named_by(words[:-1]) if wanted else None
    if rules is None:
        return []
    return [_graded_choice(rules, grade) for grade in Difficulty if grade in wanted]


def all_graded(typed: str) -> list[Choice[str]]:
    """Deals of every difficulty of the one game that is named, without any."""
    words = typed_words(typed)
    is_name = not (read_traits(words) or requested_difficulty(typed, None))
    rules = named_by(words) if is_name else None
    return [] if rules is None else [_graded_choice(rules, grade) for grade in Difficulty]


def _graded_choice(rules: Rules, grade: Difficulty) -> Choice[str]:
    name = _(
        "{game} · {difficulty} deal",
        game=_(rules.title),
        difficulty=format_difficulty(grade),
    )
    return Choice(name=name[:MAX_OPTION_TEXT], value=f"{rules.id} {grade.name.lower()}")


def game_choices(
    typed: str, difficulty: Difficulty | None = None, wins: WinCounts = NO_WIN_COUNTS
) -> list[Choice[str]]:
    """The games that the typed text may mean, best match first; a few where it fits none."""
    if asks_for_surprise(typed):
        return [Choice(name=_("🎲 Surprise me"), value=typed)]
    found = find_games(typed, difficulty, wins)
    games = tuple(dict.fromkeys((*variants_of(typed, found).games, *found.games)))[:MAX_OPTIONS]
    is_unknown = found.kind is MatchKind.NONE
    if not is_unknown or all(word in fillers() for word in typed_words(typed)):
        return [_choice(rules, wins) for rules in games]
    text = _("No game is called “{text}”. How about:", text=excerpt(typed))
    no_game = Choice(name=text[:MAX_OPTION_TEXT], value=typed[:MAX_OPTION_TEXT])
    return [no_game, *(_choice(rules, wins) for rules in games[:MAX_SUGGESTED])]


def _choice(rules: Rules, wins: WinCounts) -> Choice[str]:
    # The name of the hardest Spider alone would be asked about.
    value = f"{rules.id} 4" if rules.id == SPIDERS[-1] else rules.id
    return Choice(name=_named(rules, wins), value=value)


def _named(rules: Rules, wins: WinCounts) -> str:
    """A game with how difficult it is."""
    return f"{translate(rules.name)} · {format_demands(rules, wins)}"[:MAX_OPTION_TEXT]


def format_demands(rules: Rules, wins: WinCounts = NO_WIN_COUNTS) -> str:
    """How difficult a game is, and how long it takes if that is unusual."""
    if isinstance(rules, HouseRules):
        return _("house rules")
    length = length_of(rules)
    difficulty = format_difficulty(difficulty_of(rules, wins))
    return difficulty if length is Length.AVERAGE else f"{difficulty} · {_(length.value)}"


def game_option(rules: Rules, wins: WinCounts = NO_WIN_COUNTS) -> SelectOption:
    """A game in a select: its title, how difficult it is, and what it is like."""
    return SelectOption(
        label=_named(rules, wins),
        value=rules.id,
        description=_(rules.summary),
    )


_MAX_DEAL: Final = 30
"""Characters of a typed deal that fit the id of a button."""
_CHOSEN: Final = "game"
_TYPED: Final = "other"
_BETWEEN: Final = re.compile(r"[,;\n](?![^()]*\))")
_MOST_PARTS: Final = 6
"""Into how many parts commas may divide a name: no name has more words."""


def game_fields(*, most: int = 1, entered: str = "") -> tuple[Field, Field]:
    """A menu of the games that people know, and a text for others.

    Args:
        entered: the game that was entered before, as its id or as it was typed.
    """
    options = [game_option(CATALOGUE[one]) for one in BEST_KNOWN[:MAX_OPTIONS]]
    if most == 1:
        chosen = next((one for one in options if one.value == entered), None)
        (chosen or options[0]).default = True
        known = known_rules(entered)
        typed = "" if chosen else translate(known.name) if known else entered
        return (
            select_field(_CHOSEN, _("Game"), options),
            text_field(
                _TYPED,
                _("Or another game"),
                placeholder=_("Its name, such as Carpet"),
                default=typed,
            ),
        )
    return (
        select_field(_CHOSEN, _("Games"), options, most=most),
        text_field(
            _TYPED, _("Or other games"), placeholder=_("Their names, with commas in between")
        ),
    )


def named_game(entries: Entries) -> str:
    """The game that was entered, by its id or as it was typed."""
    return " ".join(entries[_TYPED]).strip() or entries[_CHOSEN][0]


def named_games(entries: Entries) -> list[str]:
    """The games that were entered, by their ids or as they were typed."""
    typed = [name for text in entries[_TYPED] for name in listed_games(text)]
    return typed or [*entries[_CHOSEN]]


def listed_games(text: str) -> Iterator[str]:
    """The names in a list, of which some have a comma of their own.

    >>> list(listed_games("Golf, Spider, two suits"))
    ['Golf', 'Spider, two suits']
    >>> list(listed_games("Klondike (draw 2, 1 redeal), Golf"))
    ['Klondike (draw 2, 1 redeal)', 'Golf']
    """
    parts = [one.strip() for one in _BETWEEN.split(text) if one.strip()]
    words = ["".join(typed_words(one)) for one in parts]
    start = 0
    while start < len(parts):
        ends = range(min(start + _MOST_PARTS, len(parts)), start + 1, -1)
        known = (end for end in ends if "".join(words[start:end]) in joined_names())
        end = next(known, start + 1)
        yield ", ".join(parts[start:end])
        start = end


def choice_view(
    typed: str, found: FoundGames, wins: WinCounts = NO_WIN_COUNTS, *, deal: str | None = None
) -> Reply:
    """A question with a button for each game that may be meant.

    Args:
        deal: which deal was asked for, as it was typed.
    """
    kept = "" if deal is None else f":of:{' '.join(deal.replace(':', ' ').split())[:_MAX_DEAL]}"
    games = found.games[:MAX_SUGGESTED]
    name = inline(typed)
    lines = [_question(name, found), *(_line(rules, wins) for rules in games)]
    buttons = [
        button(f"deal:{rules.id}{kept}", translate(rules.name), style=ButtonStyle.primary)
        for rules in games
    ]
    return Reply(message(ui.TextDisplay("\n".join(lines)), row(*buttons)), private=True)


def game_meant(typed: str, route: str, *, among: Sequence[str] = ()) -> Rules:
    """The game that a text names exactly.

    Args:
        route: where the answer to the question goes, as the value of a select.
        among: all that were typed, which the question quotes, a line each.

    Raises:
        Unclear: it is asked which game is meant.
    """
    found = find_games(typed)
    if found.kind is MatchKind.ONE:
        return found.games[0]
    name = inline(typed)
    options = [game_option(rules) for rules in found.games[:MAX_OPTIONS]]
    menu = select(route, options, placeholder=_("Game"))
    block = [quoted("\n".join(" ".join(one.split()) for one in among))] if among else []
    text = ui.TextDisplay[ui.LayoutView]("\n".join((_question(name, found), *block)))
    raise Unclear(Reply(message(text, row(menu)), private=True))


def difficulty_notice(found: FoundGames, wins: WinCounts = NO_WIN_COUNTS) -> str:
    """The line that says which game was chosen for a difficulty; empty if none was asked for."""
    if found.difficulty is None:
        return ""
    return _(
        "{difficulty}: **{game}**. {meaning}",
        difficulty=format_difficulty(found.difficulty, capitalized=True),
        game=translate(found.games[0].name),
        meaning=explain_difficulty(found.games[0], wins),
    )


def grade_notice(rules: Rules, grade: Difficulty | None) -> str:
    """The line that says how hard a deal is among those of its game, if it was compared."""
    if grade is None:
        return _(
            "Deals of **{game}** could not be compared just now, so this is a random one.",
            game=translate(rules.name),
        )
    # The title of the board has the game.
    return _(
        "**{difficulty}** among deals that can be won.",
        difficulty=format_difficulty(grade, capitalized=True),
    )


def surprise_notice(rules: Rules, wins: WinCounts = NO_WIN_COUNTS) -> str:
    """The line that says which game was chosen for somebody who named none."""
    return f"🎲 **{translate(rules.name)}** · {format_demands(rules, wins)}"


def _question(typed: str, found: FoundGames) -> str:
    if found.by_traits:
        return _("“{text}”: how about one of these?", text=typed)
    if found.kind is MatchKind.SEVERAL:
        return _("Which game do you mean by “{text}”?", text=typed)
    if not typed:
        return _("Which game would you like to play?")
    if found.difficulty is None:
        return _("There is no game called “{text}” here. How about one of these?", text=typed)
    return _(
        "There is no “{text}” at the level “{difficulty}”. How about one of these?",
        text=typed,
        difficulty=format_difficulty(found.difficulty),
    )


def _line(rules: Rules, wins: WinCounts) -> str:
    return f"- {translate(rules.name)} · {format_demands(rules, wins)} · {_(rules.summary)}"
