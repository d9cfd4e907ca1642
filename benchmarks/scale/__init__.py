"""A hundred thousand servers on several bot processes and one database, with one process killed."""
