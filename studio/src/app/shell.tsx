import { useEffect } from "preact/hooks";
import { Lazy } from "../parts/lazy.tsx";
import { Toast } from "../parts/toast.tsx";
import icon from "../styles/icon.svg";
import { texts } from "../texts/en.ts";
import { refreshAccount } from "./account.ts";
import { PAGES, type Page } from "./pages.ts";
import { matched, place } from "./router.ts";
import { account, end, isReachable, key } from "./session.ts";
import { SignIn } from "./sign-in.tsx";

const RETRY_MILLISECONDS = 2_000; // between looks whether the service is back

/** The frame around every page: navigation, balance, and the page that the address names. */
export function Shell() {
  const { path } = place.value;
  const page = PAGES.find((one) => matched(one.path, path));
  useEffect(() => {
    document.title = page ? `${page.title} · mediamill` : "mediamill";
  }, [page]);
  useEffect(() => {
    refreshAccount();
  }, [key.value]);

  useEffect(() => {
    if (isReachable.value) return;
    const timer = setInterval(refreshAccount, RETRY_MILLISECONDS);
    return () => clearInterval(timer);
  }, [isReachable.value]);

  if (!key.value && !page?.isOpen) return <SignIn />;
  const Frame = page?.hasMain ? "div" : "main";
  return (
    <>
      <a class="skip" href="#main">
        {texts.shell.skip}
      </a>
      <Top current={page} />
      {!isReachable.value && (
        <p class="lost" role="status">
          {texts.shell.unreachable}
        </p>
      )}
      <Frame class="page" id="main" tabIndex={-1}>
        {page ? (
          <Lazy key={page.path} load={page.load} props={{ path: matched(page.path, path) ?? {} }} />
        ) : (
          <Nowhere />
        )}
      </Frame>
      <footer class="foot small">
        <a href="/console">{texts.shell.operators}</a>
      </footer>
      <Toast />
    </>
  );
}

function Top({ current }: { current: Page | undefined }) {
  return (
    <header class="top">
      <a class="brand" href="/">
        <img src={icon} alt="" /> mediamill
      </a>
      <nav class="pages" aria-label={texts.shell.pages}>
        {PAGES.filter((page) => page.inMenu).map((page) => (
          <a key={page.path} href={page.path} aria-current={page === current ? "page" : undefined}>
            {page.title}
          </a>
        ))}
      </nav>
      {account.value && (
        <span class="balance" title={account.value.email}>
          <strong>{account.value.credits.toLocaleString("en")}</strong> {texts.shell.credits}
        </span>
      )}
      {key.value && (
        <button type="button" class="button plain" onClick={() => end("signed-out")}>
          {texts.shell.signOut}
        </button>
      )}
    </header>
  );
}

function Nowhere() {
  return (
    <div class="stack">
      <h1>{texts.shell.nowhere}</h1>
      <a href="/">{texts.pages.studio}</a>
    </div>
  );
}
