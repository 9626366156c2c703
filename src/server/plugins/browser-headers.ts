/**
 * What every answer says to browsers: to take it for what it is called, to show it in no frame, and to
 * load nothing for it but what the pages of the server need (docs/compatibility.md, "Pages of other sites").
 */
import type { FastifyInstance } from "fastify";
import { CONSOLE_POLICY, pagePolicy } from "../../model/page-policy.ts";

const ALONE = "default-src 'none'; frame-ancestors 'none'";

/** Scripts of the page set its styles. */
const DOCS = pagePolicy("'self' 'unsafe-inline'");

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
    [pages.console, CONSOLE_POLICY],
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
