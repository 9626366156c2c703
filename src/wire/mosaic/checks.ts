/** Checks that the parts of a mosaic definition are consistent. */
import { insideFolder } from "../../model/mosaic/granule-path.ts";
import { coverageNamed, domainsOf, locationAttributeOf } from "../../model/mosaic/coverage.ts";
import {
  isInDatabase,
  type MosaicCollector,
  type MosaicDefinition,
  type MosaicSchema,
} from "../../model/mosaic.ts";
import type { Report } from "./indexer.ts";
import type { Properties } from "./properties.ts";

/** Reports problems of every granule, and unsupported settings. */
export function checkDefinition(
  definition: MosaicDefinition,
  parameters: Properties,
  report: Report,
): void {
  checkSchemas(definition, parameters, report);
  const at = (key: string) => ({ line: parameters.get(key.toLowerCase())?.line });
  const notHere = (key: string) => ({ ...at(key), about: "included-server" as const });
  if (definition.useExistingSchema && !isInDatabase(definition.index)) {
    const message =
      "UseExistingSchema=true needs an index that exists already, and the included server uses one in PostGIS alone; " +
      "leave it out to have the granules indexed";
    report("error", message, notHere("UseExistingSchema"));
  }
  if (parameters.get("cog")?.value.toLowerCase() === "true") {
    report("warning", "Cog=true: granules at URLs are not indexed, only files are", notHere("Cog"));
  }
  for (const folder of definition.indexingDirectories) {
    if (insideFolder(folder) !== undefined) continue;
    const message = `IndexingDirectories: ${folder} lies outside of the mosaic and is not indexed; harvest it`;
    report("warning", message, notHere("IndexingDirectories"));
  }
  if (parameters.has("auxiliarydatastorefile")) {
    const message = "AuxiliaryDatastoreFile is not used: what is in files is kept with the mosaic";
    report("warning", message, notHere("AuxiliaryDatastoreFile"));
  }
}

function checkSchemas(definition: MosaicDefinition, parameters: Properties, report: Report): void {
  const names = definition.coverages.flatMap(({ name }) => name ?? []);
  const problems = (names.length === 0 ? [definition.name] : names).flatMap((name) => {
    const schema = coverageNamed(definition, name)?.schema ?? definition.schema;
    return schema === undefined ? [] : [...schemaProblems(definition, name, schema)];
  });
  const line = parameters.get("schema")?.line;
  for (const problem of new Set(problems)) report("error", problem, { line });
  if (names.length === 0 && definition.schema !== undefined) {
    checkCollectors(definition.collectors, definition.schema, (message) => {
      report("warning", message, { line: parameters.get("propertycollectors")?.line });
    });
  }
}

function checkCollectors(
  collectors: readonly MosaicCollector[],
  schema: MosaicSchema,
  warn: (message: string) => void,
): void {
  const known = new Set(schema.attributes.map(({ name }) => name));
  for (const { type, attributes } of collectors) {
    for (const attribute of attributes.filter((one) => !known.has(one))) {
      warn(`A ${type} collector fills ${attribute}, which the schema has not`);
    }
  }
}

function* schemaProblems(
  definition: MosaicDefinition,
  coverage: string,
  { attributes }: MosaicSchema,
): Generator<string> {
  const types = new Map(attributes.map(({ name, type }) => [name, type]));
  const location = locationAttributeOf(definition, coverage);
  if (types.get(location) !== "string") {
    yield `The schema has no attribute ${location} for the path; add ${location}:String`;
  }
  for (const { name, start, end } of domainsOf(definition, coverage)) {
    for (const attribute of end === undefined ? [start] : [start, end]) {
      const type = types.get(attribute);
      if (type === undefined || type === "geometry") {
        yield `The schema has no attribute ${attribute} for the dimension ${name}; add it`;
      }
    }
  }
}
