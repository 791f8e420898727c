import { inFull } from "../../parts/time.ts";

const ID_CHARACTERS = 12; // tell ids of the same minutes apart

/** To a generation of anybody. */
export function GenerationLink({ id }: { id: string }) {
  return <IdLink href={`/console/generations/${id}`} id={id} />;
}

/** To an account. */
export function AccountLink({ id }: { id: string }) {
  return <IdLink href={`/console/accounts/${id}`} id={id} />;
}

/** The beginning of an id, and where it leads. */
export function IdLink({ href, id }: { href: string; id: string }) {
  const [kind = "", rest = ""] = id.split("_");
  const isShort = rest.length <= ID_CHARACTERS;
  return (
    <a href={href} class="mono console-id" title={id}>
      {isShort ? id : `${kind}_…${rest.slice(-ID_CHARACTERS)}`}
    </a>
  );
}

/** An instant; nothing where there is none. */
export function Instant({ at }: { at: string | null }) {
  return at === null ? null : <time dateTime={at}>{inFull(at)}</time>;
}
