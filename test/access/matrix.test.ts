/**
 * Everybody at every path of the server's own description, by every method, in every mode, below both
 * roots, asking for what all see, for what is hidden and for what is not there; and pages of other sites.
 * What each is to get is written by hand from docs/compatibility.md, "Who sees what" and "Pages of other
 * sites": a slice by a seed in every run, all of it in a proof.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { numbers } from "../support/run/numbers.ts";
import { isProof } from "../support/run/scale.ts";
import { logIn } from "../support/servers/sessions.ts";
import {
  faultsOf,
  otherSites,
  type Answer,
  type Answers,
  type Cell,
  type FromOtherSite,
} from "./matrix-rules.ts";
import {
  addressOf,
  askers,
  matrixCatalog,
  words,
  type Asker,
  type MatrixServer,
  type Visibility,
} from "./matrix-catalog.ts";

const methods = "GET HEAD OPTIONS POST PUT DELETE PATCH TRACE QUERY".split(" ");
const reading = ["GET", "HEAD", "OPTIONS"];
const modes = ["HIDE", "MIXED", "CHALLENGE"] as const;
const roots = ["", "/geoserver"];
const all = Object.keys(words) as Visibility[];
const everybody = Object.keys(askers) as Asker[];
const HOST = "maps.example.org:8600";
const OWN = { origin: `http://${HOST}`, "sec-fetch-site": "same-origin" };
const types = [
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "text/plain",
];

/** How many cells a slice has beside those that read. */
const MORE = 30;

let catalog: Awaited<ReturnType<typeof matrixCatalog>>;
let described: Readonly<Record<string, readonly string[]>>;
/** One that nobody but the administrator may change, and one that the administrator does change. */
let kept: MatrixServer;
let changed: MatrixServer | undefined;
let probes = 0;
/** Sessions of those that are let in. */
const cookies: Partial<Record<Asker, string>> = {};

beforeAll(async () => {
  catalog = await matrixCatalog();
  kept = await catalog.start();
  const { paths } = JSON.parse(await kept.must("GET", "/openapi.json", "")) as {
    paths: Readonly<Record<string, object>>;
  };
  described = Object.fromEntries(
    Object.entries(paths).map(([pattern, operations]) => [
      pattern,
      Object.keys(operations).map((method) => method.toUpperCase()),
    ]),
  );
});

afterAll(async () => {
  await kept.close();
  await changed?.close();
  catalog.remove();
});

/** All cells in the order of their modes; or each path once by GET, and some more, as a seed picks them. */
function cells(whole: boolean): readonly Cell[] {
  const random = numbers(20_261_122);
  const found = modes.flatMap((mode) =>
    Object.entries(described).flatMap(([pattern, operations]) =>
      methods.flatMap((method) =>
        roots.map((root) => ({ mode, pattern, operations, method, root, at: random() })),
      ),
    ),
  );
  if (whole) return found;
  const shuffled = found.toSorted((a, b) => a.at - b.at);
  const read = new Map(
    shuffled.filter(({ method }) => method === "GET").map((cell) => [cell.pattern, cell]),
  );
  const picked = new Set([...read.values(), ...shuffled.slice(0, MORE)]);
  return found.filter((cell) => picked.has(cell));
}

async function probe(
  { app }: MatrixServer,
  { method, root, pattern }: Cell,
  asked: { as: Asker; of: Visibility; headers?: Readonly<Record<string, string>> },
): Promise<Answer> {
  probes++;
  const authorization = askers[asked.as];
  const answer = await app.inject({
    method: method as "GET",
    url: `${root}${addressOf(pattern, asked.of)}`,
    headers: {
      host: HOST,
      ...(authorization === undefined ? {} : { authorization }),
      ...asked.headers,
    },
  });
  return { status: answer.statusCode, text: answer.body, headers: answer.headers };
}

/** Answers that are others each time. */
const volatile = /\/about\/system-status/;

