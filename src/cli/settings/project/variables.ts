/** Variables of an estate: declarations in the project file, and values for a run. */
import { z } from "zod";
import { fault, type Diagnostic, type Position } from "../../../model/diagnostic.ts";
import { didYouMean } from "../../../model/nearest.ts";
import { readDocuments } from "../../../reconciler/manifest/load.ts";
import type { TargetSettings } from "./target.ts";
import type { VariableValue, VariableValues } from "../../../reconciler/manifest/variables.ts";

const types = ["string", "integer", "number", "boolean"] as const;
const scalar = z.union([z.string(), z.number(), z.boolean()]);

/** Declared variables. */
export const variablesSchema = z
  .record(
    z
      .string()
      .regex(
        /^[A-Za-z_][\w-]*$/,
        "must be the name of a variable: letters, digits, dashes and underscores, and no digit first",
      ),
    z.strictObject({
      type: z.enum(types).default("string").describe("Type of the value."),
      default: scalar.optional().describe("The value where none is given."),
      description: z.string().optional(),
    }),
  )
  .describe(
    "Variables that manifests use as ${{ var.NAME }}; --var, --var-file, PLUMBLINE_VAR_NAME or a target gives them values.",
  );

export type DeclaredVariables = z.infer<typeof variablesSchema>;

/** Sources of values, in rising precedence. */
export interface VariableSources {
  /** Undefined without declarations: then any name is allowed. */
  readonly declared: DeclaredVariables | undefined;
  readonly target: Readonly<Record<string, VariableValue>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Files of --var-file. */
  readonly files: readonly string[];
  /** `name=value` of --var. */
  readonly flags: readonly string[];
  readonly locate: (path: readonly string[]) => Position | undefined;
}

interface Given {
  readonly name: string;
  readonly value: VariableValue;
  /** Whether the value is text that must be converted to the declared type. */
  readonly isText: boolean;
  readonly from: string;
  /** Whether a flag gives it: environment variables may be meant for other estates. */
  readonly isFlag?: true;
  readonly where?: Position | undefined;
}

export interface FoundVariables {
  readonly values: VariableValues;
  /** Variables from flags, if the project file declares none. */
  readonly undeclared: readonly string[];
}

/** Adds problems to `diagnostics`. */
export function findVariables(sources: VariableSources, diagnostics: Diagnostic[]): FoundVariables {
  const values = new Map<string, VariableValue>();
  const undeclared = new Set<string>();
  for (const given of allGiven(sources, diagnostics)) {
    const value = checked(given, sources.declared, diagnostics);
    if (value === undefined) continue;
    values.set(given.name, value);
    if (sources.declared === undefined && given.isFlag === true) undeclared.add(given.name);
  }
  return { values, undeclared: [...undeclared] };
}

interface Declaring {
  readonly variables?: DeclaredVariables | undefined;
  readonly targets?: Readonly<Record<string, Pick<TargetSettings, "variables">>> | undefined;
}

/** Hints for declared variables without a value, for the chosen target or for none. */
export function missingVariables(
  { variables = {}, targets = {} }: Declaring = {},
  { values, target }: { readonly values: VariableValues; readonly target: string | undefined },
): ReadonlyMap<string, string> {
  const missing = Object.keys(variables).filter((name) => !values.has(name));
  const hintFor = (name: string): string => {
    const flag = `--var ${name}=VALUE`;
    if (target !== undefined)
      return `It has no default: give it a value under targets.${target}.variables, or ${flag}.`;
    const having = Object.keys(targets).filter(
      (one) => targets[one]?.variables?.[name] !== undefined,
    );
    return having.length === 0
      ? `It has no default: give it one under variables in plumbline.yaml, or ${flag}.`
      : `Its values are those of targets. Choose one with --target: ${having.join(", ")}.`;
  };
  return new Map(missing.map((name) => [name, hintFor(name)]));
}

function allGiven(sources: VariableSources, diagnostics: Diagnostic[]): readonly Given[] {
  const { declared = {}, target, environment, locate } = sources;
  return [
    ...Object.entries(declared).flatMap(([name, { default: value }]): readonly Given[] => {
      if (value === undefined) return [];
      const where = locate(["variables", name, "default"]);
      return [{ name, value, isText: false, from: "its default", where }];
    }),
    ...Object.entries(target).map(([name, value]) => ({
      name,
      value,
      isText: false,
      from: "the target",
      where: locate(["variables", name]),
    })),
    ...Object.entries(environment).flatMap(([variable, value]): readonly Given[] => {
      const name = /^PLUMBLINE_VAR_(.+)$/.exec(variable)?.[1];
      if (name === undefined || name === "FILE" || value === undefined) return [];
      return [{ name, value, isText: true, from: variable }];
    }),
    ...sources.files.flatMap((file) => fromFile(file, diagnostics)),
    ...sources.flags.flatMap((text) => fromFlag(text, diagnostics)),
  ];
}

function fromFlag(text: string, diagnostics: Diagnostic[]): readonly Given[] {
  const [, name, value] = /^([A-Za-z_][\w-]*)=([\s\S]*)$/.exec(text) ?? [];
  if (name !== undefined && value !== undefined)
    return [{ name, value, isText: true, from: "--var", isFlag: true }];
  diagnostics.push(fault("variable-invalid", `--var ${text} is not NAME=VALUE`));
  return [];
}

function fromFile(file: string, diagnostics: Diagnostic[]): readonly Given[] {
  const before = diagnostics.length;
  const [document] = readDocuments([file], diagnostics);
  const parsed = z.record(z.string(), scalar).safeParse(document?.value);
  if (parsed.success)
    return Object.entries(parsed.data).map(([name, value]) => ({
      name,
      value,
      isText: false,
      from: file,
      isFlag: true,
      where: document?.locate([name]),
    }));
  const message = `${file} must be a map of names to texts, numbers and booleans`;
  if (diagnostics.length === before)
    diagnostics.push(fault("variable-invalid", message, { where: { file } }));
  return [];
}

function checked(
  { name, value, isText, from, where }: Given,
  declared: DeclaredVariables | undefined,
  diagnostics: Diagnostic[],
): VariableValue | undefined {
  if (declared === undefined) return value;
  const variable = declared[name];
  if (variable === undefined) {
    // Environment variables may be meant for other estates.
    if (from.startsWith("PLUMBLINE_VAR_")) return undefined;
    const hint = didYouMean(name, Object.keys(declared)) ?? "Declare it under variables.";
    const message = `There is no variable ${name}; ${from} gives it a value`;
    diagnostics.push(fault("variable-invalid", message, { hint, where }));
    return undefined;
  }
  const { type } = variable;
  const typed = isText ? read(String(value), type) : value;
  if (type === "integer" ? Number.isInteger(typed) : typeof typed === type) return typed;
  const message = `The variable ${name} must be of type ${type}; ${from} is not`;
  diagnostics.push(fault("variable-invalid", message, { where }));
  return undefined;
}

function read(text: string, type: (typeof types)[number]): VariableValue {
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (type === "string" || text.trim() === "") return text;
  return Number.isNaN(Number(text)) ? text : Number(text);
}
