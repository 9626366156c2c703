/**
 * Who gains access by a change of rules, against a plain evaluation of the rules before and after
 * over all layers, roles and modes there are.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { accessGains } from "../../src/model/effective-access.ts";
import { scale } from "../support/run/scale.ts";
import { oracle, type Mode, type Rules } from "./rule-oracle.ts";

const WORKSPACES = ["a", "b", "c"];
const LAYERS = ["x", "y", "z"];
const ROLES = ["R1", "R2"];
const keys = ["*", "a", "b"].flatMap((workspace) => [
  ...["r", "w", "a"].map((mode) => `${workspace}.*.${mode}`),
  ...(workspace === "*" ? [] : ["x", "y"]).flatMap((layer) =>
    ["r", "w"].map((mode) => `${workspace}.${layer}.${mode}`),
  ),
]);
const ruleSets = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...keys), fc.subarray([...ROLES, "*"])), {
    selector: ([key]) => key,
    maxLength: 10,
  })
  .map((rules): Rules => rules);

/** Every account there can be: without a role, with one, with all. */
const accounts = [[], ...ROLES.map((role) => [role]), ROLES];

function plainly(before: Rules, after: Rules): readonly string[] {
  const gained: string[] = [];
  for (const workspace of WORKSPACES)
    for (const layer of LAYERS)
      for (const mode of ["r", "w", "a"] as const)
        for (const roles of accounts) {
          const may = (rules: Rules) => oracle(rules, roles, [workspace, layer], mode);
          // Nobody administers a layer: anyone who has it for the workspace has it for all of them.
          if (may(after) && !may(before)) gained.push(textOf(workspace, layer, mode, roles));
        }
  return gained;
}

function textOf(workspace: string, layer: string, mode: Mode, roles: readonly string[]): string {
  return `${workspace}.${layer}.${mode} ${roles.join("+") || "everybody"}`;
}

/** The gains, spelt out for the same layers and accounts. */
function spelt(before: Rules, after: Rules): readonly string[] {
  const gains = accessGains(new Map(before), new Map(after));
  const named = new Set(
    [...before, ...after].flatMap(([key]) => {
      const [workspace, layer] = key.split(".");
      return workspace === "*" ? [] : [workspace, `${workspace}.${layer}`];
    }),
  );
  const covers = (gain: (typeof gains)[number], workspace: string, layer: string) => {
    const own = named.has(workspace) ? workspace : undefined;
    if (gain.workspace !== own) return false;
    // Administration is of workspaces: it holds for each of their layers.
    if (gain.mode === "a") return gain.layer === undefined;
    return gain.layer === (named.has(`${workspace}.${layer}`) ? layer : undefined);
  };
  return WORKSPACES.flatMap((workspace) =>
    LAYERS.flatMap((layer) =>
      (["r", "w", "a"] as const).flatMap((mode) =>
        accounts.flatMap((roles) => {
          const own = gains.filter((gain) => gain.mode === mode && covers(gain, workspace, layer));
          const has = (role: string) =>
            own.some((gain) => gain.roles === undefined || gain.roles.includes(role));
          const all = own.some((gain) => gain.roles === undefined);
          const gained = all || roles.some(has);
          const held = (roles.length === 0 ? [[]] : roles.map((role) => [role])).some((one) =>
            oracle(before, one, [workspace, layer], mode),
          );
          return gained && !held ? [textOf(workspace, layer, mode, roles)] : [];
        }),
      ),
    ),
  );
}

test("gains are what a plain evaluation finds", () => {
  let widened = 0;
  fc.assert(
    fc.property(ruleSets, ruleSets, (before, after) => {
      const expected = plainly(before, after);
      if (expected.length > 0) widened++;
      expect(spelt(before, after)).toEqual(expected);
    }),
    { numRuns: scale({ test: 300, proof: 20_000 }), seed: 20_261_121 },
  );
  expect(widened).toBeGreaterThan(100);
});

test("nothing is gained by rules that stay, and by fewer grants", () => {
  fc.assert(
    fc.property(ruleSets, (rules) => {
      expect(accessGains(new Map(rules), new Map(rules))).toEqual([]);
      const closed = [
        ["*.*.r", []],
        ["*.*.w", []],
        ["*.*.a", []],
      ] as const;
      expect(accessGains(new Map(rules), new Map(closed))).toEqual([]);
    }),
    { numRuns: 200, seed: 7 },
  );
});
