import pytest

from pbem.mail.bounce import Failure, read_bounce
from tests.support.stored_mails import MAILS, read

OURS_RETURNED = "vgana6zskfcebfk4u5gwlfkb.buso7fzy@example.org"
METTE = "mette@example.dk"


@pytest.mark.parametrize(
    ("mail", "failure", "recipient", "status", "message_id"),
    [
        ("postfix_unknown_user", Failure.HARD, METTE, "5.1.1", OURS_RETURNED),
        ("exim_unknown_user", Failure.HARD, METTE, "5.0.0", OURS_RETURNED),
        ("gmail_no_such_address", Failure.HARD, METTE, "5.1.1", OURS_RETURNED),
        ("exchange_online_undeliverable", Failure.HARD, "mette@corp.example", "5.1.10", OURS_RETURNED),
        ("status_missing_but_diagnostic_says_550", Failure.HARD, METTE, "", OURS_RETURNED),
        ("two_recipients_the_worst_counts", Failure.CONTENT, METTE, "5.7.1", OURS_RETURNED),
        ("fetched_by_imap_without_return_path", Failure.HARD, METTE, "5.1.2", OURS_RETURNED),
        ("postfix_delayed", Failure.DELAYED, METTE, "4.4.1", OURS_RETURNED),
        ("postfix_gave_up_after_five_days", Failure.SOFT, METTE, "4.4.1", OURS_RETURNED),
        ("mailbox_full", Failure.SOFT, METTE, "5.2.2", OURS_RETURNED),
        ("qmail_failure_with_code", Failure.HARD, METTE, "5.1.1", OURS_RETURNED),
        ("qmail_failure_without_code", Failure.SOFT, METTE, "", OURS_RETURNED),
        ("exim_warning_message_delayed", Failure.DELAYED, METTE, "", ""),
        ("null_sender_and_subject_of_a_bounce", Failure.CONTENT, "", "5.7.1", ""),
        ("daemon_with_envelope_sender_of_its_own", Failure.SOFT, "", "", ""),
    ],
)
def test_a_bounce_says_who_failed_how_badly_and_which_mail(
    mail: str, failure: Failure, recipient: str, status: str, message_id: str
) -> None:
    bounce = read_bounce(read(MAILS / "screen" / "bounce" / f"{mail}.eml"))
    assert bounce is not None
    assert (bounce.failure, bounce.recipient) == (failure, recipient)
    assert (bounce.status, bounce.message_id) == (status, message_id)


@pytest.mark.parametrize("mail", ["auto_reply/relayed_successfully", "auto_reply/read_receipt", "order/plain_reply"])
def test_what_reports_no_failure_is_no_bounce(mail: str) -> None:
    assert read_bounce(read(MAILS / "screen" / f"{mail}.eml")) is None
