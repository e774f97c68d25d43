"""From a notice to a mail: text and HTML in the reader's language."""

from html import escape

from engine import COLOURS, legal_orders, order_text
from pbem.notices import Notice, Sheet
from pbem.render.links import Links
from pbem.render.rendered import Attachment, Rendered

__all__ = ["Attachment", "Links", "Rendered", "render"]


def render(notice: Notice, links: Links) -> Rendered:
    """Make a mail of a notice."""
    sheet = notice.sheet
    subject = f"Splendor #{sheet.game_id} · {', '.join(sheet.names)}" if sheet else "Splendor by mail"
    lines = ["##- Write your answer above this line -##", "", f"{notice.kind}"]
    for name in ("order", "code", "facts", "understood", "choices", "commitment"):
        if value := getattr(notice, name, None):
            lines.append(f"{name}: {value}")
    lines += _board(sheet) if sheet else []
    orders = [order_text(o) for o in legal_orders(sheet.view)] if sheet and sheet.my_turn else []
    text = "\n".join([*lines, *orders[:100], ""])
    tags = "".join(f'<p><a href="{escape(links.order(o))}">{escape(o)}</a></p>' for o in orders[:100])
    html = f"<!DOCTYPE html><html><body><pre>{escape(chr(10).join(lines))}</pre>{tags}</body></html>"
    record = getattr(notice, "record", None)
    files = (Attachment("record.txt", "text/plain; charset=utf-8", record.encode()),) if record else ()
    return Rendered(subject, text, html, files)


def _board(sheet: Sheet) -> list[str]:
    view = sheet.view
    counts = lambda tokens: " ".join(f"{c}={n}" for c, n in zip(COLOURS, tokens))  # noqa
    lines = [f"bank: {counts(view.bank)}", "nobles: " + " ".join(n.id for n in view.nobles)]
    for level, row in enumerate(view.table, 1):
        for column, card in enumerate(row, 1):
            if card:
                lines.append(f"{level}{column} {card.id} {card.bonus} {card.points} cost {counts(card.cost)}")
    for name, seat in zip(sheet.names, view.seats):
        lines.append(f"{name}: {seat.points} points; {counts(seat.tokens)}; bonuses {counts(seat.bonuses)}")
        lines += [f"  reserved {held.card.id if held.card else 'unseen'}" for held in seat.reserved]
    return lines
