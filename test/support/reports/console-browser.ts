/** A browser without a page: the console's own modules ask a server of this process, with what browsers add. */
import type { FastifyInstance } from "fastify";
import { vi } from "vitest";
import type { Rest } from "../../../src/console/reading.ts";
import { cookieIn } from "../servers/sessions.ts";

/** That of requests which say none (light-my-request), so that addresses in answers are the same. */
const HOST = "localhost:80";

interface User {
  readonly name: string;
  readonly administrates: boolean;
}

/** Somebody who has logged in at the console. */
export interface ConsoleUser {
  readonly user: User;
  /** How the pages of the console read. */
  readonly rest: Rest;
}

/** A module of the console that needs a browser; its types are those of another program. */
async function consoleModule<Module>(name: "rest" | "session"): Promise<Module> {
  return (await import(`../../../src/console/${name}.ts`)) as Module;
}

/** Opens the console in a browser of its own and logs in. `vi.unstubAllGlobals` ends what it puts in place. */
export async function logInAtConsole(
  app: FastifyInstance,
  name: string,
  password: string,
): Promise<ConsoleUser> {
  const { openRest } = await consoleModule<{ openRest: (onLoggedOut: () => void) => Rest }>("rest");
  const { logIn } = await consoleModule<{
    logIn: (...given: string[]) => Promise<User | undefined>;
  }>("session");
  const fetchHere = browserFetch(app);
  const inBrowser = <Result>(work: () => Promise<Result>): Promise<Result> => {
    vi.stubGlobal("document", { baseURI: `http://${HOST}/console/` });
    vi.stubGlobal("fetch", fetchHere);
    return work();
  };
  const found = await inBrowser(() => logIn(name, password));
  if (found === undefined) throw new Error(`${name} cannot log in at the console`);
  const rest = openRest(() => {
    throw new Error(`the session of ${name} is over`);
  });
  return {
    user: found,
    rest: {
      json: (path) => inBrowser(() => rest.json(path)),
      bytes: (path) => inBrowser(() => rest.bytes(path)),
    },
  };
}

/** `fetch` of one browser: it keeps the cookie, and says where requests come from. */
function browserFetch(app: FastifyInstance) {
  let cookie = "";
  return async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search, origin } = new URL(address);
    const method = (init.method ?? "GET") as "GET";
    const answer = await app.inject({
      method,
      url: `${pathname}${search}`,
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        host: HOST,
        "sec-fetch-site": "same-origin",
        ...(method === "GET" ? {} : { origin }),
        ...(cookie === "" ? {} : { cookie }),
      },
    });
    if (answer.headers["set-cookie"] !== undefined) cookie = cookieIn(answer.headers);
    return new Response(answer.rawPayload, { status: answer.statusCode });
  };
}
