/** Plans name a field as manifests do, so that whoever reads a plan finds the line. */
import { expect, it } from "vitest";
import { kinds } from "../../src/reconciler/kinds/registry.ts";
import { explain } from "../../src/reconciler/manifest/explain.ts";

/** What plans show and no field of a spec says, with the reason. */
const words: Readonly<Record<string, string>> = {
  "type of the store": "the server says it; the kind of the manifest stands for it",
  "type of the coverage store": "the same",
  "type of the data store": "the same",
  roles: "an entry of `rules` is an object of its own, and they are its value",
  content: "a digest of the file that `source` names",
  format: "the end of the name of that file",
  images: "digests of the files beside it",
  "feature types": "the mapping publishes them",
  "unpublished types": "the same",
  "place of the index": "a file of the definition says it",
  "columns of the index": "the same",
  "content of granules": "digests of the files that `granules` names",
  harvested: "what was last brought of `granules`",
  "styles that its tiles show": "digests of styles that manifests of their own declare",
  "granules that its tiles show": "the same of mosaics",
  "data that its bounds show": "the same of stores, for `refresh`",
};

const shownFields = [...kinds.values()].flatMap((kind) =>
  Object.entries(kind.fields).map(([field, { label = field }]) => ({ kind, label })),
);

it("names every field of every kind by its path in the spec, or in words where it has none", () => {
  const unknown = shownFields.filter(({ kind, label }) => {
    const name = kind.manifest && (kind.manifest.kind ?? kind.name);
    return name === undefined || "unknown" in explain(`${name}.spec.${label}`, new Map());
  });
  expect(new Set(unknown.map(({ label }) => label))).toEqual(new Set(Object.keys(words)));
});
