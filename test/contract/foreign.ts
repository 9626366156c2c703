/** A server that was given, as what a table of the contract is sent to. */
import { expect } from "vitest";
import type { DialectLine } from "../../src/model/dialect.ts";
import { defaultNamespaceUri } from "../../src/model/workspace.ts";
import { putSchema } from "../live/case.ts";
import type { Door } from "../live/door.ts";
import { loadableMapping } from "../live/loadable-mapping.ts";
import { elementsIn, namespaceIn } from "../live/loadable.ts";
import { CONTRACT_CELLS, CONTRACT_TABLE } from "../live/run-file.ts";
import { stockLineOf } from "../stock/lines.ts";
import { AUTHORIZATION, connectTo } from "../support/servers/catalog.ts";
import { wantedLine } from "../support/servers/drawn-line.ts";
import { sendRaw, type RawRequest } from "../support/servers/http.ts";
import { credentials, type Row, type Target } from "./rows.ts";

/** The server under test, cleaned for a table; what became of its rows is booked at the end. */
export async function openForeign(
  lane: Door,
  table: string,
  rows: readonly Row[],
): Promise<Target> {
  const { origin, pathname } = new URL(lane.info.url);
  const service = pathname.replace(/\/$/, "");
  const root = `${service}/rest`;
  const left = await lane.begin(`contract: ${table}`);
  expect(left, "the server could not be cleaned").toEqual([]);
  const bodies = rows.flatMap(({ request: { body } }) => (typeof body === "string" ? [body] : []));
  const elements = elementsIn(bodies);
  const mappings = rows.flatMap(({ request }) => namespaceOf(request, bodies) ?? []);
  for (const namespace of new Set(mappings)) await putSchema(lane, namespace, elements);
  /** Mappings get a source and a schema; all else goes as it is written. */
  const loadable = (request: RawRequest): RawRequest["body"] => {
    const namespace = namespaceOf(request, bodies);
    if (namespace === undefined || typeof request.body !== "string") return request.body;
    const { database } = lane.info;
    return loadableMapping(request.body, { namespace, database, elements, depth: 0 });
  };
  let [held, known] = [0, 0];
  return {
    base: `${origin}${root}`,
    line: await lineOf(lane),
    send: (request) =>
      sendRaw(
        origin,
        credentials(
          {
            ...request,
            path: request.path.replace(/^(\/gwc)?\/rest/, (own) => `${service}${own}`),
            body: loadable(request),
          },
          AUTHORIZATION,
        ),
      ),
    onHeld: (isKnown) => void (isKnown ? known++ : held++),
    close: async () => {
      const counts = [rows.length, held, known].map(String);
      const cells = Object.fromEntries(CONTRACT_CELLS.map((cell, at) => [cell, counts[at] ?? ""]));
      const outcome = held + known === rows.length ? "held" : "failed";
      await lane.record({ table: CONTRACT_TABLE, case: table, cells, outcome });
    },
  };
}

/** The line of a stock server; the included server is met in the dialect, and on the line that was asked for. */
async function lineOf({ app }: Door): Promise<DialectLine | undefined> {
  const { server } = await connectTo(app);
  return server.software === "geoserver" ? stockLineOf(server.version) : wantedLine;
}

/** The namespace of the workspace that a mapping is sent to; undefined for other requests. */
function namespaceOf({ path, body }: RawRequest, bodies: readonly string[]): string | undefined {
  if (typeof body !== "string" || namespaceIn(body) === undefined) return undefined;
  const workspace = /^\/rest\/workspaces\/([^/]+)\//.exec(path)?.[1] ?? "";
  const named = bodies.map((one) => /<prefix>([^<]+)<\/prefix><uri>([^<]+)</.exec(one));
  return named.find((found) => found?.[1] === workspace)?.[2] ?? defaultNamespaceUri(workspace);
}
