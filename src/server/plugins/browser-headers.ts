/**
 * What every answer says to browsers: to take it for what it is called, to show it in no frame, and to
 * load nothing for it but what the page of the interface needs (docs/compatibility.md, "Pages of other sites").
 */
import type { FastifyInstance } from "fastify";

const ALONE = "default-src 'none'; frame-ancestors 'none'";

/** The page brings its scripts in files; its styles are set by them. */
const PAGE = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Adds the headers to every answer; below `page` lies the page of the interface. */
export function installBrowserHeaders(app: FastifyInstance, page: string): void {
  app.addHook("onSend", (request, reply, _payload, done) => {
    const [path = ""] = request.url.split("?", 1);
    const isPage = path === page || path.startsWith(`${page}/`);
    reply
      .header("X-Content-Type-Options", "nosniff")
      .header("X-Frame-Options", "DENY")
      .header("Content-Security-Policy", isPage ? PAGE : ALONE);
    done();
  });
}
