"""Mails that are spelled out header by header, as anybody can write them."""

from email import policy
from email.message import EmailMessage
from random import Random

from tests.support.desk import ADDRESS

ORDER = "take white blue green"


def mail(sender: str, to: str = ADDRESS, body: str = ORDER, **headers: str) -> bytes:
    message = EmailMessage(policy=policy.SMTP)
    message["From"], message["To"], message["Subject"] = sender, to, "hello"
    message["Message-ID"] = headers.pop("message_id", f"<{Random(str(headers) + sender + to).random()}@people.example>")
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(body)
    return message.as_bytes()
