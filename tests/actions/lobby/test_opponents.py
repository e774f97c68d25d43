"""Computers to play with: by their names, easier, stronger, or at one's own strength."""

import pytest

from pbem.i18n.codes import LANGUAGES
from pbem.league.rating import SETTLED_GAMES, Pool
from pbem.model import RatingChange
from pbem.model.characters import level_of
from tests.support.lobby import Lobby, refusal

BY_NAME = {
    "en": "new 3 with Gusto and Fips",
    "da": "nyt spil 3 med Gusto og Fips",
    "is": "nýr leikur 3 með Gusto og Fips",
    "pl": "nowa gra 3 z Gusto i Fips",
    "he": "משחק חדש 3 עם Gusto ו Fips",
}
EASIER = {
    "en": "new 2 somebody easier",
    "da": "nyt spil 2 mod en lettere",
    "is": "nýr leikur 2 gegn einhverjum auðveldari",
    "pl": "nowa gra 2 z kimś łatwiejszym",
    "he": "משחק חדש 2 נגד מישהו קל יותר",
}
STRONGER = {
    "en": "new 2 against a stronger one",
    "da": "nyt spil 2 mod en stærkere",
    "is": "nýr leikur 2 gegn einhverjum sterkari",
    "pl": "nowa gra 2 z kimś silniejszym",
    "he": "משחק חדש 2 נגד מישהו חזק יותר",
}
EQUAL = {
    "en": "new 2 bot at my strength",
    "da": "nyt spil 2 bot på mit niveau",
    "is": "nýr leikur 2 vélmenni á mínu getustigi",
    "pl": "nowa gra 2 bot na moim poziomie",
    "he": "משחק חדש 2 בוט ברמה שלי",
}


def level(lobby: Lobby, number: int) -> int:
    """How strong the computer is that sits at a table of two."""
    bot = lobby.game(number).holders[1].bot
    assert bot
    return level_of(bot)


@pytest.mark.parametrize("language", LANGUAGES)
def test_computers_are_asked_by_their_names(lobby: Lobby, language: str) -> None:
    lobby.meet(lobby.people[0], BY_NAME[language])
    assert [holder.name for holder in lobby.game().holders] == ["Anna", "Gusto", "Fips"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_plays_in_a_style_is_asked_by_name_and_is_as_strong_as_a_level(lobby: Lobby, language: str) -> None:
    lobby.meet(lobby.people[0], BY_NAME[language].replace("Gusto", "Greta").replace("Fips", "Otto"))
    assert [holder.name for holder in lobby.game().holders] == ["Anna", "Greta", "Otto"]
    assert [level_of(holder.bot) for holder in lobby.game().holders if holder.bot] == [5, 5]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_next_one_is_easier_or_stronger_than_the_last(lobby: Lobby, language: str) -> None:
    anna = lobby.people[0]
    lobby.meet(anna, "new 2 bot 6")
    lobby.reply(anna, EASIER[language])
    lobby.reply(anna, STRONGER[language])
    lobby.reply(anna, STRONGER[language])
    assert [level(lobby, number) for number in (1, 2, 3, 4)] == [6, 5, 6, 7]


@pytest.mark.parametrize("language", LANGUAGES)
def test_at_ones_strength_it_goes_on_where_the_last_game_stands(lobby: Lobby, language: str) -> None:
    anna = lobby.people[0]
    lobby.meet(anna, "new 2 bot 6")
    lobby.reply(anna, EQUAL[language])
    assert level(lobby, 2) == 6


def test_who_lost_meets_somebody_a_step_easier(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.meet(anna, "new 2 bot 6")
    lobby.reply(anna, "resign")
    lobby.reply(anna, EQUAL["en"], to="ended")
    assert level(lobby, 2) == 5


def test_nobody_is_easier_than_the_easiest(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.meet(anna, "new 2 bot 1")
    lobby.reply(anna, EASIER["en"])
    assert level(lobby, 2) == 1


def test_a_name_that_no_computer_has_is_asked_back(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.meet(anna, "new 2 bot 1")
    assert refusal(lobby.reply(anna, "new 2 with Zorro")) == "options_unread"


def rate(lobby: Lobby, mu: float) -> None:
    """Anna's games with computers have come to this."""
    who = str(lobby.player(lobby.people[0]).id)
    with lobby.store.work() as work:
        for _ in range(SETTLED_GAMES):
            work.add_rating_change(RatingChange(Pool.BOTS, who, 1, work.now, 25, 8, mu, 1.5))


@pytest.mark.parametrize(("mu", "wanted"), [(25.0, 4), (31.0, 6), (12.0, 1), (60.0, 10)])
def test_after_enough_games_whoever_is_rated_nearest_is_met(lobby: Lobby, mu: float, wanted: int) -> None:
    anna = lobby.people[0]
    lobby.meet(anna, "new 2 bot 6")
    rate(lobby, mu)
    lobby.reply(anna, EQUAL["en"])
    assert level(lobby, 2) == wanted
