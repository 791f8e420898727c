"""Times as people give them: so long ago, or a day."""

import re
from datetime import datetime, timedelta, timezone

import click

AGO = re.compile(r"(\d{1,6})([smhd])")
UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


class Since(click.ParamType[str]):
    """An instant as the service reads it, from `30m`, `6h`, `2d`, a day or an instant."""

    name = "when"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The instant or day in the service's own form."""
        text = str(value)
        if ago := AGO.fullmatch(text):
            return instant(datetime.now(timezone.utc) - timedelta(**{UNITS[ago[2]]: int(ago[1])}))
        try:
            found = datetime.fromisoformat(text.replace("Z", "+00:00"))
        except ValueError:
            self.fail(f"{text!r} is neither 30m, 6h, 2d nor a day such as 2026-11-22", param, ctx)
        return text if len(text) == len("2026-11-22") else instant(found)


def instant(when: datetime) -> str:
    """An instant in UTC, to the second."""
    return when.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
