/** Settings of layer groups beside their members. */
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { groupSettings } from "../../../model/layer-group.ts";
import {
  attribution,
  authorityUrls,
  caching,
  identifiers,
  links,
} from "../../../model/published-parts.ts";
import { ownElements } from "../../../wire/codec.ts";
import { layerGroupElements } from "../../../wire/layer-group.ts";
import { membersOfGroups } from "../../../wire/layer-group-settings.ts";
import { metadataField, metadataSpec } from "../fields/metadata.ts";
import { keywordsField, keywords } from "../document/keywords.ts";
import { linksHandler } from "../document/links.ts";
import { partHandlers } from "../fields/parts.ts";
import { partsSpec } from "../fields/part-specs.ts";
import { FOLLOWING, settingFields } from "../fields/setting-fields.ts";
import { translationsField, translationsSpec } from "../document/translations.ts";

const described = { attribution, authorityUrls, identifiers, caching } as const;

export const groupSettingsSpec = madeOnce(() => ({
  titles: translationsSpec().optional().describe("The title in every language, by its code."),
  abstracts: translationsSpec().optional().describe("The abstract in every language, by its code."),
  ...partsSpec({ keywords }),
  links: z.strictObject(partsSpec({ metadata: links.metadata })).optional(),
  ...partsSpec(described),
  metadata: metadataSpec
    .optional()
    .describe(
      "Entries that are plain texts and that no other field says; others stay, and null takes one away.",
    ),
}));

export const groupSettingFields = settingFields(
  () => ({
    titles: translationsField("titles", "internationalTitle"),
    abstracts: translationsField("abstracts", "internationalAbstract"),
    keywords: keywordsField([]),
    linksToMetadata: linksHandler("metadata"),
    ...partHandlers(described),
    metadata: metadataField,
  }),
  () => [
    ...FOLLOWING,
    ...ownElements({ fields: groupSettings, written: membersOfGroups }),
    ...layerGroupElements,
    "layers",
  ],
);
