/** Layers of cascaded stores (docs/compatibility.md, "Cascaded stores and layers"). */
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { wmsLayerSettings } from "../../../model/cascaded-layer.ts";
import { publishedFields as publishedTable } from "../../../model/published.ts";
import { asList, member, memberText, type Tree } from "../../../wire/tree.ts";
import { bindKind } from "../../kind.ts";
import type { DocumentKind } from "./contract.ts";
import { documentKind } from "./document-kind.ts";
import { isSecretText } from "../declare/secrets.ts";
import { entriesSpec, entryTexts, entryValue, listIn } from "../fields/entries.ts";
import type { PartHandler } from "../fields/contract.ts";
import { partsSpec } from "../fields/part-specs.ts";
import { partHandler, partHandlers } from "../fields/parts.ts";
import { keywordsField } from "./keywords.ts";
import { listPublished } from "./list.ts";
import {
  declaredNativeName,
  homesOf,
  layerOf,
  publishedCascades,
  publishedFields,
  publishedKeeps,
  publishedMetadata,
  publishedPaths,
  publishedSpec,
  setsOfCascadedLayer,
  storeFacts,
} from "./published.ts";
import { removeByLayer } from "../published/removal.ts";

const everySpec = madeOnce(() => z.strictObject(publishedSpec()));

const selected = {
  selectedRemoteFormats: {
    type: "texts",
    least: 1,
    means: "Every format that may be asked for.",
  },
  selectedRemoteStyles: {
    type: "texts",
    least: 1,
    means: "Every style of the other server that may be asked for.",
  },
} as const;
const scale = z.number().positive().optional();

const wmsSpec = madeOnce(() =>
  everySpec().extend({
    ...partsSpec(wmsLayerSettings),
    ...partsSpec(selected),
    minScale: scale.describe("The least scale denominator that it is drawn at."),
    maxScale: scale.describe("The greatest scale denominator that it is drawn at."),
    vendorParameters: entriesSpec(entryValue)
      .optional()
      .describe("Every parameter that is added to requests to the other server."),
  }),
);

type Spec = z.infer<ReturnType<typeof everySpec>>;

type WmsSpec = z.infer<ReturnType<typeof wmsSpec>>;

function scaleField(name: "minScale" | "maxScale"): PartHandler<WmsSpec> {
  const numberIn = (document: Tree) => Number(memberText(document, name) || 0);
  return {
    onChange: "update",
    wanted: (declared) => declared[name],
    shown: numberIn,
    declare: (document) => {
      const number = numberIn(document);
      return { spec: number > 0 ? { [name]: number } : {} };
    },
    body: ({ declared }) => ({ [name]: declared[name] ?? "" }),
  };
}

const vendorParametersField: PartHandler<WmsSpec> = {
  exposure: "other",
  onChange: "update",
  wanted: ({ vendorParameters }) =>
    vendorParameters && entryTexts(Object.entries(vendorParameters)),
  shown: (document, { wanted }) => {
    const known = new Set(listIn(wanted));
    const shown = (key: string, text: string) =>
      isSecretText(key, text) && !known.has(`${key}=${text}`) ? "(secret)" : text;
    return entryTexts(vendorParametersIn(document).map(([key, text]) => [key, shown(key, text)]));
  },
  declare: (document) => {
    const found = vendorParametersIn(document);
    // A manifest declares all parameters or none, and no secret in plain text.
    if (found.some(([key, text]) => isSecretText(key, text)))
      return { spec: {}, notes: ["vendorParameters"] };
    return { spec: found.length === 0 ? {} : { vendorParameters: Object.fromEntries(found) } };
  },
  body: ({ declared: { vendorParameters = {} } }) => ({
    vendorParameters: {
      entry: Object.entries(vendorParameters).map(([key, text]) => ({ "@key": key, $: text })),
    },
  }),
};

function vendorParametersIn(document: Tree): readonly (readonly [string, string])[] {
  const entries = asList(member(member(document, "vendorParameters"), "entry"));
  return entries.map((entry) => [memberText(entry, "@key") ?? "", memberText(entry, "$") ?? ""]);
}

const everyField = madeOnce(() => ({
  nativeName: {
    ...partHandler("nativeName", publishedTable.nativeName),
    declare: declaredNativeName(["nativeName"]),
  },
  ...publishedFields(),
  keywords: keywordsField([]),
  ...publishedMetadata(),
}));

const wmsFields = madeOnce(() => ({
  ...everyField(),
  ...partHandlers(wmsLayerSettings),
  ...partHandlers(selected),
  minScale: scaleField("minScale"),
  maxScale: scaleField("maxScale"),
  vendorParameters: vendorParametersField,
}));

const services = {
  wms: { prefix: "Wms", label: "WMS", what: "maps" },
  wmts: { prefix: "Wmts", label: "WMTS", what: "tiles" },
} as const;

type About<One> = Pick<DocumentKind<One, One>, "spec" | "fields">;

export function cascadedLayerKind<One extends Spec>(
  service: keyof typeof services,
  { spec, fields }: About<One>,
) {
  const { prefix, label, what } = services[service];
  const root = `${service}Layer` as const;
  const paths = publishedPaths({
    document: root,
    collection: `${service}StoreLayers`,
    // A stock server ignores changes sent to the path below the store.
    single: root,
  });
  const stores = `${prefix}Store` as const;
  const republished = { root, paths, keywords: [] };
  const requests = {
    wms: ["POST wmsStoreLayers", "PUT wmsLayer", "DELETE wmsLayer"],
    wmts: ["POST wmtsStoreLayers", "PUT wmtsLayer", "DELETE wmtsLayer"],
  } as const;
  return bindKind(
    documentKind<One, One>({
      name: `${prefix}Layer`,
      description: `A layer of the ${what} that another server draws, with what clients see of it; a stock server asks the other one when it is created.`,
      spec,
      example: {
        metadata: { workspace: "base", name: "bluemarble" },
        spec: { store: "nasa", nativeName: "BlueMarble", title: "Blue Marble" },
      },
      requests: [...requests[service], "DELETE layer", "POST layerRules", "DELETE layerRule"],
      weight: 52,
      noun: `${label} layer`,
      root,
      takes: "layer",
      fields,
      read: async (manifest) => ({ declared: manifest.spec, diagnostics: [] }),
      terms: ({ srs }) => [{ type: "system", text: srs, path: ["srs"] }],
      requires: ({ workspace }, { store }) => [{ kind: stores, workspace, name: store }],
      brings: layerOf,
      sets: setsOfCascadedLayer,
      contains: ({ address }) => layerOf(address),
      list: {
        inWorkspace: listPublished(
          { kind: `${prefix}Layer`, list: `${root}s`, element: root, paths },
          { single: `${service}Store`, collection: `${service}Stores`, isForeign: () => false },
        ),
      },
      livesIn: homesOf([stores]),
      always: storeFacts,
      paths,
      postedEnabled: true,
      isChangedWhole: true,
      removeWithDependents: ({ address }) => [removeByLayer(`${label} layer`, address)],
      keeps: publishedKeeps(republished),
      cascades: publishedCascades(republished),
    }),
  );
}

export const wmsLayerParts: About<WmsSpec> = { spec: wmsSpec, fields: wmsFields };

export const wmtsLayerParts: About<Spec> = { spec: everySpec, fields: everyField };
