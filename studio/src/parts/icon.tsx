const PATHS = {
  play: "M7 5l12 7-12 7z",
  pause: "M7 5h4v14H7zM13 5h4v14h-4z",
  repeat: "M17 3l3 3-3 3M20 6H8a4 4 0 0 0-4 4v1M7 21l-3-3 3-3M4 18h12a4 4 0 0 0 4-4v-1",
  save: "M12 4v11M7 11l5 5 5-5M5 20h14",
  copy: "M9 9h10v11H9zM5 15V4h10",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  dice: "M4 4h16v16H4zM8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01",
  info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8h.01",
  close: "M6 6l12 12M18 6L6 18",
  upload: "M12 16V5M7 9l5-5 5 5M5 20h14",
  microphone: "M12 15a3 3 0 0 0 3-3V6a3 3 0 0 0-6 0v6a3 3 0 0 0 3 3zM6 11v1a6 6 0 0 0 12 0v-1M12 18v3",
  zoomIn: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM21 21l-5-5M11 8v6M8 11h6",
  zoomOut: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM21 21l-5-5M8 11h6",
  compare: "M12 3v18M4 6h5v12H4zM15 6h5v12h-5z",
  back: "M17 5v14L7 12zM6 5v14",
  forward: "M7 5v14l10-7zM18 5v14",
  camera: "M4 8h4l2-3h4l2 3h4v11H4zM12 16a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  grid: "M4 4h16v16H4zM4 12h16M12 4v16",
  wire: "M12 3l8 5v8l-8 5-8-5V8zM12 12l8-4M12 12v9M12 12L4 8",
  light:
    "M12 3v2M12 19v2M4.5 4.5L6 6M18 18l1.5 1.5M3 12h2M19 12h2M4.5 19.5L6 18M18 6l1.5-1.5M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8z",
  home: "M4 11l8-7 8 7M6 10v10h12V10",
  bones: "M7 7l10 10M5.5 8.500a2 2 0 1 1 3-3M15.500 18.500a2 2 0 1 0 3-3",
  walk: "M13 5h.01M9 20l3-6-2-3 1-4 3 2 3 1M12 14l3 2 1 4M8 12l3-5",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  check: "M5 12l5 5 9-11",
  wave: "M4 10v4M8 6v12M12 9v6M16 4v16M20 10v4",
} as const;

export type IconName = keyof typeof PATHS;
const FILLED = new Set<IconName>(["play", "pause", "back", "forward"]);

/** A picture for a button; without a label it only repeats the words beside it. */
export function Icon({ name, label }: { name: IconName; label?: string }) {
  const filled = FILLED.has(name);
  return (
    <>
      <svg
        viewBox="0 0 24 24"
        width="18"
        height="18"
        aria-hidden="true"
        fill={filled ? "currentColor" : "none"}
        stroke="currentColor"
        stroke-width={filled ? 1 : 1.8}
        stroke-linecap="round"
        stroke-linejoin="round"
      >
        <path d={PATHS[name]} />
      </svg>
      {label && <span class="visually-hidden">{label}</span>}
    </>
  );
}

interface IconButtonProps {
  name: IconName;
  label: string;
  onClick: () => void;
  pressed?: boolean;
  disabled?: boolean;
}

/** A button that is only a picture. */
export function IconButton({ name, label, onClick, pressed, disabled }: IconButtonProps) {
  return (
    <button
      type="button"
      class="button plain icon"
      title={label}
      aria-label={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={name} />
    </button>
  );
}
