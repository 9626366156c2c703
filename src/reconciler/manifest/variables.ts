/**
 * Variables of manifests: `${{ var.NAME }}`. One that is the whole scalar keeps its type.
 * `${NAME}` belongs to the server; files beside manifests are never changed (docs/opinions.md,
 * "Variables and overlays").
 */
import { fault, type Diagnostic } from "../../model/diagnostic.ts";
import { isRecord, type RawManifest } from "./raw-manifest.ts";
import { didYouMean } from "../../model/nearest.ts";

/** A value of a variable. */
export type VariableValue = string | number | boolean;

/** Values by name. */
export type VariableValues = ReadonlyMap<string, VariableValue>;

/** `missing`: hints for declared variables without a value, by name. */
interface Known {
  readonly variables: VariableValues;
  readonly missing?: ReadonlyMap<string, string> | undefined;
  /** Collects the names of used variables. */
  readonly used: Set<string>;
}

const PLACEHOLDER = /\$\{\{([^{}]*)\}\}/g;
const NAME = /^\s*var\.([A-Za-z_][\w-]*)\s*$/;

type Path = readonly (string | number)[];

/** Fills in variables; adds those without a value to `diagnostics`. */
export function fillVariables(
  manifest: RawManifest,
  known: Known,
  diagnostics: Diagnostic[],
): RawManifest {
  const fill = (value: unknown, path: Path): unknown => {
    if (typeof value === "string") {
      const filled = fillText(value, known);
      diagnostics.push(...filled.problems.map((problem) => placed(problem, manifest, path)));
      return filled.value;
    }
    if (Array.isArray(value)) return value.map((inner, index) => fill(inner, [...path, index]));
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).map(([key, inner]) => {
      if (key.search(PLACEHOLDER) >= 0)
        diagnostics.push(
          placed({ ...IN_KEY, message: key + IN_KEY.message }, manifest, [...path, key]),
        );
      return [key, fill(inner, [...path, key])] as const;
    });
    return Object.fromEntries(entries);
  };
  return { ...manifest, value: fill(manifest.value, []) };
}

type Problem = Pick<Diagnostic, "message" | "hint">;

function placed(problem: Problem, { locate }: RawManifest, path: Path): Diagnostic {
  return fault("variable-undefined", problem.message, { hint: problem.hint, where: locate(path) });
}

function fillText(
  text: string,
  known: Known,
): { readonly value: VariableValue; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const valueOf = (placeholder: string, inside: string) => {
    const name = NAME.exec(inside)?.[1];
    const value = name === undefined ? undefined : known.variables.get(name);
    if (name !== undefined) known.used.add(name);
    if (value === undefined) problems.push(unknown(placeholder, inside, known));
    return value;
  };
  const [whole, inside] = /^\$\{\{([^{}]*)\}\}$/.exec(text) ?? [];
  if (whole !== undefined) return { value: valueOf(whole, inside ?? "") ?? text, problems };
  const value = text.replaceAll(PLACEHOLDER, (placeholder: string, within: string) =>
    String(valueOf(placeholder, within) ?? placeholder),
  );
  return { value, problems };
}

function unknown(placeholder: string, inside: string, { variables, missing }: Known): Problem {
  const message = `${placeholder} names no variable that has a value`;
  const names = [...variables.keys()];
  if (inside.trim().startsWith("env."))
    return { message, hint: "Declare a variable, and give it by PLUMBLINE_VAR_NAME." };
  const name = NAME.exec(inside)?.[1];
  if (name === undefined) return { message, hint: "It is written ${{ var.NAME }}." };
  const hint =
    missing?.get(name) ??
    didYouMean(name, names) ??
    `Declare it under variables in plumbline.yaml, or give --var ${name}=VALUE.`;
  return { message, hint };
}

const IN_KEY = {
  message: " contains a variable in the name of a field",
  hint: "Variables are allowed in values only.",
};
