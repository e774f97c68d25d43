"""The paper that charts are drawn on: what is drawn is there, in its colour, and opens as a picture."""

from io import BytesIO

from PIL import Image

from pbem.render.raster import Paper

WHITE = (255, 255, 255)


def opened(paper: Paper) -> Image.Image:
    return Image.open(BytesIO(paper.png())).convert("RGB")


def test_a_line_goes_through_its_points_and_nowhere_else() -> None:
    paper = Paper(60, 40)
    paper.line([(5, 35), (30, 10), (55, 10)], "#b3261e", 3)
    picture = opened(paper)
    assert picture.size == (60, 40)
    for x, y in ((5, 35), (17, 22), (30, 10), (42, 10), (54, 10)):
        assert picture.getpixel((x, y)) == (0xB3, 0x26, 0x1E), (x, y)
    for x, y in ((5, 30), (17, 28), (42, 14), (59, 10), (0, 39)):
        assert picture.getpixel((x, y)) == WHITE, (x, y)


def test_what_leaves_the_paper_is_cut_off() -> None:
    paper = Paper(20, 20)
    paper.line([(-50, 10), (50, 10)], "#000000", 2)
    paper.disc((20, 20), 6, "#1d7440")
    assert opened(paper).getpixel((19, 19)) == (0x1D, 0x74, 0x40)
    assert opened(paper).getpixel((0, 10)) == (0, 0, 0)


def test_every_number_looks_different() -> None:
    drawn = set()
    for number in (*range(10), 10, 17, 71):
        paper = Paper(40, 20)
        paper.number(number, (20, 10), "#000000")
        drawn.add(paper.png())
    assert len(drawn) == 13


def test_pens_keep_their_colours_however_many_cross() -> None:
    paper, pens = Paper(200, 200), [f"#{40 * red:02x}{60 * blue:02x}9a" for red in range(5) for blue in range(4)]
    for index, pen in enumerate(pens):
        paper.line([(0, 10 * index), (200, 195 - 10 * index)], pen, 3)
        paper.line([(10 * index, 0), (195 - 10 * index, 200)], pen, 1.5)
    for index, pen in enumerate(pens):
        paper.disc((190, 10 * index + 5), 4, pen)
    picture = opened(paper)
    for index, pen in enumerate(pens):
        assert picture.getpixel((190, 10 * index + 5)) == tuple(bytes.fromhex(pen[1:])), pen
