/**
 * Parts of random estates: whatever is selected, what is not stays to the letter on the server and in the
 * state, and a plan over everything finds exactly that afterwards.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatAddress, parseAddress, type Address } from "../../src/model/address.ts";
import { hasErrors } from "../../src/model/diagnostic.ts";
import { dialects } from "../../src/model/dialect.ts";
import { select, type Selection } from "../../src/reconciler/engine/plan/selection.ts";
import { dangerNames, type Resource } from "../../src/reconciler/kind.ts";
import type { Planned } from "../../src/reconciler/reconcile.ts";
import { dumpWithoutDates } from "../support/servers/catalog-dump.ts";
import { createGroups } from "../support/servers/accounts.ts";
import { connectTo, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { asFiles, generatedEstate } from "../support/estates/generated-estates.ts";
import { oneByFile, scale } from "../support/run/scale.ts";

const PATTERNS = [
  "*",
  "Style/*",
  "*/w:*",
  "Layer/*",
  "LayerGroup/*",
  "AppSchemaStore/w:s1",
  "*Store/*",
  "AccessRules/*",
  "AccessRule/w.*",
  "Workspace/*",
  "User/*",
] as const;

const patterns = (maxLength: number) => fc.uniqueArray(fc.constantFrom(...PATTERNS), { maxLength });
const selection: fc.Arbitrary<Selection> = fc.record({
  only: patterns(4),
  exclude: patterns(2),
  labels: fc.constant([]),
  paths: fc.constant([]),
});

// What is lost for good is a change of what it is lost to.
const allow = dangerNames.filter((name) => name !== "irreversible");
const whole = { prune: "owned", allow } as const;

/** Layers that a declared object publishes. */
function layersOf({ address: { kind, workspace, name }, facts }: Resource): readonly Address[] {
  const mapped = facts["featureTypes"];
  const names = Array.isArray(mapped) ? (mapped as readonly string[]) : [];
  const own = kind === "FeatureType" || kind === "Coverage" ? [name] : [];
  return [...names, ...own].map((layer) => ({ kind: "Layer", workspace, name: layer }));
}

/** Changes of a plan as texts, of what a test asks for. */
function changesOf({ plan }: Planned, isAsked: (address: Address) => boolean): readonly string[] {
  return (plan?.changes ?? [])
    .filter(({ address, action, adopts }) => (action !== "none" || adopts) && isAsked(address))
    .map(({ address, action }) => `${action} ${formatAddress(address)}`);
}

test.for(oneByFile(import.meta.url, dialects))(
  "%s: a part of an estate is all that changes",
  { timeout: 1_800_000 },
  async (dialect) => {
    let applied = 0;
    await fc.assert(
      fc.asyncProperty(
        generatedEstate,
        generatedEstate,
        selection,
        async (first, second, asked) => {
          const { app, close } = await startCatalog({ dialect });
          await createGroups(app, ["editors", "readers"]);
          const [before, after] = [first, second].map((one) => {
            const folder = temporaryFolder();
            writeFiles(folder, asFiles(one));
            return folder;
          }) as [string, string];
          const begun = await applyFolder(app, before, whole);
          if (begun.result?.converged !== true) return close();
          const state = await (await connectTo(app)).inventory.load();
          const there = await dumpWithoutDates(app);
          const full = await planFolder(app, after, whole);
          const ran = await applyFolder(app, after, { ...whole, selection: asked });
          const { plan, input } = ran.planned;
          if (plan === undefined || input?.part === undefined || hasErrors(ran.planned.diagnostics))
            return close();
          const now = await (await connectTo(app)).inventory.load();
          const others = [...state.objects.keys()].flatMap((key) => parseAddress(key) ?? []);
          const { has, includesScope: exclusiveScopes } = select(asked, { ...input.part, others });
          const along = new Set(plan.selection?.along.map((one) => formatAddress(one.address)));
          // What lies in a scope of exclusive rules is a part of them, no matter who made it.
          const declared = new Set(
            input.resources.map((resource) => formatAddress(resource.address)),
          );
          const isMeant = (address: Address) => {
            const exclusiveScope = input.exclusiveScopes.find(
              (one) => one.kind === address.kind && one.covers(address),
            );
            const isListed = declared.has(formatAddress(address));
            return exclusiveScope === undefined || isListed
              ? has(address)
              : exclusiveScopes(exclusiveScope, address);
          };
          const isLeft = (address: Address) =>
            !isMeant(address) && !along.has(formatAddress(address));
          for (const [key, owned] of state.objects) {
            const address = parseAddress(key);
            if (address === undefined || !isLeft(address)) continue;
            expect(now.objects.get(key), key).toEqual(owned);
          }
          expect(plan.changes.filter(({ address }) => isLeft(address))).toEqual([]);
          if (ran.result === undefined) return close();
          expect([ran.result.converged, ran.result.diagnostics]).toEqual([true, []]);
          applied++;
          const back = plan.changes.flatMap(({ alsoDeletes, comesBack }) => [
            ...alsoDeletes,
            ...comesBack,
          ]);
          // A store publishes its layers, whether those are selected or not.
          const brought = input.resources
            .filter(({ address }) => !isLeft(address))
            .flatMap(layersOf);
          const isTouched = new Set([...back, ...brought].map(formatAddress));
          const still = await dumpWithoutDates(app);
          for (const address of [...others, ...input.resources.map((one) => one.address)]) {
            const key = formatAddress(address);
            if (isLeft(address) && !isTouched.has(key)) expect(still[key], key).toBe(there[key]);
          }
          const rest = await planFolder(app, after, whole);
          const layers = new Set(brought.map((address) => `create ${formatAddress(address)}`));
          const left = changesOf(full, isLeft).map((text) =>
            layers.has(text) ? text.replace("create", "update") : text,
          );
          expect(changesOf(rest, () => true)).toEqual(left);
          await close();
        },
      ),
      { numRuns: scale({ test: 3, proof: 200 }), seed: 20_261_123, endOnFailure: true },
    );
    expect(applied).toBeGreaterThan(0);
  },
);
