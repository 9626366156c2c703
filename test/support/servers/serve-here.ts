/** A server in the process of the test, on a folder that a server process had or will have. */
import type { OpenOptions } from "../../../src/server/options.ts";
import { openTestServer } from "./catalog.ts";

/** A server that listens. */
export interface ServerHere {
  readonly url: string;
  readonly end: () => Promise<void>;
}

/** Opens the folder as `plumbline serve` does, for what nobody kills: it costs less than a process. */
export async function serveHere(
  data: string,
  options: Pick<Partial<OpenOptions>, "dialect" | "granuleRoots"> = {},
): Promise<ServerHere> {
  const { app, close } = await openTestServer(data, {
    keystore: { password: undefined },
    ...options,
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  return { url, end: close };
}
