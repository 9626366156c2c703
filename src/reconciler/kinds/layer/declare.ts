/** Declares layers: how they are drawn, and titles that no other manifest sets. */
import { documentIn } from "../../../wire/answered-document.ts";
import { APP_SCHEMA_TYPE } from "../../../model/app-schema.ts";
import { unusual } from "../../../model/schema.ts";
import { layerFlags, qualifiedName } from "../../../model/layer.ts";
import { parseDataStore } from "../../../wire/data-store.ts";
import { readLayer, type LayerSettings } from "../../../wire/layer.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { namesAt } from "../../../wire/list.ts";
import { getIfThere } from "../../../wire/reading.ts";
import type { Declare, KindContext } from "../../kind.ts";
import { declareEach, goneMeanwhile, NOTHING } from "../declare/each.ts";
import { brokenReason } from "../published/broken.ts";
import { geometryStyle } from "../published/geometry-style.ts";
import { isOwnMosaic } from "../published/own-mosaic.ts";
import { isCascaded, nounOf } from "../published/shown.ts";
import { readTitle, type FoundTitle } from "../published/title.ts";
import { FRESH } from "./observe.ts";
import { layerSettingFields } from "./settings.ts";

export const declareLayers: Declare = async (context, place) => {
  const { workspace, statedOnly } = place;
  if (workspace === null) return NOTHING;
  const path = pathTo("workspaceLayers", { workspace }, "xml");
  const names = await namesAt(context.read, path, "layer");
  const addresses = names.map((name) => ({ kind: "Layer", workspace, name }));
  return declareEach(addresses, place, async (address) => {
    const { kind, name } = address;
    const found = await readLayer(context.read, qualifiedName(workspace, name));
    if (found === undefined) return goneMeanwhile(address);
    if (found.broken !== undefined) return { address, reason: brokenReason(found.broken) };
    const { type } = found.settings;
    const drawn = specOf(found.settings, await readPublished(context, { workspace, name, type }));
    const { spec: others, notes } = layerSettingFields.declared(
      address,
      found.document,
      statedOnly,
    );
    const spec = { ...drawn, ...others };
    const isPlain =
      Object.keys(spec).length === 0 && notes.length === 0 && FRESH[type] !== undefined;
    if (isPlain) return { address, reason: "It comes with what it shows", everywhere: true };
    return { kind, workspace, name, spec, notes };
  });
};

function specOf(
  { type, defaultStyle, styles, ...flags }: LayerSettings,
  { title, isDisabled, isFreshKnown }: Published,
): Readonly<Record<string, unknown>> {
  const isUsual = defaultStyle === "" || (defaultStyle === FRESH[type] && isFreshKnown);
  return {
    ...(title === undefined ? {} : { title }),
    ...(isUsual ? {} : { defaultStyle }),
    ...(styles.length === 0 ? {} : { styles }),
    ...(isDisabled ? { enabled: false } : {}),
    ...unusual(layerFlags, flags),
  };
}

/** What the feature type or coverage behind a layer shows. */
interface Published {
  /** Mappings publish types without titles, so the layer declares the title. */
  readonly title: string | undefined;
  /** Set where only a layer can declare it. */
  readonly isDisabled: boolean;
  /** Whether every server gives a new layer this style, instead of one by geometry. */
  readonly isFreshKnown: boolean;
}

async function readPublished(
  context: KindContext,
  layer: { readonly workspace: string; readonly name: string; readonly type: string },
): Promise<Published> {
  const { workspace, type } = layer;
  const isRaster = type === "RASTER";
  const noun = nounOf(type);
  const found = isCascaded(noun) ? undefined : await readTitle(context, layer, noun);
  if (found === undefined) return { title: undefined, isDisabled: false, isFreshKnown: true };
  const { title, enabled, store, isUsual } = found;
  const isFreshKnown = isRaster || knowsFresh(context, found);
  const isTitled = !isRaster && !isUsual;
  const asks = isTitled || !enabled;
  const holds = isRaster ? isMosaic : isMapped;
  const isWithin = asks && (await holds(context, { workspace, store }));
  return {
    title: isWithin && isTitled ? title : undefined,
    isDisabled: isWithin && !enabled,
    isFreshKnown,
  };
}

function knowsFresh({ server }: KindContext, { document }: FoundTitle): boolean {
  const byGeometry = geometryStyle(document);
  return byGeometry === undefined ? server.software !== "geoserver" : byGeometry === "generic";
}

interface Store {
  readonly workspace: string;
  readonly store: string;
}

async function isMapped({ read }: KindContext, at: Store): Promise<boolean> {
  const store = await getIfThere(read, pathTo("dataStore", { ...at }, "xml"));
  return store !== undefined && parseDataStore(store).storeType === APP_SCHEMA_TYPE;
}

/** A mosaic elsewhere is declared with its coverages. */
async function isMosaic({ read }: KindContext, at: Store): Promise<boolean> {
  const store = await getIfThere(read, pathTo("coverageStore", { ...at }, "xml"));
  if (store === undefined) return false;
  return isOwnMosaic(documentIn(store).content, {
    workspace: at.workspace,
    name: at.store,
  });
}
