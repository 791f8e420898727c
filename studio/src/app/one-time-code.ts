import { client } from "../api/client.ts";

const CODE = /^#code=([\w-]+)$/;

/** The key behind the one-time link that was opened, if any; the code leaves the address at once. */
export async function keyOfLink(): Promise<string | null> {
  const code = CODE.exec(location.hash)?.[1];
  if (!code) return null;
  history.replaceState(null, "", location.pathname + location.search);
  const { apiKey } = await client.transport.json("post", "/ext/sign-in", { body: { code } });
  return apiKey;
}
