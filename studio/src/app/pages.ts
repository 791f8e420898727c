import type { ComponentType } from "preact";
import { texts } from "../texts/en.ts";

export interface PageProps {
  /** What stands for the names of the page's path. */
  path: Record<string, string>;
}

export interface Page {
  /** An address of the page as http/openapi/operations.py has it (`PAGES`). */
  path: string;
  title: string;
  /** Whether it stands in the navigation. */
  inMenu: boolean;
  /** Whether it shows anything without an API key. */
  isOpen: boolean;
  /** Whether what it shows has a `main` of its own. */
  hasMain?: boolean;
  load: () => Promise<{ default: ComponentType<PageProps> }>;
}

const CONSOLE = { title: texts.pages.console, isOpen: true, load: () => import("../pages/console/console-page.tsx") };

export const PAGES: readonly Page[] = [
  {
    path: "/",
    title: texts.pages.studio,
    inMenu: true,
    isOpen: false,
    load: () => import("../pages/studio/studio-page.tsx"),
  },
  {
    path: "/history",
    title: texts.pages.history,
    inMenu: true,
    isOpen: false,
    load: () => import("../pages/history/history-page.tsx"),
  },
  {
    path: "/generations/{id}",
    title: texts.pages.generation,
    inMenu: false,
    isOpen: false,
    load: () => import("../pages/generation/generation-page.tsx"),
  },
  {
    path: "/account",
    title: texts.pages.account,
    inMenu: true,
    isOpen: false,
    load: () => import("../pages/account/account-page.tsx"),
  },
  {
    path: "/inbox",
    title: texts.pages.inbox,
    inMenu: false,
    isOpen: false,
    load: () => import("../pages/inbox/inbox-page.tsx"),
  },
  { path: "/console", inMenu: false, ...CONSOLE },
  { path: "/console/{section}", inMenu: false, ...CONSOLE },
  { path: "/console/{section}/{id}", inMenu: false, ...CONSOLE },
  {
    path: "/docs",
    title: texts.pages.docs,
    inMenu: true,
    isOpen: true,
    hasMain: true,
    load: () => import("../pages/docs/docs-page.tsx"),
  },
];
