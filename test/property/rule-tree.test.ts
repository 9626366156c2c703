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
} from "../../src/model/rule-tree.ts";
import { scale } from "../support/run/scale.ts";
import { oracle, type Mode, type Rules } from "./rule-oracle.ts";

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
      { numRuns: scale({ test: 1_000, proof: 100_000 }) },
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
      { numRuns: scale({ test: 500, proof: 50_000 }) },
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
