import { MediamillClient, ServiceError, Unreachable } from "@mediamill/client";
import { client } from "../api/client.ts";
import { account, end, isReachable, keep, key } from "./session.ts";

/** Sign in with a key that the service accepts; false where it does not. */
export async function signIn(newKey: string): Promise<boolean> {
  try {
    account.value = await new MediamillClient({ key: () => newKey }).account();
  } catch (error) {
    if (error instanceof ServiceError && error.status === 401) return false;
    throw error;
  }
  keep(newKey);
  return true;
}

/** Balance and plan as they are now. */
export async function refreshAccount(): Promise<void> {
  if (!key.value) return;
  await noticing(async () => {
    account.value = await client.account();
  });
}

/** Run something that asks the service; a revoked key signs out, a lost connection is shown. Says whether it was done. */
export async function noticing(ask: () => Promise<void>): Promise<boolean> {
  try {
    await ask();
    isReachable.value = true;
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 401) end("revoked");
    else if (error instanceof Unreachable) isReachable.value = false;
    else if (error instanceof ServiceError) isReachable.value = true;
    else throw error;
    return false;
  }
}
