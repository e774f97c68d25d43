"""An open page hears of every mail, until the stream is closed."""

from pbem.worlds.demo.mailbox import Arrivals


async def test_every_page_hears_of_a_mail_and_of_the_end() -> None:
    arrivals = Arrivals()
    pages = [arrivals.stream(), arrivals.stream()]
    for page in pages:
        assert "event: count\ndata: 0\n" in await anext(page)
    arrivals.announce(box="anna", words="Your turn\n\nevent: x")
    arrivals.close()
    for page in pages:
        rest = [part async for part in page]
        assert rest == ['data: {"box": "anna", "words": "Your turn\\n\\nevent: x"}\n\n']
    assert arrivals.count == 1
