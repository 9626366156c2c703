/**
 * What the cases of the corpus exercise, against all that there is to exercise: every action and field
 * rule of every kind, every danger, every field of every manifest. A case says what its plans held in
 * `exercises.txt`, which the corpus writes and compares as it runs (test/corpus/exercises.ts).
 */
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { dangerNames, lifecycles, type AnyKind } from "../src/reconciler/kind.ts";
import { manifestKinds } from "../src/reconciler/manifest/parse.ts";
import { kinds } from "../src/reconciler/kinds/registry.ts";

const folder = fileURLToPath(new URL("../test/corpus/cases", import.meta.url));

/** Names of cases by what they exercise; what nothing exercises has none. */
export type Coverage = ReadonlyMap<string, readonly string[]>;

const HARVESTS = "test/scenarios/stock-mosaics.test.ts";

/**
 * What cases cannot hold, with the tests that exercise it: what is harvested lies at an absolute
 * path of the server, and a case is the same on every machine.
 */
export const elsewhere: ReadonlyMap<string, string> = new Map([
  ["update ImageMosaic.harvest", HARVESTS],
  ["ImageMosaic spec.granules.sources", HARVESTS],
  ["ImageMosaic spec.granules.revision", HARVESTS],
  ...[
    "AppSchemaStore spec.variables.*.inForce",
    "BlobStore spec.secrets.*.inForce",
    "DataStore spec.connectionParameters.*.inForce",
    "File spec.variables.*.inForce",
    "ImageMosaic spec.variables.*.inForce",
    "User spec.password.inForce",
    "WmsStore spec.secrets.*.inForce",
    "WmtsStore spec.secrets.*.inForce",
  ].map((field) => [field, "test/scenarios/in-force.test.ts"] as const),
  ["danger grid-set-in-use", "test/scenarios/grid-set-in-use.test.ts"],
  ["danger schema-not-in-force", "test/scenarios/schemas-in-force.test.ts"],
  ["danger blob-store-in-use", "test/scenarios/blob-stores.test.ts"],
  // Nobody drops a table in a case.
  ["danger index-table", "test/scenarios/mosaic-purge.test.ts"],
  // A case is files alone; a command has to be one that can be run.
  ...[
    "AppSchemaStore spec.variables.*.fromExec",
    "BlobStore spec.secrets.*.fromExec",
    "DataStore spec.connectionParameters.*.fromExec",
    "File spec.variables.*.fromExec",
    "ImageMosaic spec.variables.*.fromExec",
    "KeystorePassword spec.current.fromExec",
    "KeystorePassword spec.new.fromExec",
    "User spec.password.fromExec",
    "WmsStore spec.secrets.*.fromExec",
    "WmtsStore spec.secrets.*.fromExec",
  ].map((field) => [field, "test/scenarios/secrets-from-commands.test.ts"] as const),
]);

/** Every rule of every kind, every danger. */
export function ruleCoverage(): Coverage {
  const found = casesBy((name) => {
    const path = join(folder, name, "exercises.txt");
    return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
  });
  const rules = [...kinds.values()].flatMap(rulesOf);
  return pick(found, [...rules, ...dangerNames.map((name) => `danger ${name}`)]);
}

function rulesOf(kind: AnyKind): readonly string[] {
  const { name, fields, manifest } = kind;
  const isSet = kind.set !== undefined;
  const actions = {
    create: isSet || kind.create !== undefined,
    delete: isSet || kind.remove !== undefined,
    forget: !isSet && kind.remove === undefined,
    rename: manifest?.hasPreviousName === true,
    restore: kind.recovery?.reapply !== undefined,
    scope: kind.list?.inWorkspace !== undefined,
  };
  return [
    ...Object.entries(actions).flatMap(([action, is]) => (is ? [`${action} ${name}`] : [])),
    ...Object.entries(fields).map(([field, { onChange }]) => `${onChange} ${name}.${field}`),
  ];
}

