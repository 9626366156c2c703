/** Bounding boxes. Servers find out those that are left open. */
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import type { Bounds } from "../../../model/bounds.ts";
import { parseBounds } from "../../../wire/bounds.ts";
import { member, memberText, type Tree } from "../../../wire/tree.ts";
import { WireError } from "../../../wire/wire-error.ts";
import type { PartHandler } from "../fields/contract.ts";
import { filledText } from "../fields/texts.ts";

const box = madeOnce(() =>
  z.strictObject({
    minx: z.number(),
    miny: z.number(),
    maxx: z.number(),
    maxy: z.number(),
    crs: filledText.optional().describe("Reference system of the four; not compared when absent."),
  }),
);

export const boundsSpec = madeOnce(() =>
  z.strictObject({
    native: box().optional().describe("In units of the data."),
    geographic: box().optional().describe("In degrees."),
  }),
);

type Box = z.infer<ReturnType<typeof box>>;

interface WithBounds {
  readonly bounds?: z.infer<ReturnType<typeof boundsSpec>> | undefined;
}

const elements = { native: "nativeBoundingBox", geographic: "latLonBoundingBox" } as const;

/** Servers find out the boxes of rasters. */
export function boundsField(
  which: keyof typeof elements,
  found: "said" | "found-out" = "said",
): PartHandler<WithBounds> {
  const element = elements[which];
  return {
    label: `bounds.${which}`,
    onChange: "update",
    wanted: ({ bounds }) => {
      const wanted = bounds?.[which];
      return wanted && boxText(wanted);
    },
    shown: (document, { wanted }) => {
      const shown = parseBounds(member(document, element));
      if (shown === undefined) return "none";
      const hasSystem = String(wanted).split(" ").length > 4;
      return boxText(hasSystem ? shown : { ...shown, crs: undefined });
    },
    declare: (document, { statedOnly }) => {
      const tree = member(document, element);
      const box = found === "found-out" && !statedOnly ? "none" : boundsIn(tree);
      if (box === undefined) return { spec: {}, notes: [`bounds.${which}`] };
      if (box === "none") return { spec: {} };
      const { minx, miny, maxx, maxy } = box;
      const system = memberText(tree, "crs") ?? "";
      const crs = /^[A-Za-z]+:[\w:.-]+$/.test(system) ? { crs: system } : {};
      return { spec: { bounds: { [which]: { minx, miny, maxx, maxy, ...crs } } } };
    },
    body: ({ declared: { bounds } }) => {
      const { minx = 0, maxx = 0, miny = 0, maxy = 0, crs } = bounds?.[which] ?? {};
      const sides = { minx, maxx, miny, maxy };
      return { [element]: crs === undefined ? sides : { ...sides, crs } };
    },
  };
}

/** Returns undefined where the numbers are invalid. */
function boundsIn(tree: Tree | undefined): Bounds | "none" | undefined {
  try {
    return parseBounds(tree) ?? "none";
  } catch (error) {
    if (error instanceof WireError) return undefined;
    throw error;
  }
}

function boxText({ minx, miny, maxx, maxy, crs }: Box): string {
  return [minx, miny, maxx, maxy, ...(crs === undefined ? [] : [crs])].join(" ");
}
