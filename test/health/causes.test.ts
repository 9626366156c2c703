/** Texts of a live 2.28.2 that no recording holds, with the object that they are about. */
import { expect, test } from "vitest";
import { causeOf } from "../../src/reconciler/health/causes.ts";

const address = { kind: "Layer", workspace: "city", name: "relief" };
const store = { ...address, kind: "CoverageStore" };
const published = { ...address, kind: "FeatureType" };

test.for([
  [
    'operation "ImageRead" requires parameter at index 0 to be non-null.',
    "CoverageStore/city:relief cannot be opened: its file is not there, or cannot be read",
    store,
  ],
  [
    'Cannot invoke "GeometryDescriptor.getName()" because the return value of "FeatureType.getGeometryDescriptor()" is null',
    "FeatureType/city:relief has no geometry to draw",
    published,
  ],
] as const)("%s", ([said, text, cause]) => {
  expect(causeOf(said, { address, style: undefined, store, published })).toEqual({ text, cause });
});
