/** Settings in the own document of a layer, beside how it is drawn. */
import { madeOnce } from "../../lazy.ts";
import { attribution, authorityUrls, identifiers } from "../../../model/published-parts.ts";
import { layerDocument, layerSettings, layerUsual } from "../../../model/layer.ts";
import { ownElements } from "../../../wire/codec.ts";
import { memberText } from "../../../wire/tree.ts";
import { metadataField, metadataSpec } from "../fields/metadata.ts";
import type { PartHandler } from "../fields/contract.ts";
import { partHandler } from "../fields/parts.ts";
import { partHandlers } from "../fields/parts.ts";
import { partsSpec } from "../fields/part-specs.ts";
import { FOLLOWING, settingFields } from "../fields/setting-fields.ts";

const described = { attribution, authorityUrls, identifiers } as const;

export const layerSettingsSpec = madeOnce(() => ({
  ...partsSpec(layerSettings),
  ...partsSpec(described),
  metadata: metadataSpec
    .optional()
    .describe("Entries that are plain texts, such as buffer; others stay."),
}));

const path: PartHandler<{ readonly path?: string | undefined }> = {
  ...partHandler("path", layerSettings.path),
  shown: (document) => memberText(document, "path") || ROOT,
  declare: (document) => {
    const text = memberText(document, "path") ?? "";
    return { spec: text === "" || text === ROOT ? {} : { path: text } };
  },
};

const ROOT = "/";

export const layerSettingFields = settingFields(
  {
    path,
    interpolation: partHandler("interpolation", layerSettings.interpolation),
    ...partHandlers(described),
    metadata: metadataField,
  },
  new Set([
    ...ownElements(layerDocument),
    ...Object.keys(layerUsual),
    ...FOLLOWING,
    "defaultWMSInterpolationMethod",
    "attribution",
    "authorityURLs",
    "identifiers",
    "metadata",
  ]),
);
