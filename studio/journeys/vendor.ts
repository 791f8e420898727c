import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const REPOSITORY = new URL("../..", import.meta.url).pathname;
const PYTHON = `${REPOSITORY}.venv/bin/python`;
const TESTS = `${REPOSITORY}packages/mediamill-remote:${REPOSITORY}packages/mediamill`;
const KEY = "f2a9c1e0-77b3:s3cr3t/of+the.house=="; // which it takes

/** A vendor on loopback that makes pictures, and fails where it is told to. */
export class Vendor {
  private readonly folder = mkdtempSync(join(tmpdir(), "vendor-"));
  private process: ChildProcess | null = null;
  private address = "";

  async start(): Promise<this> {
    this.process = spawn(PYTHON, ["-m", "tests.fakes.fal", "--port", "0"], {
      env: { ...process.env, PYTHONPATH: TESTS },
      stdio: ["ignore", "pipe", "ignore"],
    });
    if (!this.process.stdout) throw new Error("the vendor says nothing");
    for await (const line of createInterface(this.process.stdout)) {
      this.address = line.trim();
      break;
    }
    this.process.stdout.resume();
    return this;
  }

  /** What a service says in its `mediamill.toml` to buy from it. */
  get settings(): string {
    const keyFile = join(this.folder, "key");
    writeFileSync(keyFile, KEY, { mode: 0o600 });
    return `[engine."fal"]
base_url = "${this.address}"
upload_url = "${this.address}"
key_file = "${keyFile}"
max_per_month = 20
models = ["create-image/nano-banana"]

[engines]
"create-image/nano-banana" = "fal"
`;
  }

  /** So many of its next jobs come to nothing. */
  async failJobs(times: number): Promise<void> {
    const body = { detail: [{ loc: ["body"], msg: "Nothing came of it", type: "no_media_generated" }] };
    await this.say({ step: "result", status: 422, body, times });
  }

  /** It does not take its next customer's key. */
  async refuseKey(): Promise<void> {
    await this.say({ step: "submit", fault: "bad_key" });
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.process?.once("exit", resolve));
    if (this.process?.kill("SIGKILL")) await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async say(fault: unknown): Promise<void> {
    await fetch(`${this.address}/_fake/faults`, { method: "POST", body: JSON.stringify(fault) });
  }
}
