/** Settings of a style's entry beside its content. */
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { names } from "../../../model/schema.ts";
import { defined } from "../../../model/defined.ts";
import { metadataField, metadataSpec } from "../fields/metadata.ts";
import type { PartHandler } from "../fields/contract.ts";
import { partsSpec, type SaidPart } from "../fields/part-specs.ts";
import { partHandler } from "../fields/parts.ts";
import { FOLLOWING, settingFields } from "../fields/setting-fields.ts";

const pixels = {
  type: "count",
  usual: 0,
  least: 0,
  most: Number.MAX_SAFE_INTEGER,
  means: "Pixels.",
} as const;

const legend = {
  type: "record",
  parts: {
    url: {
      type: "filled-word",
      path: "onlineResource",
      isRequired: true,
      means: "Address of the picture, or its path beside the styles of the scope.",
    },
    format: { type: "filled-word", means: "Media type of the picture, such as image/png." },
    width: pixels,
    height: pixels,
  },
} as const;

export const styleSettingsSpec = madeOnce(() => ({
  legend: z
    .strictObject(partsSpec(legend.parts))
    .nullable()
    .optional()
    .describe("A picture in the place of the legend that servers draw; null for none."),
  metadata: metadataSpec
    .optional()
    .describe("Entries that are plain texts; others stay, and null takes one away."),
}));

export interface StyleSettings {
  readonly legend?: SaidPart<typeof legend> | null | undefined;
  readonly metadata?: z.infer<typeof metadataSpec> | undefined;
}

const { wanted, shown, declare } = partHandler("legend", legend);

const legendField: PartHandler<StyleSettings> = {
  onChange: "update",
  wanted: (declared) => wanted({ legend: declared.legend === null ? {} : declared.legend }),
  shown: (document, about) => shown(document, { ...about, declared: undefined }),
  declare,
  body: ({ declared: { legend: said } }) => {
    if (said == null) return { legend: { "@xsi:nil": "true" } };
    const { url = "", format, width = 0, height = 0 } = said;
    return { legend: defined({ width, height, format, onlineResource: url }) };
  },
};

export const styleSettingFields = settingFields(
  () => ({ legend: legendField, metadata: metadataField }),
  () => [...FOLLOWING, ...names("name workspace format languageVersion filename legend metadata")],
);
