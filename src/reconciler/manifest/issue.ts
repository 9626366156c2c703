/**
 * Turns zod issues into messages: unknown fields with the nearest known one, unions by the form
 * that fits best. Values are not repeated: one may be a misplaced password. Pure.
 */
import type { z } from "zod";
import { at, isRecord } from "./raw-manifest.ts";
import { count } from "../../model/count.ts";
import { defined } from "../../model/defined.ts";
import { didYouMean, nearest } from "../../model/nearest.ts";

type Path = readonly (string | number)[];

/** One problem of a value. */
export interface Problem {
  /** Includes an unknown field's own name. */
  readonly path: Path;
  readonly message: string;
  readonly hint?: string;
}

export interface Checked {
  readonly value: unknown;
  /** JSON Schema of the whole value. */
  readonly schema: unknown;
  /** For messages. */
  readonly whole: string;
}

/** All zod issues, in words. */
export function problemsIn(
  issues: readonly z.core.$ZodIssue[],
  checked: Checked,
): readonly Problem[] {
  return issues.flatMap((issue) => problemsOf(issue, [], checked));
}

function problemsOf(issue: z.core.$ZodIssue, base: Path, checked: Checked): readonly Problem[] {
  const path = [...base, ...issue.path.filter((part) => typeof part !== "symbol")];
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => unknownField(key, path, checked));
  if (issue.code === "invalid_union") return unionProblems(issue, path, checked);
  const field = path.join(".") || checked.whole;
  const value = at(checked.value, path);
  const hint = hintFor(issue, value, formsAt(checked.schema, path));
  const message = `${field}: ${describe(issue, value)}`;
  return [{ path, message, ...defined({ hint }) }];
}

function describe(issue: z.core.$ZodIssue, value: unknown): string {
  const { code, message } = issue;
  if (code === "invalid_value") {
    const values = orList(issue.values.map((one) => JSON.stringify(one)));
    return `${value === undefined ? "is missing; it " : ""}must be ${values}`;
  }
  if (code === "invalid_type") {
    const expected = `expected ${TYPES[issue.expected] ?? issue.expected}`;
    return `${expected}, ${value === undefined ? "but it is missing" : `received ${typeText(value)}`}`;
  }
  if (code === "too_small") {
    const word = issue.inclusive === false ? "more than" : "at least";
    return `must ${boundText(issue.origin, word, issue.minimum)}`;
  }
  if (code === "too_big") return `must ${boundText(issue.origin, "at most", issue.maximum)}`;
  if (code === "invalid_format" && issue.format === "url")
    return "must be an address that begins with http:// or https://";
  return message.replace(/^Invalid input: /, "");
}

/** A bound of a number, or of a count. */
function boundText(origin: string, word: string, bound: number | bigint): string {
  const counted = COUNTED[origin];
  if (counted === undefined) return `be ${word} ${bound}`;
  return `have ${word} ${count(Number(bound), counted)}`;
}

const COUNTED: Readonly<Record<string, string>> = {
  array: "item",
  string: "character",
  object: "field",
  record: "field",
};

function hintFor(
  issue: z.core.$ZodIssue,
  value: unknown,
  forms: readonly unknown[],
): string | undefined {
  if (issue.code === "invalid_value" && typeof value === "string")
    return didYouMean(value, issue.values.map(String));
  if (issue.code !== "invalid_type" || value === undefined) return undefined;
  if (issue.expected === "string" && typeof value === "number")
    return "Put quotes around it: unquoted it is a number.";
  const isWord = typeof value === "string" && /^(?:yes|no|on|off)$/i.test(value);
  if (issue.expected === "boolean" && isWord)
    return "Write true or false: yes, no, on and off are texts.";
  if (issue.expected === "array") return "Write it as a list: [ … ].";
  return Array.isArray(value) ? mapHint(forms) : undefined;
}

function mapHint(forms: readonly unknown[]): string | undefined {
  const map = forms.find((form) => at(form, ["type"]) === "object");
  if (map === undefined) return undefined;
  const text = formText(map);
  return `Write it as a map: ${text.startsWith("{") ? text : "{ NAME: … }"}.`;
}

function unknownField(key: string, path: Path, { value, schema }: Checked): Problem {
  const known = fieldsOf(formsAt(schema, path), at(value, path));
  const message = `${[...path, key].join(".")} is not a known field`;
  const hint =
    key === "<<"
      ? MERGE_KEY
      : (nearestField(key, known, schema) ?? `Known here: ${known.join(", ")}.`);
  return { path: [...path, key], message, hint };
}

const MERGE_KEY = "Merge keys are not read: repeat the fields, or change them by an overlay.";

/** The field of such a name, here or elsewhere in the document. */
function nearestField(key: string, known: readonly string[], schema: unknown): string | undefined {
  const places = placesIn(schema, []).toSorted((a, b) => a.length - b.length);
  const names = places.map((place) => place.at(-1) ?? "");
  const found = nearest(key, [...known, ...names], key.length / 3) ?? nearest(key, known);
  if (found === undefined || known.includes(found)) return found && `Did you mean ${found}?`;
  const place = places[names.indexOf(found)] ?? [];
  return found === key
    ? `It belongs into ${place.slice(0, -1).join(".")}.`
    : `Did you mean ${place.join(".")}?`;
}

