/** Settings in the own document of a layer, beside how it is drawn. */
import { madeOnce } from "../../lazy.ts";
import { layerDocument, layerSettings, layerUsual } from "../../../model/layer.ts";
import { elementsOf } from "../../../model/schema.ts";
import { ownElements } from "../../../wire/codec.ts";
import { memberText } from "../../../wire/tree.ts";
import type { PartHandler } from "../fields/contract.ts";
import { metadataField, metadataSpec } from "../fields/metadata.ts";
import { partHandlers } from "../fields/parts.ts";
import { partsSpec } from "../fields/part-specs.ts";
import { FOLLOWING, settingFields } from "../fields/setting-fields.ts";

export const layerSettingsSpec = madeOnce(() => ({
  ...partsSpec(layerSettings),
  metadata: metadataSpec
    .optional()
    .describe("Entries that are plain texts, such as buffer; others stay."),
}));

const pathField: Partial<PartHandler<unknown>> = {
  shown: (document) => memberText(document, "path") || ROOT,
  declare: (document) => {
    const text = memberText(document, "path") ?? "";
    return { spec: text === "" || text === ROOT ? {} : { path: text } };
  },
};

const ROOT = "/";

export const layerSettingFields = settingFields(
  () => {
    const handlers = partHandlers(layerSettings);
    return { ...handlers, path: { ...handlers.path, ...pathField }, metadata: metadataField };
  },
  () => [
    ...ownElements(layerDocument),
    ...elementsOf(layerSettings),
    ...Object.keys(layerUsual),
    ...FOLLOWING,
    "metadata",
  ],
);
