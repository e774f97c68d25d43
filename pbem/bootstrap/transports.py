"""The transports' settings, from the configuration."""

from pathlib import Path

from pbem.config import Config
from pbem.transports.imap import ImapSettings
from pbem.transports.smtp_in import ReceiverSettings
from pbem.transports.smtp_out import RelaySettings


def relay_settings(config: Config) -> RelaySettings:
    """How to reach the relay."""
    smtp = config.smtp
    return RelaySettings(
        host=smtp.host,
        port=smtp.port,
        tls=smtp.tls,
        user=smtp.user,
        password=smtp.password,
        ca_file=_path(config, smtp.ca_file),
        timeout=smtp.timeout_seconds,
        final_timeout=smtp.timeout_seconds * 10,
    )


def receiver_settings(config: Config) -> ReceiverSettings:
    """Where mail is handed over, as [smtp_in] says."""
    assert config.smtp_in
    return ReceiverSettings(
        listen=config.smtp_in.listen,
        lmtp=config.smtp_in.lmtp,
        max_bytes=config.max_mail_bytes,
        certificate=_path(config, config.smtp_in.tls_cert),
        key=_path(config, config.smtp_in.tls_key),
    )


def imap_settings(config: Config) -> ImapSettings:
    """How to reach the mailbox that [imap] names."""
    imap = config.imap
    assert imap
    return ImapSettings(
        host=imap.host,
        user=imap.user,
        password=imap.password,
        port=imap.port,
        tls=imap.tls,
        folder=imap.folder,
        done_folder=imap.done_folder,
        shunt_folder=imap.shunt_folder,
        poll_seconds=imap.poll_seconds,
        idle=imap.idle,
        max_bytes=config.max_mail_bytes,
        ca_file=_path(config, imap.ca_file),
    )


def _path(config: Config, name: str) -> Path | None:
    return config.path(name) if name else None
