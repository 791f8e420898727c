import { type ComponentType, h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { texts } from "../texts/en.ts";

interface LazyProps<P> {
  load: () => Promise<{ default: ComponentType<P> }>;
  props: P;
}

/** A component that is fetched when it is shown first. */
export function Lazy<P extends object>({ load, props }: LazyProps<P>) {
  const [Loaded, setLoaded] = useState<ComponentType<P> | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let isGone = false;
    load().then(
      (module) => !isGone && setLoaded(() => module.default),
      () => !isGone && setFailed(true),
    );
    return () => {
      isGone = true;
    };
  }, [load]);
  if (failed) return <p class="notice bad">{texts.parts.notLoaded}</p>;
  return Loaded ? h(Loaded, props) : <p class="quiet">{texts.parts.loading}</p>;
}
