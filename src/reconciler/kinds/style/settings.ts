/** Settings of a style's entry beside its content. */
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { names } from "../../../model/schema.ts";
import { member, memberText, type Tree } from "../../../wire/tree.ts";
import { isSecretAddress, shownAddresses } from "../declare/secrets.ts";
import { entryTexts } from "../fields/entries.ts";
import { metadataField, metadataSpec } from "../fields/metadata.ts";
import type { PartHandler } from "../fields/contract.ts";
import { filledText } from "../fields/texts.ts";
import { FOLLOWING, settingFields } from "../fields/setting-fields.ts";

const pixels = z.int().nonnegative().optional().describe("Pixels.");

const legendSpec = madeOnce(() =>
  z.strictObject({
    url: filledText.describe("Address of the picture, or its path beside the styles of the scope."),
    format: filledText.optional().describe("Media type of the picture, such as image/png."),
    width: pixels,
    height: pixels,
  }),
);

type Legend = z.infer<ReturnType<typeof legendSpec>>;

export const styleSettingsSpec = madeOnce(() => ({
  legend: legendSpec()
    .nullable()
    .optional()
    .describe("A picture in the place of the legend that servers draw; null for none."),
  metadata: metadataSpec
    .optional()
    .describe("Entries that are plain texts; others stay, and null takes one away."),
}));

export interface StyleSettings {
  readonly legend?: Legend | null | undefined;
  readonly metadata?: z.infer<typeof metadataSpec> | undefined;
}

/** A size of zero counts as absent. */
const legendField: PartHandler<StyleSettings> = {
  onChange: "update",
  wanted: ({ legend }) => (legend === undefined ? undefined : legendTexts(legend ?? {})),
  shown: (document, { wanted }) => shownAddresses(legendTexts(legendIn(document)), wanted),
  declare: (document) => {
    const legend = legendIn(document);
    if (Object.keys(legend).length === 0) return { spec: {} };
    const isOpen = !isSecretAddress(legend.url ?? "");
    if (isOpen && legendSpec().safeParse(legend).success) return { spec: { legend } };
    return { spec: {}, notes: ["legend"] };
  },
  body: ({ declared: { legend } }) => {
    if (legend == null) return { legend: { "@xsi:nil": "true" } };
    const { url, format, width = 0, height = 0 } = legend;
    const named = format === undefined ? {} : { format };
    return { legend: { width, height, ...named, onlineResource: url } };
  },
};

function legendTexts(legend: Partial<Legend>): readonly string[] {
  const { url, format, width = 0, height = 0 } = legend;
  const parts = Object.entries({ url, format, width: width || "", height: height || "" });
  return entryTexts(
    parts.flatMap(([name, part]) => (part === undefined || part === "" ? [] : [[name, part]])),
  );
}

function legendIn(document: Tree): Partial<Legend> {
  const found = member(document, "legend");
  const [url, format] = ["onlineResource", "format"].map((name) => memberText(found, name) ?? "");
  const [width = 0, height = 0] = ["width", "height"].map((name) =>
    Number(memberText(found, name) || 0),
  );
  return {
    ...(url === "" || url === undefined ? {} : { url }),
    ...(format === "" || format === undefined ? {} : { format }),
    ...(width === 0 ? {} : { width }),
    ...(height === 0 ? {} : { height }),
  };
}

export const styleSettingFields = settingFields(
  () => ({ legend: legendField, metadata: metadataField }),
  () => [...FOLLOWING, ...names("name workspace format languageVersion filename legend metadata")],
);
