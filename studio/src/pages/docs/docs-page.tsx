import { useEffect, useRef } from "preact/hooks";
import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle.js";
import "swagger-ui-dist/swagger-ui.css";
import "./docs.css";
import { key } from "../../app/session.ts";

const IS_DARK = matchMedia("(prefers-color-scheme: dark)");

/** The API reference, with requests that can be tried under the key of this tab. */
export default function DocsPage() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const ui = SwaggerUI({
      domNode: host.current,
      url: "/openapi.json",
      validatorUrl: null,
      deepLinking: false,
      docExpansion: "list",
      defaultModelsExpandDepth: 0,
      persistAuthorization: false,
      tryItOutEnabled: true,
      requestInterceptor: sameOrigin,
      onComplete: () => key.value && ui.preauthorizeApiKey("apiKey", key.value),
    });
  }, []);
  useEffect(() => {
    const darken = () => document.documentElement.classList.toggle("dark-mode", IS_DARK.matches); // as Swagger UI has it
    darken();
    IS_DARK.addEventListener("change", darken);
    return () => {
      IS_DARK.removeEventListener("change", darken);
      document.documentElement.classList.remove("dark-mode");
    };
  }, []);
  return <div class="docs" ref={host} />;
}

/** The document names the public address; requests go to where the page was loaded from, as its policy demands. */
function sameOrigin(request: { url: string }): { url: string } {
  const { pathname, search } = new URL(request.url, location.href);
  return { ...request, url: pathname + search };
}
