/** Parameters that a coverage is read with, of which a manifest names some. */
import { asList, member, textOf, type Tree } from "../../../wire/tree.ts";
import type { XmlValue } from "../../../wire/xml.ts";
import { compareText } from "../../../model/address.ts";
import { isUsualParameter } from "../../../wire/kept-settings.ts";
import type { z } from "zod";
import {
  entriesSpec,
  entryTexts,
  isEntryKey,
  removableValue,
  shownEntries,
  withSaid,
} from "./entries.ts";
import type { DocumentField } from "./fields.ts";

/** They in a spec. */
export const readingParametersSpec = entriesSpec(removableValue).describe(
  "How the raster is read, such as SUGGESTED_TILE_SIZE; others stay as they are, and null takes one away.",
);

interface WithParameters {
  readonly readingParameters?: z.infer<typeof readingParametersSpec> | undefined;
}

/** They by their names. */
export const readingParametersField: DocumentField<WithParameters> = {
  label: "reading parameters",
  onChange: "update",
  shares: true,
  wanted: ({ readingParameters }) =>
    readingParameters && entryTexts(Object.entries(readingParameters)),
  shown: (document, { wanted }) => entryTexts(shownEntries(parametersIn(document), wanted)),
  declare: (document, { statedOnly }) => {
    const found = [...parametersIn(document)]
      .filter(
        ([key, text]) =>
          isEntryKey(key) && text !== "" && (statedOnly || !isUsualParameter(key, text)),
      )
      // Servers give them in orders of their own.
      .toSorted(([one], [other]) => compareText(one, other));
    return { spec: found.length === 0 ? {} : { readingParameters: Object.fromEntries(found) } };
  },
  body: ({ declared: { readingParameters = {} }, before }) => {
    const given = Object.entries(readingParameters).map(
      ([key, value]) => [key, value === null ? null : String(value)] as const,
    );
    const all = withSaid(parametersIn(before), given);
    const entry = [...all].map(([key, text]): XmlValue => ({ string: [key, text] }));
    return { parameters: entry.length === 0 ? "" : { entry } };
  },
};

/** Names and values: the first of an entry is its key, and the second is of any type. */
function parametersIn(document: Tree | undefined): ReadonlyMap<string, string> {
  const entries = asList(member(member(document, "parameters"), "entry"));
  return new Map(
    entries.flatMap((entry) => {
      const strings = asList(member(entry, "string")).map((one) => textOf(one) ?? "");
      const [key = "", text = ""] = strings;
      const typed = ["boolean", "int", "double", "long", "float"].map((type) =>
        textOf(member(entry, type)),
      );
      return key === ""
        ? []
        : [[key, text === "" ? (typed.find((one) => one !== undefined) ?? "") : text]];
    }),
  );
}
