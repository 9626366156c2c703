/** Makes sure that no two objects of an import get their secrets from one variable. */
import type { Declaration } from "../kind.ts";
import type { Entry } from "./collect.ts";

/** Gives later objects other variables where an earlier one has the same. */
export function ownVariables(entries: readonly Entry[]): readonly Entry[] {
  const taken = new Set<string>();
  return entries.map((entry) => {
    const { declaration } = entry;
    const renamed = new Map<string, string>();
    const own = new Set((declaration.secrets ?? []).map(({ variable }) => variable));
    for (const variable of own) {
      let free = variable;
      for (let n = 2; taken.has(free); n++) free = `${variable}_${n}`;
      taken.add(free);
      renamed.set(variable, free);
    }
    const isSame = [...renamed].every(([before, after]) => before === after);
    return isSame ? entry : { ...entry, declaration: withVariables(declaration, renamed) };
  });
}

function withVariables(
  declaration: Declaration,
  renamed: ReadonlyMap<string, string>,
): Declaration {
  const { spec, secrets = [] } = declaration;
  return {
    ...declaration,
    spec: replaced(spec, renamed) as Declaration["spec"],
    secrets: secrets.map((one) => ({ ...one, variable: renamed.get(one.variable) ?? "" })),
  };
}

/** A value with other variables in its references. */
function replaced(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => replaced(one, renamed));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const isReference = key === "fromEnv" && typeof inner === "string";
      return [key, isReference ? (renamed.get(inner) ?? inner) : replaced(inner, renamed)];
    }),
  );
}
