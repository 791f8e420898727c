import {
  type Answer,
  type Method,
  type paths,
  type Request,
  ServiceError,
  Transport,
  Unreachable,
} from "@mediamill/client";
import { type Signal, signal } from "@preact/signals";
import { texts } from "../../texts/en.ts";
import { consoleTexts } from "../../texts/en-console.ts";

export type AdminPath = Extract<keyof paths, `/admin/${string}`>;
export type AdminKey = Answer<"/admin/key", "get">;
export type AdminAccount = Answer<"/admin/accounts", "get">["data"][number];
export type AdminAccountDetail = Answer<"/admin/accounts/{id}", "get">;
export type AdminLedgerEntry = Answer<"/admin/accounts/{id}/ledger", "get">["data"][number];
export type AccountKey = Answer<"/admin/accounts/{id}/keys", "get">["data"][number];
export type Voucher = Answer<"/admin/vouchers", "get">["data"][number];
export type AdminGeneration = Answer<"/admin/generations", "get">["data"][number];
export type AdminGenerationDetail = Answer<"/admin/generations/{id}", "get">;
export type Failure = Answer<"/admin/failures", "get">["data"][number];
export type AdminDelivery = Answer<"/admin/deliveries", "get">["data"][number];
export type AdminDeliveryDetail = Answer<"/admin/deliveries/{id}", "get">;
export type AuditEntry = Answer<"/admin/audit", "get">["data"][number];
export type Overview = Answer<"/admin/overview", "get">;
export type Pool = Answer<"/admin/pools", "get">["data"][number];
export type AdminTool = Answer<"/admin/tools", "get">["data"][number];
export type AdminWorker = Answer<"/admin/workers", "get">["data"][number];
export type Engine = Answer<"/admin/engines", "get">["data"][number];
export type Alert = Answer<"/admin/alerts", "get">["data"][number];
export type Setting = Answer<"/admin/settings", "get">["data"][number];
export type Maintenance = Answer<"/admin/maintenance", "get">;

/** The admin key: in this tab's memory alone, so that loading the page anew forgets it. */
const typedKey = signal<string | null>(null);
/** Who is signed in as an operator; null while nobody is. */
export const operator = signal<AdminKey | null>(null);
/** Why the door stays shut; empty where nothing is wrong. */
export const problem = signal("");
const transport = new Transport({ key: () => typedKey.value });

/** Ask the admin API, and only that. */
export function ask<P extends AdminPath, M extends Method>(
  method: M,
  path: P,
  request: Request<P, M> = {},
): Promise<Answer<P, M>> {
  return transport.json(method, path, request);
}

/** What the admin API answers as a file. */
export async function askFile<P extends AdminPath, M extends Method>(
  method: M,
  path: P,
  request: Request<P, M> = {},
): Promise<Blob> {
  return (await transport.send(method, path, request)).blob();
}

/** Do something; what the service says against it goes into `into`, empty where it was done. Says whether it was done. */
export async function attempt(act: () => Promise<unknown>, into: Signal<string> = problem): Promise<boolean> {
  try {
    await act();
    into.value = "";
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 401) {
      leave();
      problem.value = consoleTexts.ended;
    } else if (error instanceof ServiceError) into.value = sentenceOf(error);
    else if (error instanceof Unreachable) into.value = texts.shell.unreachable;
    else throw error;
    return false;
  }
}

/** Sign in with an admin key. */
export async function enter(key: string): Promise<void> {
  typedKey.value = key;
  problem.value = "";
  try {
    operator.value = await ask("get", "/admin/key");
  } catch (error) {
    leave();
    problem.value = closedBecause(error);
  }
}

/** What the key has moved today, anew. */
export async function refreshOperator(): Promise<void> {
  operator.value = await ask("get", "/admin/key");
}

export function leave(): void {
  typedKey.value = null;
  operator.value = null;
}

function closedBecause(error: unknown): string {
  if (error instanceof Unreachable) return texts.shell.unreachable;
  if (!(error instanceof ServiceError)) throw error;
  if (error.status === 401) return consoleTexts.refused;
  return error.status === 404 ? consoleTexts.closed : error.message;
}

function sentenceOf({ status, message, faults }: ServiceError): string {
  if (status === 403 && message === "Forbidden") return consoleTexts.forbidden(operator.value?.scopes.join(", ") ?? "");
  return faults.length ? faults.map((fault) => `${fault.field}: ${fault.message}`).join("; ") : message;
}
