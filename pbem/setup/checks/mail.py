"""The mailbox and the relay."""

from pbem.clock import system_clock
from pbem.setup.checks.clock import fresh_mail
from pbem.setup.checks.patient import Patient
from pbem.setup.finding import Finding, ok
from pbem.setup.probes import probe_imap, probe_post, probe_smtp


async def imap(patient: Patient) -> list[Finding]:
    """Log-in, IDLE, folders."""
    return await probe_imap(patient.config) if patient.config.imap else []


async def smtp(patient: Patient) -> list[Finding]:
    """Log-in."""
    return await probe_smtp(patient.config)


async def post(patient: Patient) -> list[Finding]:
    """Whether what is sent arrives, with what stands after the plus; only where that was asked for."""
    plus = patient.config.server.plus_addressing
    if not patient.config.imap:
        return []
    if not patient.send:
        said = f"plus_addressing = {str(plus).lower()}, not tested; --send sends itself a mail"
        return [ok("plus addressing", said)]
    sent = await probe_post(patient.config, plus, patient.tell, patient.patience / 2)
    received_at = sent.arrival and sent.arrival.received_at
    return [sent.finding, *(fresh_mail(received_at, system_clock()) if received_at else [])]
