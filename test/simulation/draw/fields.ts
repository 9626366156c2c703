/** Values for the fields of manifests, drawn from the JSON Schemas of their kinds. */
import { readFileSync } from "node:fs";
import type { Chance } from "../chance.ts";
import { LEFT_OUT, meantValue } from "./values.ts";

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly propertyNames?: { readonly pattern?: string };
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
}

const schemas = new Map<string, Schema>();

/** The schema of the spec of a kind. */
function specSchema(kind: string): Schema {
  const known = schemas.get(kind);
  if (known !== undefined) return known;
  const file = new URL(`../../../schema/${kind.toLowerCase()}.json`, import.meta.url);
  const { properties } = JSON.parse(readFileSync(file, "utf8")) as Schema;
  const spec = properties?.["spec"] ?? {};
  schemas.set(kind, spec);
  return spec;
}

/** Names of the fields of a spec. */
export function fieldsOf(kind: string): readonly string[] {
  return Object.keys(specSchema(kind).properties ?? {});
}

/** What decides who sees what is drawn more often than what is only written down. */
const TELLING = new Set([
  "enabled",
  "filter",
  "attributes",
  "sqlView",
  "disabledServices",
  "isolated",
  "globalServices",
]);

/** How often a field is drawn. */
const USUAL_SHARE = 0.06;
const TELLING_SHARE = 0.35;

/** Draws some of these fields of a kind; what cannot be drawn alone is left to who makes the object. */
export function drawFields(
  kind: string,
  names: readonly string[],
  chance: Chance,
): Readonly<Record<string, unknown>> {
  const { properties = {} } = specSchema(kind);
  const drawn = names.flatMap((name) => {
    const schema = properties[name];
    const share = TELLING.has(name) ? TELLING_SHARE : USUAL_SHARE;
    if (schema === undefined || !chance.is(share)) return [];
    const value = drawValue(schema, [kind, name], chance);
    return value === LEFT_OUT ? [] : [[name, value] as const];
  });
  return Object.fromEntries(drawn);
}

/** Draws one value; `path` begins with the kind. */
function drawValue(schema: Schema, path: readonly string[], chance: Chance): unknown {
  const meant = meantValue(path, chance);
  if (meant !== undefined) return meant;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return chance.pick(schema.enum);
  if (schema.anyOf !== undefined) return drawValue(chance.pick(schema.anyOf), path, chance);
  const { type } = schema;
  switch (typeof type === "string" ? type : chance.pick(type ?? ["string"])) {
    case "object":
      return drawObject(schema, path, chance);
    case "array":
      return drawList(schema, path, chance);
    case "boolean":
      return chance.is(0.5);
    case "integer":
      return lowest(schema) + chance.below(3);
    case "number":
      return lowest(schema) + chance.pick([0, 0.5, 1]) + (schema.exclusiveMinimum ?? 0);
    case "null":
      return null;
    default:
      return chance.is(0.03) ? chance.pick(WILD) : chance.pick(TEXTS);
  }
}

const TEXTS = ["One", "Two & more", "Drei <3>", "quatre  é"];

/** Texts that are taken from somewhere else, and that nobody looks at closely. */
const WILD = [
  " in blanks ",
  "two\r\nlines",
  "two\nlines",
  "",
  "\u00a0",
  "a\u000bb",
  "a\ufffeb",
  "\ud83d\ude00",
];

function lowest({ minimum, exclusiveMinimum }: Schema): number {
  if (exclusiveMinimum !== undefined) return exclusiveMinimum + 1;
  return minimum === undefined || minimum < -1e6 ? 0 : minimum;
}

function drawList(schema: Schema, path: readonly string[], chance: Chance): readonly unknown[] {
  const { items, prefixItems, minItems = 0 } = schema;
  if (prefixItems !== undefined) return prefixItems.map((one) => drawValue(one, path, chance));
  const count = Math.max(minItems, chance.below(3));
  const drawn = Array.from({ length: count }, () => drawValue(items ?? {}, [...path, "*"], chance));
  const known = new Set<string>();
  return drawn.filter((one) => {
    const text = JSON.stringify(one);
    return one !== LEFT_OUT && !known.has(text) && known.add(text);
  });
}

function drawObject(
  schema: Schema,
  path: readonly string[],
  chance: Chance,
): Readonly<Record<string, unknown>> {
  const { properties, required = [], additionalProperties, propertyNames } = schema;
  if (properties !== undefined) {
    const chosen = Object.entries(properties).filter(
      ([name]) => required.includes(name) || chance.is(0.4),
    );
    const drawn = chosen.map(([name, one]) => [name, drawValue(one, [...path, name], chance)]);
    return Object.fromEntries(drawn.filter(([, value]) => value !== LEFT_OUT)) as Record<
      string,
      unknown
    >;
  }
  const isOfLanguages = propertyNames?.pattern?.includes("A-Za-z") === true;
  const keys = chance.some(isOfLanguages ? ["en", "de"] : ["note", "more"], 0.6);
  const value = typeof additionalProperties === "object" ? additionalProperties : {};
  return Object.fromEntries(keys.map((key) => [key, drawValue(value, [...path, key], chance)]));
}
