"""What the doctor says of one thing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """How one thing is.

    Attributes:
        advice: what to do; "" if it is fine.
        hint: what may be done all the same.
    """

    subject: str
    state: str = ""
    advice: str = ""
    hint: str = ""

    def __str__(self) -> str:
        """A line for the operator.

        >>> print(Finding("disk", "3,000 MB free"))
        disk: fine (3,000 MB free)
        >>> print(Finding("disk", advice="free 100 MB."))
        disk: free 100 MB.
        >>> print(Finding("copies", "none", hint="write 7 into PATIENCE_BACKUPS."))
        copies: fine (none; a hint: write 7 into PATIENCE_BACKUPS.)
        """
        state = "; ".join(filter(None, (self.state, self.hint and f"a hint: {self.hint}")))
        fine = f"fine ({state})" if state else "fine"
        return f"{self.subject}: {self.advice or fine}"