/** What somebody gets with a session who asks as the console does, where that is not what a password gets. */
async function faultsBySession(cell: Cell): Promise<readonly string[]> {
  const asked = isProof ? (["plain", "ruled"] as const) : (["ruled"] as const);
  const some = isProof ? all : (["hidden"] as const);
  const visibilities = cell.pattern.includes("{") ? some : (["visible"] as const);
  const faults: string[] = [];
  for (const as of asked) {
    const cookie = (cookies[as] ??= await logIn(kept.app, askers[as], { host: HOST }));
    for (const of of visibilities) {
      const own = await probe(kept, cell, { as, of });
      const shown = await probe(kept, cell, { as: "anonymous", of, headers: { ...OWN, cookie } });
      const isSame = volatile.test(cell.pattern) || shown.text === own.text;
      if (shown.status !== own.status || !isSame)
        faults.push(`${as} with a session, ${of}: ${shown.status} ${shown.text.slice(0, 200)}`);
    }
  }
  return faults;
}

/** What the administrator gets of a change: each on a catalog in which none has been made. */
async function change(cell: Cell, of: Visibility): Promise<Answer> {
  changed ??= await catalog.start();
  const answer = await probe(changed, cell, { as: "administrator", of, headers: OWN });
  if (answer.status < 300) {
    await changed.close();
    changed = undefined;
  }
  return answer;
}

async function ask(cell: Cell): Promise<Answers> {
  const visibilities = cell.pattern.includes("{") ? all : (["visible"] as const);
  const found = new Map<string, Answer>();
  for (const of of visibilities) {
    for (const as of everybody) {
      const isChange = as === "administrator" && !reading.includes(cell.method);
      const answer = isChange ? await change(cell, of) : await probe(kept, cell, { as, of });
      found.set(`${as} ${of}`, answer);
    }
  }
  const others: FromOtherSite[] = [];
  const sites = isProof ? otherSites : otherSites.slice(probes % otherSites.length).slice(0, 1);
  for (const site of sites) {
    const headers = { ...site, "content-type": types[probes % types.length] ?? "" };
    const from = (as: Asker) => probe(kept, cell, { as, of: "visible", headers });
    others.push({
      site,
      administrator: await from("administrator"),
      plain: await from("plain"),
      anonymous: await from("anonymous"),
    });
  }
  return {
    of: (asker, visibility) => {
      const answer = found.get(`${asker} ${visibility}`);
      if (answer === undefined) throw new TypeError(`${asker} was not asked of ${visibility}`);
      return answer;
    },
    visibilities,
    others,
  };
}

/** What has been changed so far, and by whom; that somebody reads the keystore password is no change. */
const changes = async () => {
  const entries = JSON.parse(
    await kept.must("GET", "/plumbline/audit.json?limit=1000", ""),
  ) as readonly Readonly<Record<"account" | "method" | "path", string>>[];
  return entries
    .filter(({ method }) => !reading.includes(method))
    .map(({ account, method, path }) => `${account} ${method} ${path}`);
};

describe("everybody at every path", () => {
  test(
    "gets what the rules say, and nothing else",
    { timeout: isProof ? 3_600_000 : 600_000 },
    async () => {
      const faults: string[] = [];
      let mode: string | undefined;
      let before = await changes();
      for (const cell of cells(isProof)) {
        if (cell.mode !== mode) {
          // Nothing that was refused has changed anything.
          faults.push(...(await changes()).slice(before.length));
          mode = cell.mode;
          await kept.must("PUT", "/security/acl/catalog", { mode });
          before = await changes();
        }
        for (const fault of [...faultsOf(cell, await ask(cell)), ...(await faultsBySession(cell))])
          faults.push(`${cell.mode} ${cell.method} ${cell.root}${cell.pattern}: ${fault}`);
      }
      faults.push(...(await changes()).slice(before.length));
      if (isProof)
        process.stderr.write(`access matrix: ${probes} probes, ${faults.length} wrong\n`);
      expect(faults).toEqual([]);
    },
  );

  test("is as many paths as there are", () => {
    expect(Object.keys(described).length).toBeGreaterThanOrEqual(100);
    expect(cells(true).length).toBe(Object.keys(described).length * 54);
  });
});
