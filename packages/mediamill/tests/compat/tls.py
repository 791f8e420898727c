"""TLS before a service, as a proxy has it in production: some clients speak nothing else."""

import asyncio
import contextlib
import datetime
import ipaddress
import queue
import ssl
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

PIECE_BYTES = 65_536
LEAVE_SECONDS = 10


class TlsFront:
    """Passes connections to a port of its own on to the service's."""

    def __init__(self, folder: Path) -> None:
        self.certificate = folder / "front.pem"
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        key = folder / "front.key"
        make_certificate(self.certificate, key)
        self.context.load_cert_chain(self.certificate, key)
        self.behind: Callable[[], int] = lambda: 0  # the service's port, once it is known
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.server = asyncio.run_coroutine_threadsafe(self.listen(), self.loop).result(LEAVE_SECONDS)

    async def listen(self) -> asyncio.Server:
        return await asyncio.start_server(self.pass_on, "127.0.0.1", 0, ssl=self.context)

    @property
    def address(self) -> str:
        """Where it is."""
        return f"https://localhost:{self.server.sockets[0].getsockname()[1]}"

    async def pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, until either side closes it."""
        inner, outer = await asyncio.open_connection("127.0.0.1", self.behind())
        await asyncio.gather(copied(reader, outer), copied(inner, writer))

    def close(self) -> None:
        """Stop, with all connections."""
        asyncio.run_coroutine_threadsafe(self.leave(), self.loop).result(LEAVE_SECONDS)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(LEAVE_SECONDS)
        self.loop.close()

    async def leave(self) -> None:
        self.server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)


class Receiver:
    """Takes webhooks over TLS, with the certificate of the front."""

    def __init__(self, front: TlsFront) -> None:
        received: queue.Queue[tuple[dict[str, str], str]] = queue.Queue()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                self.send_response(200)
                self.end_headers()
                received.put((dict(self.headers.items()), body))

            def log_message(self, format: str, *arguments: object) -> None:
                """Nothing is said."""

        self.received = received
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.socket = front.context.wrap_socket(self.server.socket, server_side=True)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    @property
    def address(self) -> str:
        """Where webhooks go."""
        return f"https://127.0.0.1:{self.server.server_port}/hook"

    def close(self) -> None:
        """Take no more."""
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(LEAVE_SECONDS)


async def copied(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Everything from one side to the other."""
    with contextlib.suppress(ConnectionError, ssl.SSLError):
        while piece := await reader.read(PIECE_BYTES):
            writer.write(piece)
            await writer.drain()
    writer.close()


def make_certificate(certificate: Path, key: Path) -> None:
    """For localhost, signed by itself."""
    own = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(own.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(own, hashes.SHA256())
    )
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    form = serialization.PrivateFormat.TraditionalOpenSSL
    key.write_bytes(own.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()))
