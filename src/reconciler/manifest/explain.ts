/** Explains kinds and fields from the schemas that validate manifests. Pure. */
import { z } from "zod";
import { kindNamed } from "../../model/kind-name.ts";
import { routePattern, type PathName } from "../../wire/paths.ts";
import type { AnyKind } from "../kind.ts";
import { API_VERSION, manifestKinds, manifestSchema } from "./parse.ts";
import { renderManifest } from "./write.ts";

/** A field of a schema. */
export interface ExplainedField {
  /** Such as `spec.granules.policy`. */
  readonly path: string;
  readonly description: string;
  /** Such as `string`, `list of string` or `map of …`, joined by "or". */
  readonly type: string;
  readonly required: boolean;
  /** As JSON. */
  readonly default: string | undefined;
  /** Empty when any value of the type is allowed. */
  readonly allowed: readonly string[];
}

/** A topic and the fields one level below. */
export interface Explanation extends ExplainedField {
  readonly topic: string;
  readonly fields: readonly ExplainedField[];
  /** For a whole kind only. */
  readonly kind?: {
    readonly workspace: "required" | "optional" | "none";
    /** Method and path. */
    readonly requests: readonly string[];
    /** As YAML. */
    readonly example: string;
  };
}

/** A topic that does not exist, and those that do. */
export interface UnknownTopic {
  readonly unknown: string;
  /** Parent of the unknown part; undefined for the topic itself. */
  readonly within: string | undefined;
  readonly known: readonly string[];
}

interface Schema {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** Documents beside the kinds, by name. */
export type OtherTopics = ReadonlyMap<string, { readonly schema: z.ZodType; readonly is: string }>;

/** How a topic is explained. */
export interface ExplainOptions {
  /** Whether `fields` has those of all levels. */
  readonly recursive?: boolean | undefined;
}

/** Explains `Kind` or `Kind.field.path`; `spec.` may be left out, lists and maps are implied. */
export function explain(
  topic: string,
  others: OtherTopics,
  { recursive = false }: ExplainOptions = {},
): Explanation | UnknownTopic {
  const [head = "", ...path] = topic.split(".").filter((part) => part !== "");
  const names = [...manifestKinds.keys(), ...others.keys()].toSorted();
  const name = kindNamed(head, names);
  if (name === undefined) return { unknown: head, within: undefined, known: names };
  const kind = manifestKinds.get(name);
  if (kind !== undefined) return explainKind(name, kind, { path, recursive });
  const other = others.get(name);
  const schema = schemaOf(other?.schema ?? z.unknown());
  if (path.length === 0) return whole(name, other?.is ?? "", below(schema, { recursive }));
  return named(name, walk(schema, { path, recursive, name }));
}

interface Asked {
  readonly path: readonly string[];
  readonly recursive: boolean;
}

function explainKind(
  name: string,
  kind: AnyKind,
  { path, recursive }: Asked,
): Explanation | UnknownTopic {
  const schema = schemaOf(manifestSchema(kind));
  if (path.length === 0) {
    // Without the envelope, which is the same for every kind.
    const belowEnvelope = ["metadata", "spec"].flatMap((part) =>
      below(schema.properties?.[part] ?? {}, { path: [part], recursive }),
    );
    const found = whole(name, kind.manifest?.description ?? "", belowEnvelope);
    return { ...found, kind: aboutKind(kind) };
  }
  const found = walk(schema, { path, recursive, name });
  // A path that begins with a known field is taken literally.
  const isNamed = !("unknown" in found) || found.within !== name;
  return named(name, isNamed ? found : walk(schema, { path: ["spec", ...path], recursive, name }));
}

function whole(topic: string, description: string, fields: readonly ExplainedField[]): Explanation {
  const about = { path: "", type: "object", required: true, default: undefined, allowed: [] };
  return { ...about, topic, description, fields };
}

function named(topic: string, found: Found | UnknownTopic): Explanation | UnknownTopic {
  return "unknown" in found ? found : { ...found, topic };
}

function schemaOf(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, { io: "input" }) as Schema;
}

