"""A cup as a drawing: everyone is in it, and lines lead from those who go on."""

from pbem.notices import BracketMatch, Rival
from pbem.web.bracket import bracket


def match(*names: str, games: int = 1) -> BracketMatch:
    """The first goes on."""
    return BracketMatch(tuple(Rival(name, "3", number == 0) for number, name in enumerate(names)), (games,))


def test_a_bracket_names_everyone_and_leads_them_on() -> None:
    drawn = bracket([[match("Anna", "Bo"), match("Cy", "<Di>")], [match("Anna", "Cy")]], "The cup")
    assert drawn.count("<rect") == 3
    assert drawn.count("<path") == 2
    assert "&lt;Di&gt;" in drawn
    assert 'aria-label="The cup"' in drawn


def test_the_final_stands_between_its_semi_finals() -> None:
    drawn = bracket([[match("Anna", "Bo"), match("Cy", "Di")], [match("Anna", "Cy")]], "")
    heights = [float(part.partition('"')[0]) for part in drawn.split("<rect x=")[1:] for part in [part.split('y="')[1]]]
    assert heights[0] < heights[2] < heights[1]


def test_those_who_meet_next_stand_next_to_each_other() -> None:
    first = [match("Anna"), match("Bo"), match("Cy", "Di"), match("Ed", "Flo")]
    drawn = bracket([first, [match("Anna", "Ed"), match("Bo", "Cy")], [match("Anna", "Bo")]], "")
    heights = {
        name: float(drawn.split(f">{name}<")[0].rpartition('y="')[2].partition('"')[0])
        for name in ("Anna", "Ed", "Bo", "Cy")
    }
    assert sorted(heights, key=heights.__getitem__) == ["Anna", "Ed", "Bo", "Cy"]


def test_nothing_is_drawn_of_no_round() -> None:
    assert bracket([], "") == ""
