/**
 * What every answer says to browsers: to take it for what it is called, to show it in no frame, and to
 * load nothing for it but what the pages of the server need (docs/compatibility.md, "Pages of other sites").
 */
import type { FastifyInstance } from "fastify";

const ALONE = "default-src 'none'; frame-ancestors 'none'";

/** The policy of a page that brings its scripts in files, and its styles from these sources. */
function policyWith(styles: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Scripts of the page set its styles. */
const DOCS = policyWith("'self' 'unsafe-inline'");

/** The console has no styles but those of its files; its maps are drawn, and loaded from nowhere. */
const CONSOLE = policyWith("'self'");

/** Where pages are, as they are routed. */
export interface Pages {
  /** The page of the interface. */
  readonly docs: string;
  readonly console: string;
}

/** Adds the headers to every answer. */
export function installBrowserHeaders(app: FastifyInstance, pages: Pages): void {
  const policies = [
    [pages.docs, DOCS],
    [pages.console, CONSOLE],
  ] as const;
  app.addHook("onSend", (request, reply, _payload, done) => {
    const [path = ""] = request.url.split("?", 1);
    const policy = policies.find(([page]) => path === page || path.startsWith(`${page}/`));
    reply
      .header("X-Content-Type-Options", "nosniff")
      .header("X-Frame-Options", "DENY")
      .header("Content-Security-Policy", policy?.[1] ?? ALONE);
    done();
  });
}
