/**
 * A dry run reports the truth: what a plan lists is what goes over the wire, request by request; what
 * reads sends nothing that writes; and whatever nobody declared is the same afterwards, byte by byte.
 */
import fc from "fast-check";
import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { formatAddress } from "../../src/model/address.ts";
import { digestOf } from "../../src/model/digest.ts";
import { dialects, type DialectName } from "../../src/model/dialect.ts";
import type { PlannedStep } from "../../src/reconciler/engine/plan/plan.ts";
import { dangerNames } from "../../src/reconciler/kind.ts";
import { findDrift } from "../../src/reconciler/drift.ts";
import { planEstate, type Planned } from "../../src/reconciler/reconcile.ts";
import { pathWithQuery } from "../../src/wire/request.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, connectTo, startCatalog } from "../support/servers/catalog.ts";
import { dumpCatalog } from "../support/servers/catalog-dump.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import {
  asFiles,
  generatedEstate,
  type GeneratedEstate,
} from "../support/estates/generated-estates.ts";
import { document, type Files } from "../support/estates/passes.ts";
import { oneByFile, scale } from "../support/run/scale.ts";
import { tap, type Sent, type Tapped } from "../support/servers/wire-tap.ts";

/** Two estates, one after the other: the first follows whatever the last two left, and clears it. */
interface Pair {
  readonly before: GeneratedEstate;
  readonly after: GeneratedEstate;
  readonly prune: "none" | "owned";
}

const pair: fc.Arbitrary<Pair> = fc.record({
  before: generatedEstate,
  after: generatedEstate,
  prune: fc.constantFrom("none", "none", "owned"),
});

/** What the plan says a step sends; bytes that are only known when they are sent are left out. */
function foretold({ request }: PlannedStep): object {
  const { method, mediaType, body } = request;
  const text = body?.kind === "text" ? digestOf(new TextEncoder().encode(body.text)) : undefined;
  const artefact = body?.kind === "artefact" ? body.digest : undefined;
  const digest = artefact?.startsWith("sha256-") === false ? "later" : (text ?? artefact);
  return { method, url: `/rest${pathWithQuery(request)}`, mediaType, digest };
}

function seen({ method, url, mediaType, body }: Sent, planned: PlannedStep | undefined): object {
  const { digest: told } = (planned === undefined ? {} : foretold(planned)) as { digest?: string };
  const digest = body === undefined ? undefined : digestOf(body);
  return { method, url, mediaType, digest: told === "later" ? told : digest };
}

function isBookkeeping({ url }: Sent): boolean {
  return url.startsWith("/rest/resource/plumbline/");
}

const reads = ({ method }: Sent) => method === "GET" || method === "HEAD";

/** Requests of one wave may arrive in any order; every wave has ended before the next one begins. */
function inWaves(steps: readonly PlannedStep[], sent: readonly Sent[]): readonly Sent[] {
  const left = [...sent];
  return [...Map.groupBy(steps, ({ wave }) => wave).values()].flatMap((own) => {
    const arrived = left.splice(0, own.length);
    return own.flatMap(({ request }) => {
      const url = `/rest${pathWithQuery(request)}`;
      const at = arrived.findIndex((one) => one.method === request.method && one.url === url);
      return at < 0 ? arrived : arrived.splice(at, 1);
    });
  });
}

type Dump = ReadonlyMap<string, string>;

/** An estate on a catalog, whose wire is tapped. */
interface Target {
  readonly app: FastifyInstance;
  readonly tapped: Tapped;
  readonly estate: string;
  readonly prune: "none" | "owned";
}

/** Applies and demands that exactly what was planned is sent. Gives the plan, unless it is stopped. */
async function applyAsPlanned(target: Target, files: Files): Promise<Planned | undefined> {
  const { tapped, estate: name, prune } = target;
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const estate = { name, paths: [folder], prune, allow: new Set(dangerNames) };
  const connection = await connectTo(tapped.app, name);
  const planned = await planEstate(estate, connection);
  await findDrift(estate, connection);
  expect(tapped.take().filter((sent) => !reads(sent))).toEqual([]);
  const { plan, diagnostics } = planned;
  // Whether objects that nobody declares any more can go is for the plan to say, not for the server.
  if (plan?.blocks.some(({ name: lifted }) => lifted === undefined)) return undefined;
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(plan?.blocks).toEqual([]);
  const result = await applyPlan(planned, connection);
  const writes = tapped.take().filter((sent) => !reads(sent));
  const steps = plan?.steps ?? [];
  const onTheWire = inWaves(
    steps,
    writes.filter((sent) => !isBookkeeping(sent)),
  );
  expect(onTheWire.map((sent, index) => seen(sent, steps[index]))).toEqual(steps.map(foretold));
  expect(result.converged, JSON.stringify(result.diagnostics)).toBe(true);
  const state = writes.filter(isBookkeeping);
  expect(state.length).toBe(result.bookkeeping);
  expect(state.filter(({ url }) => url.endsWith("inventory.json")).length).toBeLessThanOrEqual(1);
  const again = await planEstate(estate, await connectTo(tapped.app, name));
  expect(again.plan?.steps).toEqual([]);
  return planned;
}

