"""Boards as people and other programs write them: from a text to the cards of each pile.

:func:`engine.board_text.parse_board` is the way in, and checks what is read here. A text goes
through these steps, a module each: ``characters`` writes every sign in one way; ``lines`` finds the
lines and what they are called, in the words of ``labels``; ``placing`` gives each line, and with
``rows`` and ``tables`` those without a name, its piles, ``faces`` reading the cards and
``foundations`` what is said of foundations; ``completing`` adds what follows from the rest.
``formats`` has the ways of writing that are no lines.
"""