/** Every field of every manifest. */
export function fieldCoverage(): Coverage {
  const schemas = new Map<string, Schema>(
    [...manifestKinds].map(([name, { manifest }]) => [
      name,
      z.toJSONSchema(manifest?.spec() ?? z.never(), { io: "input" }) as Schema,
    ]),
  );
  const found = casesBy((name) =>
    manifestsOf(name).flatMap(({ kind, metadata, spec }) => {
      const { previousName, labels, lifecycle } = metadata;
      const used: string[] = [];
      visit(schemas.get(kind) ?? {}, spec, `${kind} spec`, (path) => used.push(path));
      if (previousName !== undefined) used.push(`${kind} metadata.previousName`);
      if (labels !== undefined) used.push("metadata.labels");
      if (lifecycle !== undefined) used.push(`metadata.lifecycle: ${lifecycle}`);
      return used;
    }),
  );
  const wanted = [...manifestKinds].flatMap(([name, { manifest }]) => [
    ...fieldsOf(schemas.get(name) ?? {}, `${name} spec`),
    ...(manifest?.hasPreviousName === true ? [`${name} metadata.previousName`] : []),
  ]);
  const common = ["metadata.labels", ...lifecycles.map((one) => `metadata.lifecycle: ${one}`)];
  return pick(found, [...wanted, ...common]);
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** Schemas one step below, with what the step is called; undefined for another form of the same. */
function stepsOf(schema: Schema): readonly (readonly [string | undefined, Schema])[] {
  const { properties = {}, additionalProperties, items, anyOf = [], oneOf = [] } = schema;
  const isRecord = typeof additionalProperties === "object";
  return [
    ...Object.entries(properties).map(([name, one]) => [`.${name}`, one] as const),
    ...(isRecord ? [[".*", additionalProperties] as const] : []),
    ...(items === undefined ? [] : [["[]", items] as const]),
    ...[...anyOf, ...oneOf].map((one) => [undefined, one] as const),
  ];
}

function fieldsOf(schema: Schema, path: string): readonly string[] {
  const found = stepsOf(schema).flatMap(([step, one]) =>
    step === undefined
      ? fieldsOf(one, path)
      : [...(step === "[]" ? [] : [`${path}${step}`]), ...fieldsOf(one, `${path}${step}`)],
  );
  return [...new Set(found)];
}

/** Reports the paths of a schema that a value uses. */
function visit(schema: Schema, value: unknown, path: string, tell: (path: string) => void): void {
  for (const [step, one] of stepsOf(schema)) {
    if (step === undefined) visit(one, value, path, tell);
    else {
      for (const member of membersAt(schema, value, step)) {
        if (step !== "[]") tell(`${path}${step}`);
        visit(one, member, `${path}${step}`, tell);
      }
    }
  }
}

function membersAt(schema: Schema, value: unknown, step: string): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  if (step === "[]") return Array.isArray(value) ? value : [];
  const entries = Object.entries(value);
  const named = (name: string) => name in (schema.properties ?? {});
  return entries
    .filter(([name]) => (step === ".*" ? !named(name) : step === `.${name}`))
    .map(([, member]) => member as unknown);
}

interface CaseManifest {
  readonly kind: string;
  readonly metadata: {
    readonly previousName?: string;
    readonly labels?: object;
    readonly lifecycle?: string;
  };
  readonly spec: unknown;
}

function manifestsOf(name: string): readonly CaseManifest[] {
  const files = globSync(`${folder}/${name}/{before,after,other}/**/*.yaml`);
  return files.flatMap((file) =>
    parseAllDocuments(readFileSync(file, "utf8")).flatMap((one) => {
      const found = one.toJS() as Partial<CaseManifest> | null;
      return found?.metadata === undefined ? [] : [found as CaseManifest];
    }),
  );
}

function casesBy(exercised: (name: string) => readonly string[]): Coverage {
  const found = new Map<string, string[]>();
  for (const name of readdirSync(folder).toSorted()) {
    for (const rule of new Set(exercised(name)))
      found.set(rule, [...(found.get(rule) ?? []), name]);
  }
  return found;
}

function pick(found: Coverage, wanted: readonly string[]): Coverage {
  return new Map(wanted.toSorted().map((rule) => [rule, found.get(rule) ?? []]));
}

/** How many cases a row names. */
const NAMED = 3;

/** The page of the corpus: every rule and every field, with the cases that exercise it. */
export function coveragePage(notice: string): string {
  const table = (head: string, coverage: Coverage) => {
    const rows = [...coverage].map(([rule, names]) => {
      const shown = names.length === 0 ? [elsewhere.get(rule) ?? ""] : names.slice(0, NAMED);
      const named = shown.map((name) => `\`${name}\``);
      const others = names.length - shown.length;
      const more = others > 0 ? ` and ${others} more` : "";
      return `| \`${rule}\` | ${named.join(", ")}${more} |`;
    });
    return `| ${head} | Cases |\n|---|---|\n${rows.join("\n")}\n`;
  };
  return `# What the cases exercise

${notice}
## Rules and the cases that exercise them

The rules come from the plans of the corpus, in both directions. \`update\`, \`replace\` and \`refuse\` are what a difference
in a field leads to. \`forget\` releases what cannot be deleted, \`rename\` gives another name, \`restore\` brings an object back
after a deletion, \`scope\` deletes because of \`prune: scope\`, and \`danger\` stops a plan until you accept it.

${table("Rule", ruleCoverage())}
## Fields of manifests and the cases that use them

${table("Field", fieldCoverage())}`;
}
