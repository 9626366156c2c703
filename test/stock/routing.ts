/** Which handler answers a request of the stock server. */
import type { Call } from "./call.ts";
import type { Answer } from "./documents.ts";
import { refused } from "./recorded/recorded.ts";

/** Answers one method of a path. Throws Refusal. */
export type Handler = (call: Call) => Answer | Promise<Answer>;

/** Handlers of one path. `:upload` is a way and a format, `*` the rest of the path. */
export interface Route {
  readonly path: string;
  /** Set where nothing is cut off as a suffix. */
  readonly whole?: true;
  readonly GET?: Handler;
  readonly PUT?: Handler;
  readonly POST?: Handler;
  readonly DELETE?: Handler;
}

export interface Match {
  readonly handler: Handler;
  readonly params: Readonly<Record<string, string>>;
  readonly path: string;
  readonly suffix: string | undefined;
}

const parts: Readonly<Record<string, string>> = {
  ":upload": "(?<upload>(?:file|url|external|remote)\\.[^/]+)",
  "*": "(?<rest>.*)",
};

function expressionOf(path: string): RegExp {
  const segments = path
    .split("/")
    .map((one) => parts[one] ?? one.replace(/^:(.+)$/, "(?<$1>[^/]+)"));
  return new RegExp(`^${segments.join("/")}$`);
}

/** Makes the table; the first route that fits wins. */
export function routing(routes: readonly Route[]): (method: string, path: string) => Match {
  const table = routes.map((route) => {
    const [start = ""] = route.path.split(/[:*]/, 1);
    return { route, start, expression: expressionOf(route.path) };
  });
  return (method, path) => {
    const cut = /^(.*)\.([^./]*)$/.exec(path);
    let isKnown = false;
    for (const { route, start, expression } of table) {
      if (!path.startsWith(start)) continue;
      const own = route.whole ? path : (cut?.[1] ?? path);
      const fit = expression.exec(own);
      if (fit === null) continue;
      isKnown = true;
      const handler = route[(method === "HEAD" ? "GET" : method) as "GET"];
      if (handler === undefined) continue;
      const params = Object.fromEntries(
        Object.entries(fit.groups ?? {}).map(([name, value]) => [name, decoded(value)]),
      );
      return { handler, params, path: own, suffix: route.whole ? undefined : cut?.[2] };
    }
    throw isKnown
      ? refused("no such method", { method })
      : refused("no such route", { method, path: pathOfRoute(cut?.[1] ?? path) });
  };
}

/** From the context on; the tile cache has a root of its own. */
function pathOfRoute(path: string): string {
  return `/geoserver${path.startsWith("/gwc/") ? "" : "/rest"}${path}`;
}

/** A plus in a path is a blank to such servers. */
function decoded(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}
