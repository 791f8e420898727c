import { signal } from "@preact/signals";

export interface Place {
  path: string;
  query: URLSearchParams;
}

export const place = signal<Place>(here());

/** Go to an address of the page; `replace` leaves no step in the browser's history. */
export function navigate(address: string, options: { replace?: boolean } = {}): void {
  history[options.replace ? "replaceState" : "pushState"](null, "", address);
  place.value = here();
  if (!options.replace) scrollTo(0, 0);
}

/** Change what the address says after its path; null removes a name. */
export function setQuery(values: Record<string, string | null>): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) value === null ? query.delete(name) : query.set(name, value);
  const text = query.toString();
  navigate(`${location.pathname}${text && `?${text}`}`, { replace: true });
}

/** Links to addresses of the page are followed without loading it anew. */
export function startRouter(): void {
  addEventListener("popstate", () => {
    place.value = here();
  });
  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download") || !isPage(link.pathname))
      return;
    event.preventDefault();
    navigate(link.pathname + link.search);
  });
}

/** The parts of a path that stand for the names of a pattern such as `/generations/{id}`; null where it does not fit. */
export function matched(pattern: string, path: string): Record<string, string> | null {
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? "");
  const found = new RegExp(`^${pattern.replace(/\{\w+\}/g, "([^/]+)")}$`).exec(path);
  return found && Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? "")]));
}

function isPage(path: string): boolean {
  return !/^\/(api|ext|admin|media|static|openapi\.json|metrics)\b/.test(path);
}

function here(): Place {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}
