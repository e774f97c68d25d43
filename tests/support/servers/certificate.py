"""A self-signed certificate for servers on loopback."""

import shutil
import ssl
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.support.servers.tools import require_service


@dataclass(frozen=True, slots=True)
class Certificate:
    chain: Path
    key: Path

    def server_context(self) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(self.chain, self.key)
        return context

    def client_context(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self.chain)


def self_signed(directory: Path) -> Certificate:
    """Good for localhost and 127.0.0.1, for a day."""
    require_service("openssl", shutil.which("openssl") is not None)
    made = Certificate(directory / "certificate.pem", directory / "key.pem")
    command = "openssl req -x509 -nodes -days 1 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1"
    names = "/CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1"
    files = ["-out", str(made.chain), "-keyout", str(made.key)]
    subprocess.run([*command.split(), "-subj", *names.split(), *files], check=True, capture_output=True)
    return made
