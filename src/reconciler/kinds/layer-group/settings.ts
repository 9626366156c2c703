/** Settings of layer groups beside their members. */
import { madeOnce } from "../../lazy.ts";
import { groupSettings } from "../../../model/layer-group.ts";
import { caching } from "../../../model/property-groups.ts";
import { ownElements } from "../../../wire/codec.ts";
import { layerGroupElements } from "../../../wire/layer-group.ts";
import { membersOfGroups } from "../../../wire/layer-group-settings.ts";
import {
  attributionField,
  attributionSpec,
  recordsField,
  recordsSpecs,
} from "../fields/attribution.ts";
import { metadataField, metadataSpec } from "../fields/entries.ts";
import { groupField, groupSpec } from "../document/group.ts";
import { keywordsField, keywordsSpec } from "../document/keywords.ts";
import { linksField, linksSpec } from "../document/links.ts";
import { FOLLOWING, settingFields } from "../fields/setting-fields.ts";
import { translationsField, translationsSpec } from "../document/translations.ts";

export const groupSettingsSpec = madeOnce(() => ({
  titles: translationsSpec().optional().describe("The title in every language, by its code."),
  abstracts: translationsSpec().optional().describe("The abstract in every language, by its code."),
  keywords: keywordsSpec().optional(),
  links: linksSpec().pick({ metadata: true }).optional(),
  attribution: attributionSpec().optional(),
  authorityUrls: recordsSpecs.authorityUrls.optional(),
  identifiers: recordsSpecs.identifiers.optional(),
  caching: groupSpec(caching).optional().describe("How long clients may keep maps of it."),
  metadata: metadataSpec
    .optional()
    .describe(
      "Entries that are plain texts and that no other field says; others stay, and null takes one away.",
    ),
}));

export const groupSettingFields = settingFields(
  {
    titles: translationsField("titles", "internationalTitle"),
    abstracts: translationsField("abstracts", "internationalAbstract"),
    keywords: keywordsField([]),
    linksToMetadata: linksField("metadata"),
    attribution: attributionField,
    authorityUrls: recordsField("authorityUrls"),
    identifiers: recordsField("identifiers"),
    caching: groupField("caching", caching),
    metadata: metadataField,
  },
  new Set([
    ...FOLLOWING,
    ...ownElements({ fields: groupSettings, written: membersOfGroups }),
    ...layerGroupElements,
    "layers",
  ]),
);
