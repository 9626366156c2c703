/**
 * Decisions of the rule tree against a second way to come to them, written here on its own: no
 * tree, but a list of rules of which the one that says most about the question is taken.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  compileRules,
  mayAccess,
  readsWholeWorkspace,
  seesWorkspace,
} from "../../src/server/catalog/rule-tree.ts";
import { scale } from "../support/scale.ts";

type Rules = readonly (readonly [key: string, roles: readonly string[]])[];
type Mode = "r" | "w" | "a";

const WORKSPACES = ["a", "b"];
const LAYERS = ["x", "y"];
const GROUPS = ["a", "g"];
const keys = [
  ...["r", "w", "a"].map((mode) => `*.*.${mode}`),
  ...WORKSPACES.flatMap((workspace) => ["r", "w", "a"].map((mode) => `${workspace}.*.${mode}`)),
  ...WORKSPACES.flatMap((workspace) =>
    LAYERS.flatMap((layer) => ["r", "w"].map((mode) => `${workspace}.${layer}.${mode}`)),
  ),
  ...GROUPS.flatMap((group) => ["r", "w"].map((mode) => `${group}.${mode}`)),
];

const ruleSets = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...keys), fc.subarray(["R1", "R2", "*"])), {
    selector: ([key]) => key,
    maxLength: 14,
  })
  .map((rules): Rules => rules);
const roleSets = fc.subarray(["R1", "R2", "R3"]);

/** How much a rule says about a target: 0 everything, 1 its workspace, 2 itself; -1 nothing. */
function weight(
  key: string,
  [workspace, name]: readonly [string | null, string],
  mode: Mode,
): number {
  const parts = key.split(".");
  if (parts.at(-1) !== mode) return -1;
  if (parts.length === 2) return workspace === null && parts[0] === name ? 2 : -1;
  if (parts[0] === "*") return 0;
  if (parts[0] !== workspace) return -1;
  if (parts[1] === "*") return 1;
  return parts[1] === name ? 2 : -1;
}

function oracle(
  rules: Rules,
  roles: readonly string[],
  target: readonly [string | null, string],
  mode: Mode,
): boolean {
  const said = (asked: Mode) =>
    rules
      .map(([key, granted]) => ({ granted, weight: weight(key, target, asked) }))
      .filter((candidate) => candidate.weight >= 0)
      .toSorted((one, other) => other.weight - one.weight)[0]?.granted;
  const mine = (granted: readonly string[]) =>
    granted.includes("*") || granted.some((role) => roles.includes(role));
  const administers = mine(said("a") ?? []);
  if (mode === "a") return administers;
  const granted = said(mode);
  return administers || granted === undefined || mine(granted);
}

const targets = [
  ...[...WORKSPACES, "c"].flatMap((workspace) =>
    [...LAYERS, "z"].map((name) => [workspace, name] as const),
  ),
  ...[...GROUPS, "h"].map((name) => [null, name] as const),
];

describe("the rule tree", () => {
  test("decides as the oracle", () => {
    fc.assert(
      fc.property(
        ruleSets,
        roleSets,
        fc.constantFrom(...targets),
        fc.constantFrom<Mode>("r", "w", "a"),
        (rules, roles, target, mode) => {
          const [workspace, name] = target;
          const found = mayAccess(compileRules(new Map(rules)), new Set(roles), {
            workspace,
            name,
            mode,
          });
          expect(found).toBe(oracle(rules, roles, target, mode));
        },
      ),
      { numRuns: scale({ test: 2_000, proof: 100_000 }) },
    );
  });

  test("sees a workspace where anything in it is read, and the whole where everything is", () => {
    fc.assert(
      fc.property(
        ruleSets,
        roleSets,
        fc.constantFrom(...WORKSPACES, "c"),
        (rules, roles, workspace) => {
          const tree = compileRules(new Map(rules));
          // A layer that no rule names stands for all such layers.
          const answers = [...LAYERS, "z"].map((layer) =>
            oracle(rules, roles, [workspace, layer], "r"),
          );
          expect(seesWorkspace(tree, new Set(roles), workspace)).toBe(answers.includes(true));
          expect(readsWholeWorkspace(tree, new Set(roles), workspace)).toBe(
            !answers.includes(false),
          );
        },
      ),
      { numRuns: scale({ test: 1_000, proof: 50_000 }) },
    );
  });

  test("more roles never see less", () => {
    fc.assert(
      fc.property(
        ruleSets,
        roleSets,
        roleSets,
        fc.constantFrom(...targets),
        (rules, some, more, [workspace, name]) => {
          const tree = compileRules(new Map(rules));
          const target = { workspace, name, mode: "r" } as const;
          if (mayAccess(tree, new Set(some), target))
            expect(mayAccess(tree, new Set([...some, ...more]), target)).toBe(true);
        },
      ),
      { numRuns: scale({ test: 500, proof: 20_000 }) },
    );
  });
});
