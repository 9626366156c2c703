/** Resolves manifests of tile layers. */
import type { Address } from "../../../model/address.ts";
import { addressMap, addressSet } from "../../../model/address-map.ts";
import { digestOfValue } from "../../../model/digest.ts";
import { formatName, splitQualifiedName } from "../../../model/layer.ts";
import { blankTileLayer } from "../../../model/tile-layer.ts";
import {
  setIn,
  type Declared,
  type Facts,
  type Manifest,
  type Naming,
  type Resource,
} from "../../kind.ts";
import { workspaceOf } from "../identity/workspace.ts";
import { globalFirst } from "../published/references.ts";
import { TILE_LAYER_KIND, type Tiled } from "../published/tile-layer.ts";
import { tileFacts } from "../published/tile-facts.ts";
import { GRANULES, storeData } from "../published/store-data.ts";
import { patchOf, truncatesOn, type TileLayerSpec } from "./spec.ts";
import { ownGridSets } from "./uses.ts";

export interface TileLayerPayload {
  readonly manifest: Manifest<TileLayerSpec>;
  readonly tiled: Tiled;
  /** Set where a manifest lists them. */
  readonly attributes: readonly string[] | undefined;
}

/** `others` are the other declared objects, where known. */
export function declaredTiles(
  manifest: Manifest<TileLayerSpec>,
  others: Declared | undefined,
): Resource<TileLayerPayload> {
  const { name, workspace, spec, locate } = manifest;
  const { of, bringer } = tiledIn(manifest, others);
  const styles =
    others === undefined || !truncatesOn(spec, "onStyleChange") ? [] : stylesOf(of, others);
  const mosaics =
    others === undefined || !truncatesOn(spec, "onGranules") ? [] : mosaicsOf(of, others);
  const gridSets = gridSetsOf(spec);
  const where = locate(["metadata", "name"]);
  const remembered = { ...rememberedStyles(spec, styles), ...rememberedGranules(mosaics, others) };
  return {
    address: { kind: TILE_LAYER_KIND, workspace, name },
    facts: { ...declaredFacts(spec), ...remembered },
    // Existing tiles are assumed to show styles and granules as declared now.
    assumed: remembered,
    payload: { manifest, tiled: tiledAs(of, bringer), attributes: attributesOf(bringer) },
    requires: [
      ...workspaceOf({ workspace }),
      of,
      ...(bringer === undefined ? [] : [bringer.address]),
      ...styles.map(([style]) => style),
      ...mosaics,
      ...gridSets,
      ...blobStoresOf(spec, others),
    ],
    named: addressMap<Naming>([
      ...gridSets.map((one) => [one, { where: locate(["spec", "gridsets", one.name]) }] as const),
      [of, { where, hint: HINT }],
    ]),
    where,
  };
}

function tiledIn(
  { workspace, name }: Pick<Address, "workspace" | "name">,
  others: Declared | undefined,
): { readonly of: Address; readonly bringer: Resource | undefined } {
  const group: Address = { kind: "LayerGroup", workspace, name };
  const isGroup = workspace === null || others?.isDeclared(group) === true;
  const of: Address = isGroup ? group : { kind: "Layer", workspace, name };
  return { of, bringer: others?.bringer(of) };
}

function tiledAs({ kind }: Address, bringer: Resource | undefined): Tiled {
  if (kind === "LayerGroup") return "group";
  const by = bringer?.address.kind;
  return by === "Coverage" || by === "ImageMosaic" ? "coverage" : "vector";
}

function attributesOf(bringer: Resource | undefined): TileLayerPayload["attributes"] {
  const { attributes } = bringer?.facts ?? {};
  return Array.isArray(attributes) ? (attributes as readonly string[]) : undefined;
}

function declaredFacts(spec: TileLayerSpec): Facts {
  const said = new Set(
    Object.entries(spec.gridsets ?? {}).flatMap(([gridSet, { extent }]) =>
      extent === undefined ? [] : [gridSet],
    ),
  );
  return tileFacts(patchOf(spec, blankTileLayer), (gridSet) => said.has(gridSet));
}

type NamedStyles = readonly (readonly [style: Address, digest: string])[];

function rememberedStyles(spec: TileLayerSpec, styles: NamedStyles): Facts {
  if (!truncatesOn(spec, "onStyleChange")) return {};
  return { styles: styles.map(([style, digest]) => `${formatName(style)} ${digest}`) };
}

function rememberedGranules(mosaics: readonly Address[], others: Declared | undefined): Facts {
  if (others === undefined || mosaics.length === 0) return {};
  const granules = mosaics.flatMap(({ workspace, name }) =>
    storeData({ workspace, store: name }, [MOSAIC_KIND], others, GRANULES),
  );
  return { granules };
}

function blobStoresOf(
  { blobStore = "" }: TileLayerSpec,
  others: Declared | undefined,
): readonly Address[] {
  const address = { kind: "BlobStore", workspace: null, name: blobStore };
  return others?.isDeclared(address) === true ? [address] : [];
}

/** A missing grid set breaks all capabilities of a stock server. */
function gridSetsOf({ gridsets = {} }: TileLayerSpec): readonly Address[] {
  return ownGridSets(Object.keys(gridsets));
}

const HINT = "A tile layer has the name of a layer, or of a layer group that is declared.";

/** The declared mosaics behind a layer, or behind the layers that a group names. */
function mosaicsOf(of: Address, others: Declared): readonly Address[] {
  const named = setIn(others.facts(of), "layers").map((text) =>
    text.replace(/^\d+\. /, "").replace(/ as [^]+$/, ""),
  );
  const shown = named.map((name) => ({ kind: "Layer", ...splitQualifiedName(name) }));
  const found = [of, ...shown].flatMap((layer) => {
    const { address, facts } = others.bringer(layer) ?? {};
    if (address?.kind === MOSAIC_KIND) return [address];
    const name = address?.kind === "Coverage" ? String(facts?.["store"]) : undefined;
    return name === undefined ? [] : [{ kind: MOSAIC_KIND, workspace: layer.workspace, name }];
  });
  return [...addressSet(found.filter(others.isDeclared))];
}

const MOSAIC_KIND = "ImageMosaic";

/** The declared styles of a layer or layer group, with digests of their facts. */
function stylesOf(of: Address, { isDeclared, facts }: Declared): NamedStyles {
  const own = facts(of);
  const defaultStyle = own?.["defaultStyle"];
  const drawn = setIn(own, "layers").flatMap(
    (text) => / as (?<style>[^]+)/.exec(text)?.groups?.["style"] ?? [],
  );
  const texts = [
    ...(typeof defaultStyle === "string" ? [defaultStyle] : []),
    ...setIn(own, "styles"),
    ...drawn,
  ];
  const scope = { workspace: of.workspace, isDeclared };
  const meant = addressSet(
    texts.map((text) => globalFirst("Style", formatName(splitQualifiedName(text)), scope)),
  );
  return [...meant].flatMap((style) => {
    const found = facts(style);
    return found === undefined ? [] : [[style, shortDigest(found)] as const];
  });
}

const SHOWN = 19;

function shortDigest(found: unknown): string {
  return digestOfValue(found).slice(0, SHOWN);
}
