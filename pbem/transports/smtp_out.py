"""Mail out: hands mails to the operator's SMTP server over one kept connection."""

import asyncio
import re
from contextlib import suppress
from email.utils import parseaddr

import aiosmtplib

from pbem.errors import Deferred, Doubtful, PbemError, Rejected, SendError
from pbem.ports import Envelope
from pbem.transports.oauth2.errors import OAuthError
from pbem.transports.oauth2.sasl import proof
from pbem.transports.oauth2.tokens import kept_tokens
from pbem.transports.settings import OAuthSettings, RelaySettings
from pbem.transports.wire import cut

GOODBYE_SECONDS = 3.0
# A connection idle for longer is not used again: routers forget such without a word.
KEEP_SECONDS = 60.0
# RFC 5321 section 4.5.3.2.6: ten minutes after a whole mail, as a second try may be a second mail.
FINAL_PATIENCE = 10
FAILURES = (aiosmtplib.SMTPException, OSError, ValueError)
"""All that connecting, TLS, log-in and a breaking connection may raise."""

CLOSING = 421
TOO_BIG = 552
# They speak of our log-in (RFC 4954 section 6) or of a muddled dialogue, not of the mail.
OUR_TROUBLE = {503, 530, 534, 535, 538}
STATUS = re.compile(r"5\.(\d{1,3})\.(\d{1,3})\b")
# RFC 3463 section 3: the recipient's address, and their mailbox.
OF_THE_RECIPIENT = {"1", "2"}
# The relay itself, its network, our dialogue with it.
OF_THE_RELAY = {"3", "4", "5"}
# Section 3.2 and 3.3: our own address, and a mailbox that is full.
BUT_MAY_PASS = {"1.7", "1.8", "2.2"}
TOO_LONG = {"2.3", "3.4"}
# Of an answer: a server may say as much as it likes.
MOST_QUOTED = 500


class SmtpRelay:
    """Sends one mail at a time; connects when needed and keeps the connection for the next mail."""

    def __init__(
        self, settings: RelaySettings, final_seconds: float | None = None, keep_seconds: float = KEEP_SECONDS
    ) -> None:
        """`final_seconds`: how long to wait for the answer to a whole mail, if not ten times as long as for others."""
        self._final_seconds = final_seconds or FINAL_PATIENCE * settings.timeout_seconds
        self._keep_seconds = keep_seconds
        self._settings = settings
        self._client = _client(settings)
        self._transport: asyncio.BaseTransport | None = None
        self._used_at = 0.0
        self._turn = asyncio.Lock()

    async def send(self, envelope: Envelope) -> None:
        _check_addresses(envelope)
        async with self._turn:
            try:
                await self._address(envelope)
                await self._hand_over(envelope.mime)
            except SendError:
                raise
            except BaseException:
                self._drop()
                raise
            finally:
                self._used_at = asyncio.get_running_loop().time()

    async def close(self) -> None:
        async with self._turn:
            with suppress(*FAILURES):
                await self._client.quit(timeout=GOODBYE_SECONDS)
            self._drop()

    async def _address(self, envelope: Envelope) -> None:
        """Get the recipient accepted. A kept connection that proves to be lost is replaced once: no mail
        was handed over yet, so none can go out twice."""
        kept = self._is_kept()
        try:
            if not kept:
                await self._connect()
            await self._announce(envelope)
        except FAILURES as error:
            self._drop()
            if not kept:
                raise Deferred(_reason(error)) from error
            await self._address(envelope)
        except OAuthError as error:
            self._drop()
            raise Deferred(str(error)) from error

    async def _announce(self, envelope: Envelope) -> None:
        try:
            await self._client.mail(envelope.sender, options=self._options(envelope), encoding="utf-8")
            await self._client.rcpt(envelope.recipient, encoding="utf-8")
        except (aiosmtplib.SMTPSenderRefused, aiosmtplib.SMTPRecipientRefused) as refusal:
            if refusal.code == CLOSING:
                raise
            await self._reset()
            raise _verdict(refusal) from refusal

    async def _hand_over(self, mime: bytes) -> None:
        """From here on the server may have taken the mail, whatever we hear: never try again at once."""
        try:
            await self._client.data(mime, timeout=self._final_seconds)
        except aiosmtplib.SMTPDataError as refusal:
            await self._reset()
            raise _verdict(refusal) from refusal
        except FAILURES as error:
            self._drop()
            raise Deferred(_reason(error)) from error

    def _options(self, envelope: Envelope) -> list[str]:
        offers = self._client.supports_extension
        options = []
        if offers("size"):
            options.append(f"SIZE={len(envelope.mime)}")
        if offers("8bitmime") and not envelope.mime.isascii():
            options.append("BODY=8BITMIME")
        if not (envelope.sender + envelope.recipient).isascii():
            if not offers("smtputf8"):
                raise Rejected("the relay cannot send to or from an address with letters beyond ASCII")
            options.append("SMTPUTF8")
        return options

    def _is_kept(self) -> bool:
        idle = asyncio.get_running_loop().time() - self._used_at
        return self._client.is_connected and idle < self._keep_seconds

    async def _connect(self) -> None:
        self._drop()
        await _open(self._client, self._settings)
        self._transport = self._client.transport

    async def _reset(self) -> None:
        try:
            await self._client.rset()
        except FAILURES:
            self._drop()

    def _drop(self) -> None:
        # Merely closing would wait for a server that no longer reads.
        if isinstance(self._transport, asyncio.WriteTransport):
            cut(self._transport)
        self._transport = None
        self._client.close()


