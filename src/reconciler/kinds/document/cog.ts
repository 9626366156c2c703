/** Settings of stores that read parts of rasters on the web (Cloud Optimized GeoTIFF). */
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { COG_SETTINGS } from "../../../model/coverage-store.ts";
import {
  member,
  memberFlag,
  memberText,
  members,
  type Tree,
  metadataEntry,
} from "../../../wire/tree.ts";
import { asWritten } from "../../../wire/xml.ts";
import { entryTexts } from "../fields/entries.ts";
import { withEntries } from "../fields/metadata.ts";
import type { PartHandler, Members } from "../fields/contract.ts";

const readers = ["HTTP", "S3", "GS", "Azure"] as const;

export const cogSpec = madeOnce(() =>
  z
    .strictObject({
      reader: z.enum(readers).describe("Which reader loads the raster."),
      cachingStream: z.boolean().optional().describe("Whether parts that were read are kept."),
    })
    .describe("How a raster on the web is read in parts, where the server can do that."),
);

interface WithCog {
  readonly cog?: z.infer<ReturnType<typeof cogSpec>> | undefined;
}

const ELEMENT = "cogSettings";
const READER = "rangeReaderSettings";
const CACHING = "useCachingStream";

export const cogField: PartHandler<WithCog> = {
  onChange: "update",
  shares: true,
  wanted: ({ cog }) =>
    cog &&
    entryTexts([
      ["reader", cog.reader],
      ["cachingStream", cog.cachingStream ?? false],
    ]),
  shown: (document) => {
    const found = settingsIn(document);
    if (found === undefined) return [];
    const { reader, cachingStream } = partsOf(found);
    return entryTexts([
      ["reader", reader],
      ["cachingStream", cachingStream],
    ]);
  },
  declare: (document) => {
    const found = settingsIn(document);
    if (found === undefined) return { spec: {} };
    const { reader, cachingStream } = partsOf(found);
    const cog = { reader, ...(cachingStream ? { cachingStream } : {}) };
    const isDeclarable = othersIn(found).length === 0 && cogSpec().safeParse(cog).success;
    return isDeclarable ? { spec: { cog } } : { spec: {}, notes: [`metadata ${COG_SETTINGS}`] };
  },
  body: ({ declared: { cog }, before }) => {
    if (cog === undefined) return {};
    const { reader, cachingStream = false } = cog;
    const others = othersIn(settingsIn(before)).map(([name, node]) => [name, asWritten(node)]);
    const kept = Object.fromEntries(others) as Members;
    const settings = { ...kept, [CACHING]: cachingStream, [READER]: reader };
    return withEntries(before, [{ "@key": COG_SETTINGS, [ELEMENT]: settings }]);
  },
};

/** Other members, such as an account; no field declares them. */
function othersIn(found: Tree | undefined) {
  return members(found).filter(([name]) => ![READER, CACHING].includes(name));
}

function settingsIn(document: Tree | undefined): Tree | undefined {
  return member(metadataEntry(document, COG_SETTINGS), ELEMENT);
}

function partsOf(found: Tree): { readonly reader: string; readonly cachingStream: boolean } {
  return {
    reader: memberText(found, READER) ?? "",
    cachingStream: memberFlag(found, CACHING) ?? false,
  };
}
