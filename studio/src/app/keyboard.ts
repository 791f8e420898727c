/** Single keys that go to or press what carries them as `data-shortcut`; j and k go through the results of Studio. */
export function startKeyboard(): void {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.key === "j" || event.key === "k") return move(event.key === "j" ? 1 : -1);
    const named = [...document.querySelectorAll<HTMLElement>("[data-shortcut]")];
    const found = named.find((one) => one.dataset.shortcut === event.key);
    if (!found) return;
    event.preventDefault();
    if (found instanceof HTMLInputElement) found.focus();
    else found.click();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
}

function move(by: number): void {
  const cards = [...document.querySelectorAll<HTMLElement>(".run-card")];
  const at = cards.findIndex((card) => card.contains(document.activeElement));
  const next = cards[Math.max(0, Math.min(cards.length - 1, at < 0 ? 0 : at + by))];
  if (!next) return;
  next.tabIndex = -1;
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}
