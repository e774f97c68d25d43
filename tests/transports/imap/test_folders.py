"""How folder names are spelled for the server."""

import pytest

from pbem.transports.imap.answers import Namespace, modified_utf7, personal_namespace

SPELLED = (
    (b'(("" "/")) NIL NIL', "Processed", '"Processed"'),
    (b'(("" "/")) NIL NIL', "inbox", "INBOX"),
    (b'(("" "\\\\")) NIL NIL', "Games/Done", '"Games\\\\Done"'),
    (b'(("INBOX." ".")) NIL (("shared." "."))', "Processed", '"INBOX.Processed"'),
    (b'(("INBOX." ".")) NIL NIL', "INBOX/Games", '"INBOX.Games"'),
    (b'(("" NIL)) NIL NIL', "Games/Done", '"Games/Done"'),
    (b"NIL NIL NIL", 'Say "it"', '"Say \\"it\\""'),
)


@pytest.mark.parametrize(("answer", "folder", "name"), SPELLED)
def test_a_folder_is_named_as_the_servers_namespace_wants_it(answer: bytes, folder: str, name: str) -> None:
    assert personal_namespace([answer, b"done"]).on_the_wire(folder) == name


def test_names_beyond_ascii_are_written_as_in_rfc_3501() -> None:
    assert modified_utf7("~peter/mail/台北/日本語") == "~peter/mail/&U,BTFw-/&ZeVnLIqe-"
    assert modified_utf7("Tom & Jerry") == "Tom &- Jerry"


def test_without_a_namespace_a_name_stays_as_it_is() -> None:
    assert Namespace().on_the_wire("Games/Done") == '"Games/Done"'
