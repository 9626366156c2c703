/**
 * Changing access rules never shows more to anybody than before or after: the requests of the
 * kind are played against a model of the rules, written here on its own, and every state in
 * between is judged for every layer, mode and role.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BatchChange, Facts, Step } from "../../src/reconciler/kind.ts";
import { accessRulesKind } from "../../src/reconciler/kinds/access-rules.ts";
import { scale } from "../support/run/scale.ts";

type Rules = ReadonlyMap<string, readonly string[]>;

const ROLES = ["R1", "R2", "R3"];
const keys = [
  "*.*.r",
  "*.*.w",
  "a.*.r",
  "a.*.w",
  "a.*.a",
  "a.x.r",
  "a.y.r",
  "a.x.w",
  "b.*.r",
  "b.x.r",
];

const ruleSet = fc
  .uniqueArray(fc.record({ key: fc.constantFrom(...keys), roles: fc.subarray([...ROLES, "*"]) }), {
    selector: ({ key }) => key,
    minLength: 1,
  })
  .map(
    (rules): Rules =>
      new Map(rules.map(({ key, roles }) => [key, roles.includes("*") ? ["*"] : roles])),
  );

/** Who may do something, as a server decides: the deepest rule for the mode, or everybody. */
function allowed(
  rules: Rules,
  [workspace, layer, mode]: readonly [string, string, string],
  role: string,
): boolean {
  const granted = (own: string) =>
    [`${workspace}.${layer}.${own}`, `${workspace}.*.${own}`, `*.*.${own}`]
      .map((key) => rules.get(key))
      .find((roles) => roles !== undefined);
  const has = (roles: readonly string[] | undefined, open: boolean) =>
    roles === undefined ? open : roles.includes("*") || roles.includes(role);
  return has(granted(mode), true) || has(granted("a"), false);
}

const questions = ["a", "b", "c"].flatMap((workspace) =>
  ["x", "y", "z"].flatMap((layer) => ["r", "w"].map((mode) => [workspace, layer, mode] as const)),
);

/** What a request does to the rules, in either manner of POST. */
function play(rules: Rules, { request }: Step, dialect: "documented" | "geoserver"): Rules {
  const text = request.body?.kind === "text" ? request.body.text : "";
  const sent = new Map(
    [...text.matchAll(/<rule resource="([^"]+)"(?:\/>|>([^<]*)<\/rule>)/g)].map((match) => [
      match[1] ?? "",
      (match[2] ?? "").split(",").filter((role) => role !== ""),
    ]),
  );
  if (request.method === "DELETE") {
    const key = decodeURIComponent(request.path.split("/").at(-1) ?? "");
    expect(rules.has(key), `DELETE ${key}`).toBe(true);
    return new Map([...rules].filter(([own]) => own !== key));
  }
  if (request.method === "POST" && dialect === "documented") return sent;
  const mustBeThere = request.method === "PUT";
  for (const key of sent.keys())
    expect(rules.has(key), `${request.method} ${key}`).toBe(mustBeThere);
  return new Map([...rules, ...sent]);
}

function asFacts(rules: Rules): ReadonlyMap<string, Facts> {
  return new Map([...rules].map(([key, roles]) => [key, { roles }]));
}

function rulesOf(facts: ReadonlyMap<string, Facts>): Rules {
  return new Map([...facts].map(([key, { roles }]) => [key, roles as readonly string[]]));
}

function same(a: Rules, b: Rules): boolean {
  const text = (rules: Rules) =>
    [...rules]
      .map(([key, roles]) => `${key}=${roles.toSorted().join()}`)
      .toSorted()
      .join(";");
  return text(a) === text(b);
}

describe.for(["documented", "geoserver"] as const)("rules of a %s server", (dialect) => {
  const server = {
    software: "plumbline",
    dialect,
    version: "1",
    resources: true,
    digests: false,
  } as const;

  test("never widen in between, never pass through nothing, and end where they should", () => {
    // Hardly any change needs more requests than the fewest.
    let [split, changes] = [0, 0];
    const property = fc.property(ruleSet, ruleSet, (before, after) => {
      const change: BatchChange = {
        before: asFacts(before),
        after: asFacts(after),
        etag: undefined,
      };
      const steps = accessRulesKind.set?.apply(change, server) ?? [];
      let current = before;
      for (const step of steps) {
        current = play(current, step, dialect);
        expect(current.size).toBeGreaterThan(0);
        for (const question of questions) {
          for (const role of [...ROLES, "nobody"]) {
            const exposed =
              allowed(current, question, role) &&
              !allowed(before, question, role) &&
              !allowed(after, question, role);
            // To call expect for each of millions would cost more than to ask.
            if (exposed) expect.unreachable(`${question.join(".")} is wider for ${role}`);
          }
        }
      }
      expect(same(current, after)).toBe(true);
      const few = fewest(before, after, dialect);
      if (steps.length !== few) split++;
      changes++;
      // Where no order of these is harmless, the rules between the two go in first.
      const between = rulesOf(accessRulesKind.set?.between?.(change) ?? new Map());
      const most = fewest(before, between, dialect) + fewest(between, after, dialect);
      expect([few, most]).toContain(steps.length);
    });
    fc.assert(property, { numRuns: scale({ test: 250, proof: 20_000 }), seed: 20261121 });
    expect(split / changes).toBeLessThan(dialect === "documented" ? 0.001 : 0.05);
  }, 600_000);
});

/** The fewest requests there can be: one list, or one for additions, one for changes, one per deletion. */
function fewest(before: Rules, after: Rules, dialect: "documented" | "geoserver"): number {
  const added = [...after.keys()].filter((key) => !before.has(key)).length;
  const removed = [...before.keys()].filter((key) => !after.has(key)).length;
  const changed = [...after].filter(([key, roles]) => {
    const old = before.get(key);
    return old !== undefined && old.toSorted().join() !== roles.toSorted().join();
  }).length;
  if (dialect === "documented") return added + removed + changed === 0 ? 0 : 1;
  return Number(added > 0) + Number(changed > 0) + removed;
}
