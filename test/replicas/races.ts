/** Conditional writes that reach all servers of a catalog at once: each has one winner, and is what the winner wrote. */
import { expect } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { sendRaw, type RawRequest } from "../support/servers/http.ts";
import type { Backend } from "./balancer.ts";

/** Races that are under way at once, each over an object of its own. */
const LANES = 6;

const SLD = "application/vnd.ogc.sld+xml";

/** A write of which each server gets one, from clients that know the same. */
interface Race {
  readonly method: "POST" | "PUT" | "DELETE";
  /** Begins below `/rest`. */
  readonly path: string;
  readonly condition: "If-Match" | "If-None-Match" | "none";
  /** Where the object is afterwards. */
  readonly found: string;
  readonly won: number;
  readonly lost: readonly number[];
}

/** An object is made, changed and removed, again and again. */
function racesOf(lane: number): readonly Race[] {
  const [style, file] = [`/styles/race${lane}`, `/resource/races/${lane}.sld`];
  const content = `${style}.sld`;
  const made = { condition: "If-None-Match", won: 201, lost: [412] } as const;
  const changed = { method: "PUT", condition: "If-Match", won: 200, lost: [412] } as const;
  // Who comes when it is gone finds nothing that the condition could be about.
  const removed = { method: "DELETE", condition: "If-Match", won: 200, lost: [404, 412] } as const;
  const path = `/styles?name=race${lane}`;
  return [
    { method: "POST", path, condition: "none", found: content, won: 201, lost: [403, 409] },
    { ...changed, path: style, found: content },
    { ...removed, path: `${style}?purge=true`, found: content },
    { ...made, method: "PUT", path: file, found: file },
    // A file that is put is always answered so.
    { ...changed, path: file, found: file, won: 201 },
    { ...removed, path: file, found: file },
  ];
}

/** Runs so many races over the servers. Rejects where one has no winner or two, or where something else is found. */
export async function runRaces(servers: readonly Backend[], count: number): Promise<void> {
  let left = count;
  const lanes = Array.from({ length: LANES }, async (_unused, lane) => {
    let etag = "";
    for (let n = 0; left > 0; n++) {
      left--;
      const races = racesOf(lane);
      const race = races[n % races.length];
      if (race !== undefined) etag = await run(servers, race, { number: n * LANES + lane, etag });
    }
  });
  await Promise.all(lanes);
}

/** Runs one over what has the ETag; gives the ETag of what is found afterwards, which the next one is about. */
async function run(
  servers: readonly Backend[],
  { method, path, condition, found, won, lost }: Race,
  { number, etag }: { readonly number: number; readonly etag: string },
): Promise<string> {
  const headers = { "If-Match": etag, "If-None-Match": "*", none: "" };
  const bodies = servers.map((_server, at) =>
    sld({ colour: `#${String((number * servers.length + at) % 1_000_000).padStart(6, "0")}` }),
  );
  const statuses = await Promise.all(
    servers.map(async (server, at) => {
      const answer = await ask(server, {
        method,
        path,
        headers: condition === "none" ? {} : { [condition]: headers[condition] },
        body: method === "DELETE" ? undefined : bodies[at],
      });
      return answer.status;
    }),
  );
  const text = `${method} ${path}, race ${number}: ${statuses.join(", ")}`;
  expect(statuses.filter((status) => status === won).length, text).toBe(1);
  for (const status of statuses) expect([won, ...lost], text).toContain(status);
  const winner = statuses.indexOf(won);
  let next = "";
  for (const server of servers) {
    const { status, headers: told, body } = await ask(server, { method: "GET", path: found });
    next = told["etag"] ?? "";
    if (method === "DELETE") expect(status, text).toBe(404);
    else expect(body.toString(), text).toBe(bodies[winner]);
  }
  return next;
}

function ask({ origin }: Backend, request: RawRequest) {
  const type = request.body === undefined ? undefined : { "content-type": SLD };
  const headers = { authorization: AUTHORIZATION, ...type, ...request.headers };
  return sendRaw(origin, { ...request, path: `/rest${request.path}`, headers });
}
