/** What the plans of a case exercise, in the words that scripts/coverage.ts counts. */
import { join } from "node:path";
import { expect } from "vitest";
import { kinds } from "../../src/reconciler/kinds/registry.ts";
import type { Change } from "../../src/reconciler/engine/plan/plan.ts";
import type { Planned } from "../../src/reconciler/reconcile.ts";

/** Remembers the plans of a case, from where `start` is called. */
export function recordExercises() {
  let isStarted = false;
  const found = new Set<string>();
  return {
    see: (planned: Planned): void => {
      if (isStarted) for (const rule of exercisesOf(planned)) found.add(rule);
    },
    start: (): void => {
      isStarted = true;
    },
    /** Compares with what the folder of the case says. */
    expectIn: (folder: string): Promise<void> => {
      const text = `${[...found].toSorted().join("\n")}\n`;
      return expect(text).toMatchFileSnapshot(join(folder, "exercises.txt"));
    },
  };
}

function exercisesOf({ plan, diagnostics }: Planned): readonly string[] {
  const refused = diagnostics
    .filter(({ code }) => code === "foreign-object")
    .flatMap(({ address }) => refusalsOf(address?.split("/")[0] ?? ""));
  return [
    ...refused,
    ...(plan?.changes ?? []).flatMap(rulesOf),
    ...(plan?.blocks ?? []).flatMap(({ name }) => (name === undefined ? [] : [`danger ${name}`])),
  ];
}

function refusalsOf(kind: string): readonly string[] {
  const rules = Object.entries(kinds.get(kind)?.fields ?? {});
  return rules.flatMap(([field, { onChange }]) =>
    onChange === "refuse" ? [`refuse ${kind}.${field}`] : [],
  );
}

function rulesOf(change: Change): readonly string[] {
  const { address, action, fields, formerly, unowned, comesBack, because } = change;
  const { kind } = address;
  const rules = kinds.get(kind)?.fields ?? {};
  const isField = action === "update" || action === "replace";
  return [
    ...(action === "none" || isField ? [] : [`${action} ${kind}`]),
    ...(isField ? fields : [])
      .filter(({ field }) => rules[field]?.onChange === action)
      .map(({ field }) => `${action} ${kind}.${field}`),
    ...(formerly !== undefined || because?.includes("which can only be recreated")
      ? [`rename ${kind}`]
      : []),
    ...(unowned && action === "delete" ? [`scope ${kind}`] : []),
    ...comesBack.map((one) => `restore ${one.kind}`),
  ];
}
