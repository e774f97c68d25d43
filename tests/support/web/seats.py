"""Somebody at the page of their seat, without a browser's script: they look, follow links, press buttons."""

from dataclasses import dataclass
from urllib.parse import urlencode

from lxml import html

from pbem.mail.tags import Claim, Purpose
from tests.support.web.asking import Answer, ask
from tests.support.web.showroom import Showroom

OWN = {"sec_fetch_site": "same-origin"}


@dataclass(frozen=True, slots=True)
class Seen:
    """A page as it was sent."""

    answer: Answer

    @property
    def tree(self) -> html.HtmlElement:
        return html.fromstring(self.answer.text)

    def texts(self, path: str) -> list[str]:
        """What stands in the elements that a path finds, in one line each."""
        return [" ".join(each.text_content().split()) for each in self.tree.xpath(path)]

    @property
    def title(self) -> str:
        return self.texts("//title")[0]

    @property
    def told(self) -> str:
        return " ".join(self.texts("//*[@id='told']"))

    @property
    def bar(self) -> str:
        return " ".join(self.texts("//*[@id='order']"))

    @property
    def orders(self) -> dict[str, str]:
        """What each button of the bar says, and the order that it sends."""
        buttons = self.tree.xpath("//form[@id='go']//button[@name='order']")
        return {each.get("aria-label") or " ".join(each.text_content().split()): each.get("value") for each in buttons}

    def hidden(self, name: str) -> str:
        (value,) = self.tree.xpath(f"//form[@id='go']//input[@name='{name}']/@value")
        return str(value)

    def boxes(self, name: str) -> dict[str, bool]:
        """Which of the boxes can be ticked or cleared."""
        boxes = self.tree.xpath(f"//input[@name='{name}' and @form='choose']")
        return {each.get("value"): each.get("disabled") is None for each in boxes}


@dataclass(slots=True)
class SeatPage:
    """The page of one player in one game."""

    room: Showroom
    player: int
    game: int = 1

    @property
    def tag(self) -> str:
        return self.room.tags.make(Purpose.PLAY, Claim(self.player, self.game, 0))

    @property
    def path(self) -> str:
        return f"/play/{self.tag}"

    async def look(self, query: str = "", **headers: str) -> Seen:
        return Seen(await ask(self.room.site, f"{self.path}?{query}", **headers))

    async def back(self, move: int) -> Seen:
        """The board after so many moves."""
        return Seen(await ask(self.room.site, f"{self.path}/moves/{move}"))

    async def send(self, seen: Seen, **fields: str) -> Answer:
        """Press a button of a page that was seen, however long ago."""
        given = {"turn": seen.hidden("turn"), "once": seen.hidden("once"), **fields}
        return await ask(self.room.site, self.path, "POST", urlencode(given), **OWN)

    async def order(self, query: str, number: int = 0) -> Answer:
        """Choose something, and press the button that says all of it."""
        seen = await self.look(query)
        return await self.send(seen, order=list(seen.orders.values())[number])
