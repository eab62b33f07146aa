"""The components of URLs."""

from __future__ import annotations


class Component(str):
    """A component of a URL: its text as written, which is a str, and where it is."""

    __slots__ = ("decoded", "name", "start")

    #: The octets that it stands for, with escapes decoded.
    decoded: bytes
    #: Its name in the RFC, such as "host" or "fsegment".
    name: str
    #: The offset at which it begins.
    start: int

    def __new__(cls, raw: str, name: str, start: int, decoded: bytes) -> Component:
        component = super().__new__(cls, raw)
        component.name = name
        component.start = start
        component.decoded = decoded
        return component

    def __getnewargs__(self) -> tuple[str, str, int, bytes]:  # type: ignore[override]
        return str(self), self.name, self.start, self.decoded

    @property
    def end(self) -> int:
        """The offset after it."""
        return self.start + len(self)

    @property
    def text(self) -> str | None:
        """The decoded octets as text; None if they are not UTF-8."""
        try:
            return self.decoded.decode()
        except UnicodeDecodeError:
            return None


Component.__module__ = "rfc1738"
