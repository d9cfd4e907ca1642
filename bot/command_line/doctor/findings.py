"""What the doctor says of one thing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """How one thing is.

    Attributes:
        advice: what to do; "" if it is fine.
    """

    subject: str
    state: str = ""
    advice: str = ""

    def __str__(self) -> str:
        """A line for the operator.

        >>> print(Finding("disk", "3,000 MB free"))
        disk: fine (3,000 MB free)
        >>> print(Finding("disk", advice="free 100 MB."))
        disk: free 100 MB.
        """
        fine = f"fine ({self.state})" if self.state else "fine"
        return f"{self.subject}: {self.advice or fine}"
