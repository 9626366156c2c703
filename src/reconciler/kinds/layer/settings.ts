/** Settings in the own document of a layer, beside how it is drawn. */
import { madeOnce } from "../../lazy.ts";
import { layerDocument, layerSettings, layerUsual } from "../../../model/layer.ts";
import { ownElements } from "../../../wire/codec.ts";
import { memberText } from "../../../wire/tree.ts";
import {
  attributionField,
  attributionSpec,
  recordsField,
  recordsSpecs,
} from "../fields/attribution.ts";
import { metadataField, metadataSpec } from "../fields/entries.ts";
import { tableSpec, textField, type DocumentField } from "../fields/fields.ts";
import { FOLLOWING, settingFields } from "../fields/setting-fields.ts";

export const layerSettingsSpec = madeOnce(() => ({
  ...tableSpec(layerSettings),
  attribution: attributionSpec().optional(),
  authorityUrls: recordsSpecs.authorityUrls.optional(),
  identifiers: recordsSpecs.identifiers.optional(),
  metadata: metadataSpec
    .optional()
    .describe("Entries that are plain texts, such as buffer; others stay."),
}));

const path: DocumentField<{ readonly path?: string | undefined }> = {
  ...textField("path", layerSettings.path),
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
    interpolation: textField("interpolation", layerSettings.interpolation),
    attribution: attributionField,
    authorityUrls: recordsField("authorityUrls"),
    identifiers: recordsField("identifiers"),
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
