"""The page that shows every picture of a mail."""

from benchmarks.pictures import gallery


def test_every_picture_stands_below_its_kind() -> None:
    page = gallery(["invite-seat-en-360-dark.png", "turn-en-360-dark.png", "turn-he-700-light.png"])
    assert page.index('id="invite-seat"') < page.index("invite-seat-en-360-dark.png") < page.index('id="turn"')
    assert page.index('id="turn"') < page.index("turn-en-360-dark.png") < page.index("turn-he-700-light.png")
