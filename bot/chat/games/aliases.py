"""Other names of games, as books and other programs call them."""

from __future__ import annotations

from typing import Final

from bot.i18n import N_

ALIASES: Final = {
    "klondike": N_(
        "Solitaire, Patience, Classic Solitaire, Solitaire Classic, Windows Solitaire, Microsoft "
        "Solitaire, Google Solitaire, Regular Solitaire, Standard Solitaire, Traditional "
        "Solitaire, draw one, turn one, Klondike draw one, Klondike one"
    ),
    "klondike-3": N_("draw three, turn three, three cards, Solitaire three, Patience three"),
    "vegas": N_("Las Vegas, Vegas Solitaire, Vegas draw one"),
    "vegas-3": N_("Las Vegas draw three"),
    "double-klondike": N_("Double Solitaire, Klondike with two decks"),
    "spider": N_("Spider four suits, Spider four, Spider Solitaire"),
    "spider-1": N_("one suit, single suit"),
    "forty-thieves": N_("Napoleon at St Helena, Roosevelt at San Juan, Forty Robbers"),
    "freecell": N_("Free cells, Microsoft FreeCell"),
    "seahaven": N_("Sea Towers"),
    "penguin": N_("Penguins"),
    "scorpion": N_("Scorpions"),
    "wasp": N_("Wasps"),
    "canfield": N_("Demon, Devil"),
    "harp": N_("Harp Solitaire"),
    "la-belle-lucie": N_(
        "Lovely Lucy, Beautiful Lucy, Midnight Oil, Clover Leaf, Alexander the Great"
    ),
    "fan": N_("Fans"),
    "beleaguered-castle": N_("Sham Battle, Laying Siege, castle"),
    "king-albert": N_("Idiot's Delight"),
    "flower-garden": N_("Bouquet, garden"),
    "tri-peaks": N_("TriPeaks, Three Peaks, Triple Peaks, Tri Towers, peaks"),
    "black-hole": N_("Black Holes"),
    "pyramid": N_("Pyramid Solitaire, Solitaire 13, Pile of 28"),
    "russian": N_("Russian Patience"),
    "portuguese-solitaire": N_("Portuguese Patience"),
    "agnes-bernauer": N_("Agnes"),
    "sultan": N_("Sultan of Turkey, Emperor of Germany"),
    "aces-up": N_("Aces High, Firing Squad, Drivel, Idiot's Delight, Once in a Lifetime"),
    "monte-carlo": N_("Weddings, Double and Quits, Double or Quits"),
    "nestor": N_("Matrimony"),
    "elevens": N_("Eleven"),
    "gaps": N_("Montana, Spaces, Vacancies"),
    "accordion": N_("The Idle Year, Tower of Babel, Methuselah"),
    "carpet": N_("Rug"),
    "crescent": N_("Crescent Moon"),
    "duchess": N_("Glencoe"),
    "calculation": N_("Broken Intervals, Hopscotch, Progression"),
    "osmosis": N_("Treasure Trove"),
    "clock": N_("Travellers, Sundial, Four of a Kind, Clock Patience"),
    "grandfathers-clock": N_("Grandfather Clock"),
    "chinaman": N_("Chinaman Solitaire"),
}
"""Other names of games, separated by commas; translations may have more of them, or fewer."""

RELATIVES: Final = {
    "pyramid": "Tut's Tomb, King Tut",
    "la-belle-lucie": "Trefoil, Shamrocks",
    "beleaguered-castle": "Citadel",
    "fortress": "Chessboard",
    "cruel": "Perseverance, Ripple Fan",
    "gaps": "Addiction, Blue Moon, Maze",
    "calculation": "Sir Tommy, Old Patience, Auld Lang Syne",
    "miss-milligan": "Giant",
    "house-in-the-wood": "Intelligence",
    "spider": "Black Widow, Spiderwort, Tarantula",
    "nestor": "Vertical, Fourteen, Fourteens, Fourteen Out",
    "elevens": "Tens, Fifteens",
    "forty-thieves": "Interchange, Congress, Red and Black",
    "grandfathers-clock": "Big Ben",
    "double-klondike": "Batsford",
}
"""Names of games that are not here, by the one most like them, which is asked about."""
