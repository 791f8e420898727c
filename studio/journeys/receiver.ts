import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PYTHON = new URL("../../.venv/bin/python", import.meta.url).pathname;
const CERTIFY = `
import sys, trustme
authority = trustme.CA()
mine = authority.issue_cert("127.0.0.1")
authority.cert_pem.write_to_path(sys.argv[1] + "/authority.pem")
mine.private_key_and_cert_chain_pem.write_to_path(sys.argv[1] + "/mine.pem")
`;

/** Somebody's receiver of webhooks on this machine, with a certificate of its own. */
export class Receiver {
  private readonly folder = mkdtempSync(join(tmpdir(), "receiver-"));
  private server: Server | null = null;
  url = "";
  /** What it answers. */
  status = 200;
  readonly bodies: string[] = [];

  /** Settings of a service that may reach it and believes it. */
  get settings(): Record<string, string> {
    return {
      MEDIAMILL_ALLOWED_NETWORKS: "127.0.0.0/8",
      MEDIAMILL_WEBHOOK_DELAYS: "3600", // what failed waits until it is sent again by hand
      SSL_CERT_FILE: join(this.folder, "authority.pem"),
    };
  }

  async open(): Promise<this> {
    execFileSync(PYTHON, ["-c", CERTIFY, this.folder]);
    const mine = readFileSync(join(this.folder, "mine.pem"));
    this.server = createServer({ key: mine, cert: mine }, async (request, response) => {
      let body = "";
      for await (const piece of request) body += piece;
      this.bodies.push(body);
      response.writeHead(this.status).end(this.status === 200 ? "thank you" : "the shop is closed");
    });
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    const address = this.server.address();
    this.url = typeof address === "object" && address ? `https://127.0.0.1:${address.port}/hook` : "";
    return this;
  }

  async close(): Promise<void> {
    this.server?.closeAllConnections();
    this.server?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
