"""The settings mail: every setting has a name in every language, and the line beside it is one that we read."""

import pytest

from pbem.i18n.codes import LANGUAGES
from pbem.model import SETTINGS
from pbem.render.people import setting_labels


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_setting_has_a_name_of_its_own_in_every_language(code: str) -> None:
    labels = setting_labels(code)
    assert labels.keys() == SETTINGS.keys()
    assert len(set(labels.values())) == len(labels)
