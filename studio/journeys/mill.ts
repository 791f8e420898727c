import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const PROGRAM = new URL("../../.venv/bin/mediamill", import.meta.url).pathname;

export interface Opened {
  email: string;
  apiKey: string;
}

/** A service that really runs, in a folder of its own. */
export class Mill {
  readonly folder = mkdtempSync(join(tmpdir(), "mill-"));
  address = "";
  link = "";
  private process: ChildProcess | null = null;
  private port = 0;
  private readonly environment: NodeJS.ProcessEnv;

  /** With what its `mediamill.toml` says, if anything, and what stands in its environment beside ours. */
  constructor(settings = "", environment: Record<string, string> = {}) {
    this.environment = { ...process.env, MEDIAMILL_RATE_LIMIT: "off", ...environment };
    if (!settings) return;
    this.environment.MEDIAMILL_CONFIG = `${this.folder}.toml`;
    writeFileSync(`${this.folder}.toml`, settings);
  }

  /** Serve; resolves when it listens and has printed its one-time link. */
  async start(): Promise<this> {
    const flags = ["serve", "--demo", "--port", String(this.port), "--data-dir", this.folder];
    this.process = spawn(PROGRAM, flags, {
      env: this.environment,
      stdio: ["ignore", "pipe", "ignore"],
    });
    if (!this.process.stdout) throw new Error("the service says nothing");
    for await (const line of createInterface(this.process.stdout)) {
      this.address = /at (http:\S+)/.exec(line)?.[1] ?? this.address;
      this.link = /http:\S+#code=\S+/.exec(line)?.[0] ?? "";
      if (this.link) break;
    }
    this.process.stdout.resume();
    this.port = Number(new URL(this.address).port);
    return this;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.process?.once("exit", resolve));
    if (this.process?.kill("SIGTERM")) await ended;
    this.process = null;
  }

  /** End it as a crash does. */
  async kill(): Promise<void> {
    const ended = new Promise((resolve) => this.process?.once("exit", resolve));
    if (this.process?.kill("SIGKILL")) await ended;
    this.process = null;
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
    rmSync(`${this.folder}.toml`, { force: true });
  }

  /** A new account with a key. */
  openAccount(name: string, credits = 1_000): Opened {
    const email = `${name}@example.com`;
    return JSON.parse(this.run("accounts", "create", email, "--credits", String(credits), "--plan", "pro", "--json"));
  }

  run(...command: string[]): string {
    const options = { encoding: "utf8", env: this.environment } as const;
    return execFileSync(PROGRAM, [...command, "--data-dir", this.folder], options);
  }
}