/** Addresses that a plan may change: what is declared, and what the estate owned when it prunes. */
function mayChange({ plan, inventory, desired }: Planned): ReadonlySet<string> {
  const declared = desired.state.resources.flatMap(
    ({ address, previous, parts = [], brings = [] }) => [
      address,
      ...(previous === undefined ? [] : [previous.address]),
      ...parts,
      ...brings,
    ],
  );
  const changed = (plan?.changes ?? [])
    .filter(({ action }) => action === "delete" || action === "forget")
    .map(({ address }) => address);
  const owned = [...(inventory?.objects.keys() ?? [])];
  const known = [...declared, ...changed].map(formatAddress);
  return new Set([...known, ...owned].map((key) => key.replace(/^AppSchemaStore/, "DataStore")));
}

/** Mapped stores come with their types, and types and coverages with their layers. */
function comesAlong(key: string, allowed: ReadonlySet<string>): boolean {
  const name = /^(?:FeatureType|Layer)\/(w:.*)$/.exec(key)?.[1] ?? "";
  const isDocument = allowed.has(`FeatureType/${name}`) || allowed.has(`Coverage/${name}`);
  return /^w:T\d$/.test(name) || isDocument;
}

function expectRestUntouched(planned: Planned, before: Dump, after: Dump): void {
  const allowed = mayChange(planned);
  const rest = (dump: Dump) =>
    Object.fromEntries([...dump].filter(([key]) => !allowed.has(key) && !comesAlong(key, allowed)));
  expect(rest(after)).toEqual(rest(before));
}

/** What nobody declares, and what another estate of the catalog does. */
async function furnish(app: FastifyInstance): Promise<void> {
  const send = async (url: string, type: string, payload?: string) => {
    const headers = { authorization: AUTHORIZATION, "content-type": type };
    const body = payload === undefined ? {} : { payload };
    const answer = await app.inject({ method: "POST", url: `/rest${url}`, headers, ...body });
    expect(answer.statusCode, url).toBeLessThan(300);
  };
  for (const group of ["editors", "readers"])
    await send(`/security/usergroup/group/${group}`, "text/xml");
  await send("/styles?name=foreign", "application/vnd.ogc.sld+xml", sld());
  await send("/workspaces", "text/xml", "<workspace><name>foreign</name></workspace>");
  await send("/security/roles/role/FOREIGN", "text/xml");
  const other = { app, tapped: tap(app), estate: "other", prune: "owned" } as const;
  await applyAsPlanned(other, {
    "o.yaml": document("Workspace", { name: "other" }, {}),
    "s.yaml": document("Style", { workspace: "other", name: "s" }, { source: "./s.sld" }),
    "r.yaml": document(
      "AccessRules",
      { name: "r" },
      { mode: "merge", rules: { "other.*.r": ["R1"] } },
    ),
    "s.sld": sld(),
  });
}

async function start(dialect: DialectName): Promise<FastifyInstance> {
  const { app } = await startCatalog({ dialect });
  await furnish(app);
  return app;
}

test.for(oneByFile(import.meta.url, dialects))(
  "any estate after any other, %s dialect",
  { timeout: 3_600_000 },
  async (dialect) => {
    const app = await start(dialect);
    const tapped = tap(app);
    let applied = 0;
    let dump = await dumpCatalog(app);
    const follow = async (estate: GeneratedEstate, prune: Pair["prune"]) => {
      const planned = await applyAsPlanned({ app, tapped, estate: "test", prune }, asFiles(estate));
      if (planned === undefined) return;
      const now = await dumpCatalog(app);
      expectRestUntouched(planned, dump, now);
      dump = now;
      applied += 1;
    };
    const property = fc.asyncProperty(pair, async ({ before, after, prune }) => {
      await follow(before, "owned");
      await follow(after, prune);
    });
    // Twice as many estates follow another one.
    const numRuns = scale({ test: 2, proof: 250 });
    await fc.assert(property, { numRuns, seed: 20_261_122, endOnFailure: true });
    expect(applied).toBeGreaterThan(numRuns);
  },
);
