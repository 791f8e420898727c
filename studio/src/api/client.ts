import { MediamillClient } from "@mediamill/client";
import { key } from "../app/session.ts";

/** The one client of the page; it sends whatever key is signed in. */
export const client = new MediamillClient({ key: () => key.value });
