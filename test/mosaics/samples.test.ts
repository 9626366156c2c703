/** Real mosaics, against the verdicts that were written down before. */
import { describe, expect, test } from "vitest";
import type { MosaicDefinition } from "../../src/model/mosaic.ts";
import { collect } from "../../src/model/mosaic/collect.ts";
import {
  coverageNamed,
  coverageNameOf,
  domainsOf,
  schemaOf,
} from "../../src/model/mosaic/coverage.ts";
import type { GranuleValue } from "../../src/model/granule.ts";
import { describeSamples } from "../support/run/samples.ts";
import type { Accepted } from "./expected.ts";
import { domainTexts, granuleAt, readFiles, sampleFiles, schemaText } from "./support.ts";
import { verdicts, type MosaicVerdict } from "./verdicts.ts";

function summary(definition: MosaicDefinition) {
  const names = definition.coverages.flatMap(({ name }) => name ?? []);
  const coverage = names[0] ?? definition.name;
  const schema = coverageNamed(definition, coverage)?.schema ?? definition.schema;
  return {
    name: definition.name,
    schema: schema === undefined ? undefined : schemaText(schema.attributes),
    domains: domainTexts(domainsOf(definition, coverage)),
    coverages: names,
    collectors: definition.collectors.map(
      ({ type, attributes }) => `${type}(${attributes.join()})`,
    ),
    index: definition.index.type,
    canBeEmpty: definition.canBeEmpty,
  };
}

/** Collected values without the location, and times as text; nothing that is null but expected. */
function valuesOf(definition: MosaicDefinition, path: string, accepted: Accepted) {
  const source = granuleAt(path, {}, accepted.variable);
  const named = coverageNameOf(definition, source);
  const { values, problem: fault } = collect(definition, source);
  expect(fault).toBeUndefined();
  const coverage = "problem" in named ? named.problem : (named.name ?? "none");
  const types = new Map(
    schemaOf(definition, coverage, source.grid).attributes.map(({ name, type }) => [name, type]),
  );
  const shown = Object.entries(values ?? {})
    .filter(([name]) => name !== definition.locationAttribute)
    .map(([name, value]): [string, GranuleValue] =>
      types.get(name) === "timestamp" && typeof value === "number"
        ? [name, new Date(value).toISOString()]
        : [name, value],
    );
  return { coverage, values: Object.fromEntries(shown) };
}

function aboutOf(expected: MosaicVerdict["read"]) {
  return "told" in expected ? "included-server" : "format";
}

describeSamples("real mosaics", () => {
  describe.for(verdicts)("$path", ({ path, root, read: expected, ground }) => {
    test("is read as its verdict says", async () => {
      const { root: found, read, granules } = readFiles(await sampleFiles(path));
      expect(found, ground).toBe(root);
      const errors = read.problems
        .filter(({ severity, about }) => severity === "error" && about === aboutOf(expected))
        .map(({ message }) => message)
        .join("\n");
      if ("refused" in expected || "told" in expected) {
        expect(errors, ground).toMatch("told" in expected ? expected.told : expected.refused);
        return;
      }
      expect(errors, ground).toBe("");
      const { name, schema, domains, coverages, collectors, index, canBeEmpty = false } = expected;
      const wanted = { name, schema, domains, coverages, collectors, index, canBeEmpty };
      expect(summary(read.definition), ground).toEqual(wanted);
      expect(granules).toEqual(Object.keys(expected.granules).toSorted());
      for (const granule of granules) {
        expect(valuesOf(read.definition, granule, expected), granule).toEqual({
          coverage: expected.coverageOf?.[granule] ?? name,
          values: expected.granules[granule],
        });
      }
    });
  });
});
