/** A declared mosaic beyond its facts. */
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
  /** The declared store; it may be read under its former name. */
  readonly declared: StorePlace;
  readonly found: FoundDefinition;
  readonly definition: MosaicDefinition;
  readonly configure: "afterHarvest" | "onUpload";
  /** Undefined when coverages are left as they are. */
  readonly coverages: readonly DeclaredCoverage[] | undefined;
  readonly coveragesAt: Position;
  readonly granules: WantedGranules;
  /** Files sent with the definition, without granules. */
  readonly extras: ArtefactSet;
  /** Locations of the granules beside the definition. */
  readonly carried: ReadonlySet<string>;
  readonly settings: StoreSettings;
  /** What the included server does not support. */
  readonly notHere: readonly Diagnostic[];
  /** Layers that it brings and whose own manifests hide more than new layers do. */
  readonly toHide?: readonly Address[];
  readonly bodies: Pick<ArtefactSource, "pack" | "packLater" | "bodyOf">;
}

export function uploadPath(place: StorePlace, upload: "file" | "external" | "remote"): string {
  return pathTo("coverageStoreUpload", { ...place, upload: `${upload}.imagemosaic` });
}

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
