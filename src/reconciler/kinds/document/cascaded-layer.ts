/** Layers of cascaded stores (docs/compatibility.md, "Cascaded stores and layers"). */
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import type { CascadedService } from "../../../model/cascaded-store.ts";
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
import {
  declaredNativeName,
  publishedFields,
  publishedMetadata,
  publishedSpec,
  setsOfCascadedLayer,
} from "./published.ts";
import { publishedKind } from "./store-kinds.ts";

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

type About<One> = Pick<DocumentKind<One, One>, "spec" | "fields">;

export function cascadedLayerKind<One extends Spec>(
  service: CascadedService,
  { spec, fields }: About<One>,
) {
  const label = service === "wms" ? "WMS" : "WMTS";
  const what = service === "wms" ? "maps" : "tiles";
  return bindKind(
    documentKind<One, One>({
      ...publishedKind(`${label} layer`),
      description: `A layer of the ${what} that another server draws, with what clients see of it; a stock server asks the other one when it is created.`,
      spec,
      example: {
        metadata: { workspace: "base", name: "bluemarble" },
        spec: { store: "nasa", nativeName: "BlueMarble", title: "Blue Marble" },
      },
      weight: 52,
      fields,
      read: async (manifest) => ({ declared: manifest.spec, diagnostics: [] }),
      terms: ({ srs }) => [{ type: "system", text: srs, path: ["srs"] }],
      sets: setsOfCascadedLayer,
      isChangedWhole: true,
    }),
  );
}

export const wmsLayerParts: About<WmsSpec> = { spec: wmsSpec, fields: wmsFields };

export const wmtsLayerParts: About<Spec> = { spec: everySpec, fields: everyField };
