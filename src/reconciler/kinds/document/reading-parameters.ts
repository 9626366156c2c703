/** Parameters for reading a coverage, of which a manifest names some. */
import { asList, member, textOf, type Tree } from "../../../wire/tree.ts";
import { asWritten, type XmlValue } from "../../../wire/xml.ts";
import { compareText } from "../../../model/address.ts";
import { isUsualParameter } from "../../../wire/kept-settings.ts";
import type { z } from "zod";
import {
  entriesSpec,
  entryTexts,
  isEntryKey,
  removableValue,
  shownEntries,
} from "../fields/entries.ts";
import type { PartHandler } from "../fields/contract.ts";

export const readingParametersSpec = entriesSpec(removableValue).describe(
  "How the raster is read, such as SUGGESTED_TILE_SIZE; others stay as they are, and null takes one away.",
);

interface WithParameters {
  readonly readingParameters?: z.infer<typeof readingParametersSpec> | undefined;
}

export const readingParametersField: PartHandler<WithParameters> = {
  onChange: "update",
  exposure: "other",
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
      // Servers order them differently.
      .toSorted(([one], [other]) => compareText(one, other));
    return { spec: found.length === 0 ? {} : { readingParameters: Object.fromEntries(found) } };
  },
  body: ({ declared: { readingParameters = {} }, before }) => {
    const kept = entriesOf(before).filter(
      (entry) => !Object.hasOwn(readingParameters, keyOf(entry)),
    );
    const given = Object.entries(readingParameters).flatMap(([key, value]): readonly XmlValue[] =>
      value === null ? [] : [{ string: [key, String(value)] }],
    );
    const entry = [...kept.map(asWritten), ...given];
    return { parameters: entry.length === 0 ? "" : { entry } };
  },
};

function entriesOf(document: Tree | undefined): readonly Tree[] {
  return asList(member(member(document, "parameters"), "entry"));
}

function stringsOf(entry: Tree): readonly string[] {
  return asList(member(entry, "string")).map((one) => textOf(one) ?? "");
}

function keyOf(entry: Tree): string {
  return stringsOf(entry)[0] ?? "";
}

/** The first string of an entry is its key; the value has any type. */
function parametersIn(document: Tree): ReadonlyMap<string, string> {
  return new Map(
    entriesOf(document).flatMap((entry) => {
      const [key = "", text = ""] = stringsOf(entry);
      const typed = ["boolean", "int", "double", "long", "float"].map((type) =>
        textOf(member(entry, type)),
      );
      return key === ""
        ? []
        : [[key, text === "" ? (typed.find((one) => one !== undefined) ?? "") : text]];
    }),
  );
}
