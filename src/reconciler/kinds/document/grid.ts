/** The grid of a coverage: how many cells, and where they are. */
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { member, members, memberText, type Tree } from "../../../wire/tree.ts";
import { asWritten } from "../../../wire/xml.ts";
import { entryKey, entryTexts, listIn } from "../fields/entries.ts";
import type { PartHandler, Members } from "../fields/contract.ts";
import { filledText } from "../fields/texts.ts";

const corner = z.tuple([z.int(), z.int()]);

const TRANSFORM = ["scaleX", "scaleY", "shearX", "shearY", "translateX", "translateY"] as const;

const cell = z.number();

export const gridSpec = madeOnce(() =>
  z
    .strictObject({
      low: corner.optional().describe("First cell, across and down."),
      high: corner.optional().describe("The cell behind the last one, across and down."),
      transform: z
        .strictObject({
          scaleX: cell,
          scaleY: cell,
          shearX: cell,
          shearY: cell,
          translateX: cell,
          translateY: cell,
        })
        .partial()
        .optional()
        .describe("From cells to the reference system; what is absent is left open."),
      crs: filledText.optional().describe("Its reference system, such as EPSG:4326."),
    })
    .describe("Cells of the raster, which servers that read it find out by themselves."),
);

type Grid = z.infer<ReturnType<typeof gridSpec>>;

interface WithGrid {
  readonly grid?: Grid | undefined;
}

export const gridField: PartHandler<WithGrid> = {
  onChange: "update",
  shares: true,
  wanted: ({ grid }) => grid && entryTexts(partsOf(grid)),
  shown: (document, { wanted }) => {
    const keys = new Set(listIn(wanted).map(entryKey));
    return entryTexts(partsOf(gridIn(document)).filter(([key]) => keys.has(key)));
  },
  declare: (document, { statedOnly }) => {
    const grid = gridIn(document);
    if (!statedOnly || partsOf(grid).length === 0) return { spec: {} };
    return { spec: { grid } };
  },
  body: ({ declared: { grid = {} }, before }) => {
    const there = member(before, "grid");
    const { low, high, transform, crs } = grid;
    const range = { ...(low && { low: low.join(" ") }), ...(high && { high: high.join(" ") }) };
    return {
      grid: {
        "@dimension": memberText(there, "@dimension") ?? "2",
        ...together(there, "range", range),
        ...together(there, "transform", transform ?? {}),
        ...together(there, "crs", crs),
      },
    };
  },
};

function together(there: Tree | undefined, name: string, said: unknown): Members {
  const found = member(there, name);
  if (typeof said === "string") return { [name]: said };
  if (said === undefined) return found === undefined ? {} : { [name]: asWritten(found) };
  const kept = members(found).map(([one, node]) => [one, asWritten(node)] as const);
  const all = { ...Object.fromEntries(kept), ...(said as Members) };
  return Object.keys(all).length === 0 ? {} : { [name]: all };
}

function partsOf({ low, high, transform = {}, crs }: Grid): readonly (readonly [string, string])[] {
  return [
    ...(low === undefined ? [] : [["low", low.join(" ")] as const]),
    ...(high === undefined ? [] : [["high", high.join(" ")] as const]),
    ...TRANSFORM.flatMap((name) => {
      const number = transform[name];
      return number === undefined ? [] : [[name, String(number)] as const];
    }),
    ...(crs === undefined ? [] : [["crs", crs] as const]),
  ];
}

/** The grid of a document; a reference system in WKT is left out. */
function gridIn(document: Tree): Grid {
  const grid = member(document, "grid");
  const [range, transform] = [member(grid, "range"), member(grid, "transform")];
  const low = cornerIn(memberText(range, "low"));
  const high = cornerIn(memberText(range, "high"));
  const numbers = TRANSFORM.flatMap((name) => {
    const text = memberText(transform, name) ?? "";
    return text !== "" && Number.isFinite(Number(text)) ? [[name, Number(text)] as const] : [];
  });
  const crs = memberText(grid, "crs") ?? "";
  return {
    ...(low && { low }),
    ...(high && { high }),
    ...(numbers.length === 0 ? {} : { transform: Object.fromEntries(numbers) }),
    ...(/^[A-Za-z]+:[\w:.-]+$/.test(crs) ? { crs } : {}),
  };
}

function cornerIn(text: string | undefined): [number, number] | undefined {
  const parsed = corner.safeParse(text?.trim().split(/\s+/).map(Number));
  return parsed.success ? parsed.data : undefined;
}