function aboutKind({ name, manifest }: AnyKind): NonNullable<Explanation["kind"]> {
  const { kind = name, workspace = "none", example, requests = [] } = manifest ?? {};
  return {
    workspace,
    requests: requests.map((request) => {
      const [method = "", path = ""] = request.split(" ");
      return `${method} ${routePattern(path as PathName)}`;
    }),
    example: renderManifest({ apiVersion: API_VERSION, kind, ...example }),
  };
}

type Found = Omit<Explanation, "topic">;

function walk(
  schema: Schema,
  { path, recursive, name }: Asked & { readonly name: string },
): Found | UnknownTopic {
  let here = schema;
  let field: ExplainedField | undefined;
  const walked: string[] = [];
  for (const step of path.map((part) => part.replace(/\[\w*\]$/, ""))) {
    const [found] = stepsOf(here).filter(([key]) => key === step || key === undefined);
    if (found === undefined) {
      const known = stepsOf(here).flatMap(([key]) => key ?? []);
      return { unknown: step, within: [name, ...walked].join("."), known };
    }
    walked.push(step);
    here = found[1];
    field = fieldOf(walked.join("."), found);
  }
  const fields = below(here, { path: walked, recursive });
  return { ...(field ?? fieldOf("", [undefined, here, true])), fields };
}

type Step = readonly [name: string | undefined, schema: Schema, isRequired: boolean];

/** Fields of a schema, its list items and its forms; an undefined name stands for any. */
function stepsOf(schema: Schema): readonly Step[] {
  const { properties = {}, required = [], items, additionalProperties: named } = schema;
  const own = Object.entries(properties).map(
    ([key, one]) => [key, one, required.includes(key)] as const,
  );
  const inner = [...(items === undefined ? [] : [items]), ...formsOf(schema)].flatMap(stepsOf);
  const any = typeof named === "object" ? [[undefined, named, false] as const] : [];
  const seen = new Set<string | undefined>();
  return [...own, ...inner, ...any].filter(([key]) => !seen.has(key) && seen.add(key));
}

function formsOf({ anyOf = [], oneOf = [] }: Schema): readonly Schema[] {
  return [...anyOf, ...oneOf];
}

function below(
  schema: Schema,
  { path = [], recursive }: Partial<Asked>,
): readonly ExplainedField[] {
  return stepsOf(schema).flatMap((step) => {
    const own = [...path, step[0] ?? "NAME"];
    const more = recursive === true ? below(step[1], { path: own, recursive }) : [];
    return [fieldOf(own.join("."), step), ...more];
  });
}

function fieldOf(path: string, [, schema, required]: Step): ExplainedField {
  const { description = "", default: standard } = schema;
  return {
    path,
    description,
    type: typeOf(schema),
    required,
    default: standard === undefined ? undefined : JSON.stringify(standard),
    allowed: allowedIn(schema),
  };
}

function typeOf(schema: Schema): string {
  const { type, items, additionalProperties: named, properties } = schema;
  const forms = formsOf(schema);
  if (forms.length > 0) return [...new Set(forms.map(typeOf))].join(" or ");
  if (type === "array") return `list of ${items === undefined ? "anything" : typeOf(items)}`;
  if (typeof named === "object" && properties === undefined) return `map of ${typeOf(named)}`;
  if (typeof type === "string") return type;
  return type === undefined ? "anything" : type.join(" or ");
}

function allowedIn(schema: Schema): readonly string[] {
  const { const: only, enum: several = [], items } = schema;
  const own = only === undefined ? several : [only];
  const inner = [...(items === undefined ? [] : [items]), ...formsOf(schema)].flatMap(allowedIn);
  return [...new Set([...own.map(String), ...inner])];
}
