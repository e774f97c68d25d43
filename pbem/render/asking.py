"""What somebody is asked before anything happens: was it you, is it yours, do you mean it."""

from typing import NamedTuple

from pbem.notices import ConfirmNotice
from pbem.render.voice import Voice
from pbem.render.wording import spoken


class Asked(NamedTuple):
    """A question that `yes` answers."""

    lines: list[str]
    button: str
    answer: str
    """What to write, where nothing can be tapped."""
    otherwise: str


def asked(voice: Voice, notice: ConfirmNotice) -> Asked:
    """The question, by what it is about."""
    say, yes = voice.say, voice.isolated(spoken(voice.language, "yes"))
    if notice.second:
        return Asked(
            [say("We were asked to write to this address when mail to another one comes back. Is it yours?")],
            say("Yes"),
            say("If it is yours, answer: %(word)s", word=yes),
            say("If it is not yours, do nothing."),
        )
    if notice.asks:
        return Asked(
            [say("This can't be undone. Your name and address are deleted everywhere; bots play on your seats.")],
            say("Yes, forget me"),
            say("If you mean it, answer: %(word)s", word=yes),
            say("If you have changed your mind, do nothing."),
        )
    was_me, answer = say("Yes, that was me"), say("If it was you, answer: %(word)s", word=yes)
    if notice.welcome:
        return Asked(
            _welcome(voice), was_me, answer, say("If it was not you, do nothing, and you hear no more from us.")
        )
    return Asked(
        [say("A mail in your name came without a tag of ours, so we ask before anything happens.")],
        was_me,
        answer,
        say("If it was not you, do nothing."),
    )


def _welcome(voice: Voice) -> list[str]:
    return [
        voice.say(
            "This is Splendor by mail: a game of gems for two to four players, a mail at a time, at your own pace."
        ),
        voice.say("We have not heard from you before. Say yes, and we do what your mail asks for:"),
    ]