/** The paths of all named fields; NAME stands for the keys of maps. */
function placesIn(schema: unknown, above: readonly string[]): readonly (readonly string[])[] {
  return alternatives(schema).flatMap((form) => [
    ...Object.entries(propertiesOf(form)).flatMap(([name, below]) => {
      const place = [...above, name];
      return [place, ...placesIn(below, place)];
    }),
    ...placesIn(at(form, ["items"]), above),
    ...placesIn(at(form, ["additionalProperties"]), [...above, "NAME"]),
  ]);
}

/** Possible fields: of several forms, those with one of the given fields. */
function fieldsOf(forms: readonly unknown[], value: unknown): readonly string[] {
  const all = forms
    .map((form) => Object.keys(propertiesOf(form)))
    .filter(({ length }) => length > 0);
  const given = isRecord(value) ? Object.keys(value) : [];
  const fitting = all.filter((keys) => keys.some((key) => given.includes(key)));
  return [...new Set((fitting.length > 0 ? fitting : all).flat())];
}

/**
 * The form that fits best has the right type and the fewest wrong fields. Without a single best
 * form, all are reported.
 */
function unionProblems(
  issue: z.core.$ZodIssueInvalidUnion,
  path: Path,
  checked: Checked,
): readonly Problem[] {
  const fitting = issue.errors
    .filter((issues) => !issues.some(isOfType))
    // Unknown fields weigh more: they suggest another form.
    .map((issues) => ({ issues, weight: issues.length + 10 * unknownKeys(issues).length }))
    .toSorted((a, b) => a.weight - b.weight);
  const [best, next] = fitting;
  if (best !== undefined && best.weight !== next?.weight)
    return best.issues.flatMap((one) => problemsOf(one, path, checked));
  const forms = formsAt(checked.schema, path);
  const names = [...new Set(forms.map(formText))];
  const given = typeText(at(checked.value, path));
  const field = path.join(".") || checked.whole;
  const [unknown] = best === undefined ? [] : unknownKeys(best.issues);
  if (unknown !== undefined) {
    const known = [...new Set(forms.flatMap((form) => Object.keys(propertiesOf(form))))];
    const close = didYouMean(unknown, known);
    const what = `${[...path, unknown].join(".")} is not a known field`;
    const hint = close ?? `Possible are ${orList(names)}.`;
    return [{ path: [...path, unknown], message: what, hint }];
  }
  const message =
    at(checked.value, path) === undefined
      ? `${field}: is missing; it must be ${orList(names)}`
      : `${field}: expected ${orList(names)}, received ${given}`;
  const [object] = forms.filter((form) => Object.keys(propertiesOf(form)).length > 0);
  const isBare = object !== undefined && !given.startsWith("a map");
  return [{ path, message, ...(isBare ? { hint: `Write it as ${formText(object)}.` } : {}) }];
}

/** Whether the issue rejects the value as a whole, so that the form is not meant. */
function isOfType({ path, code }: z.core.$ZodIssue): boolean {
  return path.length === 0 && code !== "unrecognized_keys" && code !== "custom";
}

function unknownKeys(issues: readonly z.core.$ZodIssue[]): readonly string[] {
  return issues.flatMap((one) => (one.code === "unrecognized_keys" ? one.keys : []));
}

/** The possible forms of the value at a path. */
function formsAt(schema: unknown, path: Path): readonly unknown[] {
  let forms = alternatives(schema);
  for (const part of path) {
    forms = forms.flatMap((form) =>
      typeof part === "number"
        ? alternatives(at(form, ["items"]))
        : alternatives(at(form, ["properties", part]) ?? at(form, ["additionalProperties"])),
    );
  }
  return forms;
}

function alternatives(schema: unknown): readonly unknown[] {
  if (!isRecord(schema)) return [];
  const several = schema["anyOf"] ?? schema["oneOf"];
  return Array.isArray(several) ? several.flatMap(alternatives) : [schema];
}

function propertiesOf(schema: unknown): Readonly<Record<string, unknown>> {
  const properties = at(schema, ["properties"]);
  return isRecord(properties) ? properties : {};
}

/** A form in words; for a map, its required fields. */
function formText(schema: unknown): string {
  const type = at(schema, ["type"]);
  const required = at(schema, ["required"]);
  if (type === "object" && Array.isArray(required) && required.length > 0)
    return `{ ${required.map((name) => `${name}: …`).join(", ")} }`;
  const values = at(schema, ["enum"]);
  if (Array.isArray(values)) return orList(values.map((value) => JSON.stringify(value)));
  const fixed = at(schema, ["const"]);
  if (fixed !== undefined) return JSON.stringify(fixed);
  return TYPES[String(type)] ?? "another value";
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a map",
  record: "a map",
  int: "a whole number",
  null: "nothing",
};

function typeText(value: unknown): string {
  if (value === undefined) return "nothing";
  const type = Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
  return TYPES[type] ?? type;
}

function orList(names: readonly string[]): string {
  const last = names.at(-1) ?? "another value";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
}
