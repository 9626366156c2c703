/** Lists and maps that are empty in manifests are so on each server, from the start or later: the plan after an apply is empty. */
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { describe, expect, test } from "vitest";
import { isServiceName, serviceNames, serviceSettings } from "../../src/model/service.ts";
import { isKept } from "../../src/model/server-line.ts";
import { dangerNames } from "../../src/reconciler/kind.ts";
import type { Chance } from "../simulation/chance.ts";
import { drawFields } from "../simulation/draw/fields.ts";
import type { StockLine } from "../stock/lines.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { estateOfKinds } from "../support/estates/estate-of-kinds.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";
import { isProof } from "../support/run/scale.ts";
import { drawnLine } from "../support/servers/drawn-line.ts";
import { serverNames, servers } from "../support/servers/servers.ts";

interface Schema {
  readonly type?: string;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
}

type Spec = Readonly<Record<string, unknown>>;

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Spec;
}

/** A spec with each list that it does not say, empty. */
function withEmptyLists(spec: Spec, { properties = {} }: Schema): Spec {
  const lists = Object.entries(properties).flatMap(([name, schema]): [string, unknown][] => {
    if (schema.type === "array")
      return schema.minItems === undefined && !(name in spec) ? [[name, []]] : [];
    if (schema.type !== "object") return [];
    const inner = withEmptyLists((spec[name] ?? {}) as Spec, schema);
    return Object.keys(inner).length === 0 ? [] : [[name, inner]];
  });
  return { ...spec, ...Object.fromEntries(lists) };
}

/** A value with each list and map in it empty that may be so. */
function emptied(value: unknown, { type, minItems, properties, additionalProperties }: Schema) {
  if (type === "array" && minItems === undefined) return [];
  if (typeof additionalProperties === "object") return {};
  if (type !== "object" || properties === undefined) return value;
  const inner = Object.entries(value as Spec).map(([name, one]): [string, unknown] => [
    name,
    emptied(one, properties[name] ?? {}),
  ]);
  return Object.fromEntries(inner);
}

/** Draws all that there is but what is rare, each time the first of what may be said. */
const fully: Chance = {
  number: () => 0,
  below: (bound) => Math.max(0, bound - 1),
  is: (share) => share > 0.05,
  pick: ([first]) => {
    if (first === undefined) throw new RangeError("there is nothing to pick from");
    return first;
  },
  some: (all) => all,
  shuffled: (all) => all,
};

/** What cannot be drawn alone. */
const byHand: Readonly<Record<string, Spec>> = {
  AccessRules: { scope: [] },
  Layer: { styles: ["line"] },
  Settings: { contact: { internationalCity: { en: "Delft" } } },
  TileLayer: { gridsets: { "EPSG:4326": {} } },
  User: { groups: [] },
};

/** A spec with something in each of its lists and maps, but nothing in those of the first so many fields. */
function emptiedUpTo(count: number, kind: string, spec: Spec, { properties = {} }: Schema): Spec {
  const names = Object.keys(properties).filter((name) => !(name in spec));
  const drawn = Object.entries({ ...drawFields(kind, names, fully), ...byHand[kind] });
  const fields = drawn.flatMap(([name, full]) => {
    const none = emptied(full, properties[name] ?? {});
    return JSON.stringify(full) === JSON.stringify(none) ? [] : [{ name, full, none }];
  });
  const said = fields.map(({ name, full, none }, index) => [name, index < count ? none : full]);
  return { ...spec, ...Object.fromEntries(said) };
}

/** A manifest, which is JSON, with another spec. */
function withSpec(
  text: string,
  line: StockLine | undefined,
  change: (kind: string, spec: Spec, schema: Schema) => Spec,
): string {
  const { kind, metadata, spec } = JSON.parse(text) as Manifest;
  const schema = readFileSync(`schema/${kind.toLowerCase()}.json`, "utf8");
  const { properties = {} } = JSON.parse(schema) as Schema;
  const all = Object.entries(change(kind, spec, properties["spec"] ?? {}));
  const own = all.filter(([name]) => isSaid(kind, metadata.name, name, line));
  return manifest(kind, metadata, Object.fromEntries(own));
}

/**
 * Whether an object has a field: the schema holds those of all services, a grid set has as many names as levels, and
 * servers of some lines do not know some.
 */
function isSaid(kind: string, object: string, field: string, line: StockLine | undefined): boolean {
  if (field === "scaleNames" || (line !== undefined && !isKept(line, kind, field))) return false;
  return kind !== "Service" || !isServiceName(object) || field in serviceSettings[object];
}

const services = serviceNames.map((name) => {
  return [`${name}.yaml`, manifest("Service", { name }, {})] as const;
});

function filesWith(line: StockLine | undefined, change: Parameters<typeof withSpec>[2]) {
  const files = Object.entries(estateOfKinds(Object.fromEntries(services)));
  return Object.fromEntries(
    files.map(([name, content]) => {
      return [
        name,
        name.endsWith(".yaml") ? withSpec(String(content), line, change) : content,
      ] as const;
    }),
  );
}

// What is empty means something of its own to a stock server.
describe.for(isProof ? serverNames : (["stock"] as const))("%s", (server) => {
  const lineOf = () => (server === "documented" ? undefined : drawnLine());

  test("lists that are empty from the start", async () => {
    await expectApplied(await servers[server](), [
      filesWith(lineOf(), (_, ...given) => withEmptyLists(...given)),
    ]);
  });

  test("lists and maps that become empty, each alone", async () => {
    const upTo = (count: number) => filesWith(lineOf(), (...given) => emptiedUpTo(count, ...given));
    const commits: ReturnType<typeof filesWith>[] = [upTo(0)];
    for (let next = upTo(1); JSON.stringify(next) !== JSON.stringify(commits.at(-1));)
      next = upTo(commits.push(next));
    await expectApplied(await servers[server](), commits);
  });
});

/** One after the other is applied, and nothing is left to do after each. */
async function expectApplied(
  app: FastifyInstance,
  commits: readonly ReturnType<typeof filesWith>[],
) {
  const folder = temporaryFolder();
  for (const files of commits) {
    writeFiles(folder, files);
    const { planned, result } = await applyFolder(app, folder, { allow: dangerNames });
    expect(planned.diagnostics.map(({ message }) => message)).toEqual([]);
    expect(result?.diagnostics.map(({ message }) => message)).toEqual([]);
    expect((await planFolder(app, folder)).plan?.steps).toEqual([]);
  }
}
