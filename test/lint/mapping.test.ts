/** What is worth a warning in mappings. */
import { expect, test } from "vitest";
import { lintMapping } from "../../src/lint/mapping.ts";

function mapping(inside: string): Buffer {
  return Buffer.from(
    `<as:AppSchemaDataAccess xmlns:as="http://www.geotools.org/app-schema">\n${inside}\n</as:AppSchemaDataAccess>`,
  );
}

function mapped(inside: string): Buffer {
  return mapping(
    `<typeMappings><FeatureTypeMapping><attributeMappings><AttributeMapping>\n${inside}\n</AttributeMapping></attributeMappings></FeatureTypeMapping></typeMappings>`,
  );
}

function told(bytes: Buffer): readonly string[] {
  return lintMapping(bytes).map(({ line, column, message, hint = "" }) =>
    `${line}:${column} ${message}. ${hint}`.trimEnd(),
  );
}

test.each([
  [
    "what there is",
    mapped(
      "<targetAttribute>a</targetAttribute><sourceExpression><OCQL>b</OCQL></sourceExpression>",
    ),
  ],
  [
    "elements of other sources",
    mapping(
      "<sourceDataStores><DataStore><id>a</id></DataStore><SolrDataStore><anything/></SolrDataStore></sourceDataStores>",
    ),
  ],
  ["a file of another sort", Buffer.from("<other><typeMapings/></other>")],
])("of a mapping with %s nothing is told", (_, bytes) => {
  expect(told(bytes)).toEqual([]);
});

test.each([
  [
    mapped("<targetAtribute>a</targetAtribute>"),
    "3:1 targetAtribute is no element of a mapping; servers pass over it. Did you mean targetAttribute?",
  ],
  [
    mapped(
      "<sourceExpression><OCQL>b</OCQL>\n<encodeIfEmpty>true</encodeIfEmpty></sourceExpression>",
    ),
    "4:1 encodeIfEmpty is not read in sourceExpression; servers pass over it. It belongs in AttributeMapping.",
  ],
  [
    mapping("<typeMaping/>\n<typeMaping/>"),
    "2:1 typeMaping is no element of a mapping; servers pass over it (and in 1 more place). Did you mean typeMappings?",
  ],
])("what no server reads in a mapping is told", (bytes, finding) => {
  expect(told(bytes)).toEqual([finding]);
});
