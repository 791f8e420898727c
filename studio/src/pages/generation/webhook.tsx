import type { Inspection } from "@mediamill/client";
import { DeliveryView } from "../../deliveries/delivery-view.tsx";
import { texts } from "../../texts/en.ts";

/** What became of the webhook, where there is one and a success to tell. */
export function Webhook({ found }: { found: Inspection }) {
  if (!found.hasWebhook || found.status !== "success") return null;
  return (
    <section class="card facts">
      <h2>{texts.generation.webhook}</h2>
      <DeliveryView id={found.id} />
    </section>
  );
}
