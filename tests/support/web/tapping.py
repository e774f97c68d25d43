"""Orders made on the page of a seat: by addresses and forms, or by taps in a browser."""

from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from engine import Buy, Order, Pass, Reserve, ReserveDeck, Take, order_text


def choice_of(order: Order) -> str:
    """The query of the page on which the order stands on a button."""
    match order:
        case Take(gems, back) if len(gems) == 2 and gems[0] == gems[1]:
            return urlencode([("pair", gems[0]), *(("back", each) for each in back)])
        case Take(gems, back):
            return urlencode([*(("take", each) for each in gems), *(("back", each) for each in back)])
        case Buy(card) | Reserve(card):
            return urlencode({"card": card})
        case ReserveDeck(level):
            return urlencode({"deck": level})
        case Pass():
            return ""


def tap_order(page: Page, order: Order) -> None:
    """Make the order as a person does, up to the button that says all of it, and press it."""
    match order:
        case Take(gems, back):
            ids = [f"pair-{gems[0]}"] if len(set(gems)) < len(gems) else [f"take-{each}" for each in gems]
            for each in ids:
                _tick(page, f"#{each}")
            _show(page)
            for number, colour in enumerate(back, 1):
                _tick(page, f"input[name=back][value={colour}]:not(:checked)")
                expect(page.locator("input[name=back]:checked")).to_have_count(number)
            if back:
                _show(page)
        case Buy(card) | Reserve(card):
            page.locator(f"a.card[href^='?card={card}#']").click()
        case ReserveDeck(level):
            page.locator(f"a.deck[href^='?deck={level}#']").click()
    _press(page, order_text(order))


def _tick(page: Page, box: str) -> None:
    """The box itself is unseen; its label is what is tapped."""
    page.locator("label", has=page.locator(box)).first.click()


def _show(page: Page) -> None:
    """Without script, what was ticked is shown by a button."""
    button = page.get_by_role("button", name="Show my choice")
    if button.is_visible():
        button.click()


def _press(page: Page, text: str) -> None:
    button = page.locator(f"button[name=order][value='{text}']")
    expect(button).to_have_count(1)
    expect(page.locator("#go")).not_to_have_attribute("aria-busy", "true")
    if not button.is_visible():
        page.get_by_text("Pay another way").click()
    button.click()
    expect(page.locator(".done")).to_contain_text("Your move was played.")
