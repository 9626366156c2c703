/** Manifests for layers: how they are drawn, and titles that no other manifest gives. */
import { APP_SCHEMA_TYPE } from "../../../model/app-schema.ts";
import { qualifiedName } from "../../../model/layer.ts";
import { parseDataStore } from "../../../wire/data-store.ts";
import { readLayer } from "../../../wire/layer.ts";
import { parseNames } from "../../../wire/list.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { getIfThere } from "../../../wire/reading.ts";
import { bodyText } from "../../../wire/request.ts";
import { parseXml } from "../../../wire/xml.ts";
import type { Declare, KindContext } from "../../kind.ts";
import { declareEach, goneMeanwhile, NOTHING } from "../declare/each.ts";
import { geometryStyle } from "../published/geometry-style.ts";
import { readTitle } from "../published/title.ts";
import { FRESH } from "./observe.ts";

/** Declares the layers of a workspace. */
export const declareLayers: Declare = async (context, place) => {
  const { workspace } = place;
  if (workspace === null) return NOTHING;
  const path = pathTo("workspaceLayers", { workspace }, "xml");
  const list = await getIfThere(context.read, path);
  const names = list === undefined ? [] : parseNames(list, "layer");
  const addresses = names.map((name) => ({ kind: "Layer", workspace, name }));
  return declareEach(addresses, place, async (address) => {
    const { kind, name } = address;
    const found = await readLayer(context.read, qualifiedName(workspace, name));
    if (found === undefined) return goneMeanwhile(address);
    const { type, defaultStyle, styles, enabled, queryable, opaque } = found.settings;
    const published = await readPublished(context, { workspace, name, type });
    const isUsual = defaultStyle === "" || (defaultStyle === FRESH[type] && !published.isTyped);
    const spec = {
      ...(published.title === undefined ? {} : { title: published.title }),
      ...(isUsual ? {} : { defaultStyle }),
      ...(styles.length === 0 ? {} : { styles }),
      ...(enabled === false ? { enabled } : {}),
      ...(queryable ? {} : { queryable }),
      ...(opaque ? { opaque } : {}),
    };
    const isPlain = Object.keys(spec).length === 0 && FRESH[type] !== undefined;
    if (isPlain) return { address, reason: "It comes with what it shows", everywhere: true };
    return { kind, workspace, name, spec };
  });
};

/** What the feature type or coverage behind a layer says of it. */
interface Published {
  /** The title, where only a layer can say it: mappings publish types without. */
  readonly title: string | undefined;
  /** Whether some servers give a new layer a style by the geometry that it shows. */
  readonly isTyped: boolean;
}

async function readPublished(
  context: KindContext,
  layer: { readonly workspace: string; readonly name: string; readonly type: string },
): Promise<Published> {
  const { workspace, name, type } = layer;
  const nothing = { title: undefined, isTyped: false };
  if (type === "RASTER") return nothing;
  const path = pathTo("featureType", { workspace, featureType: name }, "xml");
  const response = await getIfThere(context.read, path);
  if (response === undefined) return nothing;
  const isTyped = geometryStyle(parseXml(bodyText(response)).content) !== undefined;
  const found = await readTitle(context, { workspace, name }, "feature type");
  if (found === undefined || found.isUsual) return { title: undefined, isTyped };
  const store = pathTo("dataStore", { workspace, store: found.store }, "xml");
  const home = await getIfThere(context.read, store);
  const isMapped = home !== undefined && parseDataStore(home).storeType === APP_SCHEMA_TYPE;
  return { title: isMapped ? found.title : undefined, isTyped };
}
