/** Everything that is known of a declared mosaic beyond its facts. */
import { type StorePlace } from "../../../model/store.ts";
import { pathTo } from "../../../wire/addressing.ts";
import type { DeclaredCoverage } from "../../../wire/coverage-settings.ts";
import type { RequestBody } from "../../../wire/request.ts";
import type { Address } from "../../../model/address.ts";
import type { Diagnostic, Position } from "../../../model/diagnostic.ts";
import type { MosaicDefinition } from "../../../model/mosaic.ts";
import type { ArtefactSet, ArtefactSource } from "../../kind.ts";
import type { StoreSettings } from "../published/store-settings.ts";
import type { FoundDefinition } from "./definition.ts";
import type { WantedGranules } from "./granules.ts";

/** A declared mosaic. */
export interface MosaicPayload {
  /** The store as it is declared; it may be read under the name that it had before. */
  readonly declared: StorePlace;
  readonly found: FoundDefinition;
  readonly definition: MosaicDefinition;
  readonly configure: "afterHarvest" | "onUpload";
  /** Undefined when coverages are left as they are. */
  readonly coverages: readonly DeclaredCoverage[] | undefined;
  readonly coveragesAt: Position;
  readonly granules: WantedGranules;
  /** Files that come with the definition and are no granules: they travel with it. */
  readonly extras: ArtefactSet;
  /** Locations of the granules that lie beside the definition. */
  readonly carried: ReadonlySet<string>;
  readonly settings: StoreSettings;
  /** What the included server does not do. */
  readonly notHere: readonly Diagnostic[];
  /** Layers that come with it and show less by their own manifests than new ones do. */
  readonly toHide?: readonly Address[];
  readonly bodies: Pick<ArtefactSource, "pack" | "packLater" | "bodyOf">;
}

/** Path of an upload to a store. */
export function uploadPath(place: StorePlace, upload: "file" | "external" | "remote"): string {
  return pathTo("coverageStoreUpload", { ...place, upload: `${upload}.imagemosaic` });
}

/** The archive with what defines a mosaic, and the granules given. */
export async function definitionBody(
  { found, extras, granules, bodies }: MosaicPayload,
  locations: readonly string[],
): Promise<RequestBody> {
  const texts = [...found.texts].map(([path, { artefact }]) => [path, artefact] as const);
  const own = locations.flatMap((location) => [...(granules.local.get(location)?.files ?? [])]);
  const files = new Map([...texts, ...extras, ...own]);
  const plain = [...found.texts.values()].every(({ secrets }) => secrets.length === 0);
  return plain && own.length === 0 ? bodies.pack(files) : bodies.packLater(files);
}
