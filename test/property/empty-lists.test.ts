/** Every list that a manifest may leave empty is so on each server: the plan after an apply is empty. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isServiceName, serviceNames, serviceSettings } from "../../src/model/service.ts";
import { applyFolder, planFolder } from "../support/estate.ts";
import { estateOfKinds } from "../support/estate-of-kinds.ts";
import { temporaryFolder, writeFiles } from "../support/folders.ts";
import { manifest } from "../support/mosaic-manifests.ts";
import { oneByFile } from "../support/scale.ts";
import { serverNames, servers } from "../support/servers.ts";

interface Schema {
  readonly type?: string;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
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

/** A manifest, which is JSON, with its empty lists. */
function filled(text: string): string {
  const { kind, metadata, spec } = JSON.parse(text) as Manifest;
  const schema = readFileSync(`schema/${kind.toLowerCase()}.json`, "utf8");
  const { properties = {} } = JSON.parse(schema) as Schema;
  const all = Object.entries(withEmptyLists(spec, properties["spec"] ?? {}));
  const own = all.filter(([name]) => isSaid(kind, metadata.name, name));
  return manifest(kind, metadata, Object.fromEntries(own));
}

/** Whether a service has a field: the schema holds those of all services. A grid set has as many names as levels. */
function isSaid(kind: string, object: string, field: string): boolean {
  if (field === "scaleNames") return false;
  return kind !== "Service" || !isServiceName(object) || field in serviceSettings[object];
}

const services = serviceNames.map((name) => {
  return [`${name}.yaml`, manifest("Service", { name }, {})] as const;
});

const files = Object.entries(estateOfKinds(Object.fromEntries(services))).map(([name, content]) => {
  return [name, name.endsWith(".yaml") ? filled(String(content)) : content] as const;
});

test.for(oneByFile(import.meta.url, serverNames))("%s", async (server) => {
  const app = await servers[server]();
  const folder = temporaryFolder();
  writeFiles(folder, Object.fromEntries(files));
  const { planned, result } = await applyFolder(app, folder);
  expect(planned.diagnostics.map(({ message }) => message)).toEqual([]);
  expect(result?.diagnostics.map(({ message }) => message)).toEqual([]);
  expect((await planFolder(app, folder)).plan?.steps).toEqual([]);
});
