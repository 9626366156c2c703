/**
 * Tile layers, which servers create by themselves. A PUT replaces the document as a whole, so
 * undeclared fields are sent as they are (docs/decisions/0056-tile-layers.md).
 */
import type { Address } from "../../model/address.ts";
import { qualifiedName } from "../../model/layer.ts";
import { blankTileLayer, patchedTileLayer, type TileLayer } from "../../model/tile-layer.ts";
import { ifMatch, xmlRequest } from "../../wire/request.ts";
import { parseTileLayerInput, tileLayerXml } from "../../wire/tile-layer.ts";
import { truncation } from "../../wire/tile-tasks.ts";
import { parseXml } from "../../wire/xml.ts";
import {
  namesText,
  bindKind,
  type AffectedObject,
  type Kind,
  type KindContext,
  type Live,
  type Resource,
  type Step,
  type UpdateOf,
  type WantedObject,
} from "../kind.ts";
import { lazy } from "../lazy.ts";
import { nameProblems } from "./identity/name.ts";
import { workspaceOf } from "./identity/workspace.ts";
import { tileReach } from "./published/reach.ts";
import {
  readTiles,
  TILE_LAYER_KIND,
  tilePath,
  unusualIn,
  usualTiles,
  wholeFacts,
  type UsualTiles,
} from "./published/tile-layer.ts";
import { declaredTiles, type TileLayerPayload } from "./tile-layer/declared.ts";
import { SET, STALE, tileLayerRules } from "./published/tile-facts.ts";
import { patchOf, tileLayerSpec, type TileLayerSpec } from "./tile-layer/spec.ts";
import { heldBy, keptByTiles, tilesUsing } from "./tile-layer/uses.ts";

const UNKEPT =
  "Most likely its feature type has no geometry: a stock server answers with success then and keeps nothing. Remove the manifest of the tile layer, or give the type a geometry; the log of the server says which it is.";

const kind: Kind<TileLayerSpec, TileLayerPayload> = {
  name: TILE_LAYER_KIND,
  manifest: {
    description:
      "How the tiles of a layer or layer group are cached; without a workspace, of a global layer group. Servers make one for each of them by themselves; fields that are left out are not changed, and a tile layer that is no longer declared stays as it is.",
    workspace: "optional",
    spec: tileLayerSpec,
    example: {
      metadata: { workspace: "geology", name: "boreholes" },
      spec: {
        formats: ["image/png", "application/vnd.mapbox-vector-tile"],
        gridsets: { "EPSG:4326": {}, "EPSG:900913": { zoom: [0, 14], cached: [0, 10] } },
        gutter: 20,
        expire: { clients: 3600 },
        filters: { STYLES: { styles: "all" }, TIME: { regex: ".*" } },
        truncate: "onStyleChange",
      },
    },
    requests: ["PUT tileLayer", "POST massTruncate"],
  },
  fields: tileLayerRules,
  decisive: ["document"],
  weight: 75,
  resolve: async (manifest) => ({
    resources: [declaredTiles(manifest, undefined)],

    diagnostics: nameProblems(manifest, "layer"),
  }),
  check: lazy(async () => (await import("./tile-layer/without-geometry.ts")).ofPlainType),
  observe: async (context, wanted) => {
    if (wanted.length === 0) return [];
    const usual = await usualTiles(context);
    const found = await Promise.all(wanted.map((one) => observe(context, one, usual)));
    return found.filter((live) => live !== undefined);
  },
  declare: lazy(async () => (await import("./tile-layer/declare.ts")).declareTileLayers),
  create: async ({ address, payload: { manifest, tiled } }, context) => {
    const base = (await usualTiles(context))[tiled];
    const layer = patchedTileLayer(base, patchOf(manifest.spec, base));
    return [setting(address, layer, `set up the tiles of ${nameOf(address)}`)];
  },
  update: async (change) => [...changing(change), ...truncating(change)],
  names: {
    resolveNames: ({ payload: { manifest } }, others) => declaredTiles(manifest, others),
  },
  users: { find: tilesUsing, kept: keptByTiles },
  reach: tileReach,
  answers: {
    unkept: ({ action, failed }) => (action === "create" && !failed ? UNKEPT : undefined),
  },
  recovery: {
    isUnrestored: (_before, now) => now["automatic"] === true,
    reapply,
  },
};

function nameOf({ workspace, name }: Pick<Address, "workspace" | "name">): string {
  return qualifiedName(workspace, name);
}

async function observe(
  context: KindContext,
  { address, facts, payload, presence }: WantedObject<TileLayerPayload>,
  usual: UsualTiles,
): Promise<Live | undefined> {
  const found = await readTiles(context, address);
  if (found === undefined) return undefined;
  const { layer, etag } = found;
  const requires = [...workspaceOf(address), ...heldBy(layer, payload)];
  if (presence) return { address, facts: {}, requires, etag };
  const isAutomatic = unusualIn(layer, usual).length === 0;
  const wanted = payload === undefined ? facts : declaredTiles(payload.manifest, undefined).facts;
  return { address, facts: wholeFacts(address, layer, { isAutomatic, wanted }), requires, etag };
}

function layerIn({ facts }: Pick<Live, "facts">): TileLayer {
  const { content } = parseXml(String(facts["document"]));
  return patchedTileLayer(blankTileLayer, parseTileLayerInput(content).patch);
}

function setting(address: Address, layer: TileLayer, summary: string): Step {
  const text = tileLayerXml(nameOf(address), layer);
  return {
    summary,
    request: xmlRequest("PUT", tilePath(address), text),
  };
}

function changing({ resource, live, fields }: UpdateOf<TileLayerPayload>): readonly Step[] {
  const changed = SET.filter((field) => fields.includes(field));
  if (changed.length === 0) return [];
  const { address, payload } = resource;
  const before = layerIn(live);
  const layer = patchedTileLayer(before, patchOf(payload.manifest.spec, before));
  const labels = namesText(changed, tileLayerRules);
  const { summary, request } = setting(
    address,
    layer,
    `change ${labels} of the tiles of ${nameOf(address)}`,
  );
  return [{ summary, request: { ...request, ...ifMatch(live.etag) } }];
}

/** Sent last: what the tiles show has to be there when they are drawn again. */
function truncating({
  resource: { address },
  fields,
}: UpdateOf<TileLayerPayload>): readonly Step[] {
  const stale = Object.entries(STALE).find(([field]) => fields.includes(field));
  if (stale === undefined) return [];
  const name = nameOf(address);
  const summary = `truncate the tiles of ${name}, ${stale[1]}`;
  return [{ summary, request: truncation(name), isLast: true }];
}

function reapply(
  affected: AffectedObject,
  declaredNow: Resource<TileLayerPayload> | undefined,
): readonly Step[] {
  const { address } = affected;
  const before = layerIn(affected);
  const patch = declaredNow === undefined ? {} : patchOf(declaredNow.payload.manifest.spec, before);
  const layer = patchedTileLayer(before, patch);
  return [setting(address, layer, `give the tiles of ${nameOf(address)} their settings back`)];
}

export const tileLayerKind = bindKind(kind);
