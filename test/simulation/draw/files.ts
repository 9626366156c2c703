/** Estates as files, as people write them. */
import { PNG, mapping, sld } from "../../support/estates/artefacts.ts";
import { indexer, manifest, raster } from "../../support/mosaics/mosaic-manifests.ts";
import type { Artefact, Thing } from "../history.ts";

/** The manifests of an estate and the files that they name, by path; a manifest is JSON, which is YAML. */
export function filesOf(things: readonly Thing[]): Readonly<Record<string, string | Uint8Array>> {
  const files = things.flatMap(({ kind, metadata, spec, files: own }, index) => [
    [`${String(index).padStart(2, "0")}-${kind}.yaml`, manifest(kind, metadata, spec)] as const,
    ...Object.entries(own).map(([path, artefact]) => [path, bytesOf(artefact)] as const),
  ]);
  return Object.fromEntries(files);
}

/** What is in a file. */
export function bytesOf(artefact: Artefact): string | Uint8Array {
  if ("text" in artefact) return artefact.text;
  if ("sld" in artefact) return sld({ colour: artefact.sld });
  if ("css" in artefact) return `* { stroke: ${artefact.css}; }\n`;
  if ("indexer" in artefact) return indexer({ columns: artefact.indexer });
  if ("raster" in artefact) return raster(artefact.raster, artefact.bits ?? 8);
  if ("png" in artefact) return Buffer.concat([PNG, Buffer.alloc(artefact.png)]);
  const { mapping: types, uri, comment } = artefact;
  return mapping(types, { uri, ...(comment === undefined ? {} : { comment }) });
}