async def check(settings: RelaySettings) -> None:
    """Connect, log in and leave; raises PbemError where that fails."""
    client = _client(settings)
    try:
        await _open(client, settings)
        await client.quit()
    except FAILURES as error:
        raise PbemError(f"SMTP {settings.host}:{settings.port}: {_reason(error)}") from error
    finally:
        client.close()


def _client(settings: RelaySettings) -> aiosmtplib.SMTP:
    return aiosmtplib.SMTP(
        hostname=settings.host,
        port=settings.port,
        use_tls=settings.tls == "ssl",
        start_tls=settings.tls == "starttls",
        cert_bundle=str(settings.ca_file) if settings.ca_file else None,
        username=None if settings.oauth2 else settings.user or None,
        password=settings.password if settings.user and not settings.oauth2 else None,
        timeout=settings.timeout_seconds,
    )


async def _open(client: aiosmtplib.SMTP, settings: RelaySettings) -> None:
    await client.connect()
    if client.is_ehlo_or_helo_needed:
        await client.ehlo()
    if settings.oauth2:
        await _show_token(client, settings, settings.oauth2)


async def _show_token(client: aiosmtplib.SMTP, settings: RelaySettings, oauth2: OAuthSettings) -> None:
    """In a line of its own: with AUTH a long token would be longer than a command may be (RFC 4954 section 4)."""
    # Not everybody's relay needs it.
    from pbem.transports.oauth2.client import access_token  # noqa: PLC0415

    token = await asyncio.to_thread(access_token, oauth2)
    ours = proof(client.server_auth_methods, settings.user, token, settings.host, settings.port)
    answer = await client.execute_command(b"AUTH", ours.mechanism.encode())
    for said in (ours.message, ours.after_error):
        if answer.code != aiosmtplib.SMTPStatus.auth_continue:
            break
        answer = await client.execute_command(said.encode())
    if answer.code != aiosmtplib.SMTPStatus.auth_successful:
        await asyncio.to_thread(kept_tokens(oauth2).spoil, token)
        raise aiosmtplib.SMTPAuthenticationError(answer.code, answer.message)


def _check_addresses(envelope: Envelope) -> None:
    """aiosmtplib reads an address as a header would: what would not come out the same is not sent."""
    for address in (envelope.sender, envelope.recipient):
        if not address.isprintable() or parseaddr(address)[1] != address:
            raise Rejected("not an address that SMTP can carry")


def _verdict(refusal: aiosmtplib.SMTPResponseException) -> SendError:
    """Whom a refusal means: by RFC 3463 where the relay speaks it, else by what it was told when it refused."""
    reason = _reason(refusal)
    of_sender = isinstance(refusal, aiosmtplib.SMTPSenderRefused)
    if not 500 <= refusal.code < 600 or refusal.code in OUR_TROUBLE:
        return Deferred(reason)
    status = STATUS.match(refusal.message.strip())
    subject, detail = (status[1], status[0].partition(".")[2]) if status else ("", "")
    if detail in TOO_LONG or (of_sender and refusal.code == TOO_BIG):
        return Doubtful(reason, of_content=True)
    if of_sender or subject in OF_THE_RELAY or detail in BUT_MAY_PASS:
        return Deferred(reason)
    if subject in OF_THE_RECIPIENT:
        return Rejected(reason)
    return Doubtful(reason, of_content=isinstance(refusal, aiosmtplib.SMTPDataError))


def _reason(error: BaseException) -> str:
    """The server's answer, or what happened instead, on one line."""
    match error:
        case aiosmtplib.SMTPResponseException():
            text = f"{error.code} {error.message}"
        case _:
            text = str(error) or type(error).__name__
    printable = "".join(letter if letter.isprintable() else " " for letter in text[:MOST_QUOTED])
    return " ".join(printable.split())
