/**
 * Security headers of every response: no content sniffing, no frames, and no content but what the
 * server's own pages need (docs/compatibility.md, "Pages of other sites").
 */
import type { FastifyInstance } from "fastify";
import { CONSOLE_POLICY, pagePolicy } from "../../model/page-policy.ts";

const ALONE = "default-src 'none'; frame-ancestors 'none'";

/** Scripts of the page set inline styles. */
const DOCS = pagePolicy("'self' 'unsafe-inline'");

/** Routed paths of the pages. */
export interface Pages {
  readonly docs: string;
  readonly console: string;
}

/** Installs the headers. */
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
