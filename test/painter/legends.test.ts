/**
 * Our legends beside those that a stock server drew of the same styles: as many cells in the same order, and the
 * colours of each cell, as far as they cover something.
 */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { svg, type SvgNode } from "../../src/painter/draw/svg.ts";
import { CELL, legendOf } from "../../src/painter/legend.ts";
import { readStyle } from "../../src/painter/read/read-style.ts";
import { colourDifference } from "../support/styles/colour-difference.ts";
import { readPng, type Pixels } from "../support/styles/png.ts";
import { describeRecordings, recording, sample } from "../support/run/samples.ts";
import { isProof, slice } from "../support/run/scale.ts";
import { pixelsOf, type Picture } from "../support/styles/svg-pixels.ts";

interface Recorded {
  readonly name: string;
  readonly file: string;
}

/** Part of a cell from which a colour counts, and from which it is there for one that counts. */
const COUNTS = 0.05;
const IS_THERE = 0.01;

/** How far apart two colours may look. */
const ALIKE = 10;

/** Share of the legends of which all colours are found. */
const SHARE = 0.9;

/** Cells that are compared of one legend outside of a proof, at most. */
const CELLS = 4;

/** Height of a legend that is compared outside of a proof, at most, in pixels. */
const HEIGHT = 40 * CELL;

type Cell = readonly number[];

function cellsOf(image: Pixels): readonly Cell[] {
  return Array.from({ length: Math.floor(image.height / CELL) }, (_none, row) =>
    Array.from({ length: CELL * CELL }, (_nothing, index) =>
      image.at(index % CELL, row * CELL + Math.floor(index / CELL)),
    ),
  );
}

const WHITE = 0xffffff;

/** A cell of ours, with edges as they are and with edges that are mixed with what is beside them. */
interface OwnCell {
  readonly crisp: Cell;
  /** Made when it is needed. */
  readonly smooth: () => Cell;
}

/** A server leaves cells out that show nothing, if there are others. */
function shown(cells: readonly OwnCell[]): readonly OwnCell[] {
  const isBlank = ({ crisp, smooth }: OwnCell): boolean =>
    [crisp, smooth].every((cell) => coloursIn(cell).every((colour) => colour === WHITE));
  return cells.length === 1 ? cells : cells.filter((cell) => !isBlank(cell));
}

function coloursIn(cell: Cell | (() => Cell)): Cell {
  return typeof cell === "function" ? cell() : cell;
}

function coloursOf(cell: Cell, part: number): readonly number[] {
  const counts = Map.groupBy(cell, (colour) => colour);
  return [...counts].flatMap(([colour, all]) => (all.length >= cell.length * part ? [colour] : []));
}

/** Colours that count in one cell and are not in another. */
function lacking(counting: Cell, among: readonly Cell[]): readonly number[] {
  const there = among.flatMap((cell) => coloursOf(cell, IS_THERE));
  return coloursOf(counting, COUNTS).filter((colour) =>
    there.every((one) => colourDifference(one, colour) > ALIKE),
  );
}

function hex(colours: readonly number[]): string {
  return colours.map((colour) => `#${colour.toString(16).padStart(6, "0")}`).join(" ");
}

const IMAGE =
  "an image that is not at hand: of the grey square in its place the server's border lies outside of the cell, ours at its edge";

/** Legends of which the number of cells differs, with the reason. */
const otherCounts: Readonly<Record<string, string>> = {
  extgraphic__nlsfi__maastokartta_100k_kivikot:
    "patterns of images that are not at hand: we fill nothing, the server filled these two in grey, and others with nothing",
  "function__geosolutions-it__ne_10m_states_provinces_lines":
    "a table by the scale: the server has a cell for each value, we draw the rule at two scales of its range",
};

/** Legends of which a colour differs, with the reason. */
const otherColours: Readonly<Record<string, string>> = {
  extgraphic__nlsfi__maastokartta_100k_kivikot: "as above",
  "function__geosolutions-it__ne_10m_states_provinces_lines": "as above",
  extgraphic__nlsfi__taustakartta_jhs_10: IMAGE,
  extgraphic__nlsfi__taustakartta_jhs_8: IMAGE,
  latin1__nlsfi__peruskartta_symbolit: IMAGE,
  plain__aodn__animal_tracking_acoustic_qc:
    "the border of half a pixel around a circle: the server mixes it with what is beside it",
};

function readPngHeight(bytes: Buffer): number {
  return bytes.readUInt32BE(20);
}

interface Compared {
  readonly name: string;
  readonly cells: readonly [theirs: number, ours: number];
  /** Colours of cells that the other side lacks. */
  readonly lacking: readonly string[];
}

/** Servers draw a grey square where we say that an image is missing, and fill no areas with it. */
function asOnServers({ nodes, definitions }: Picture): Picture {
  const patterns = [...definitions].map(([id, node]) => [id, withoutMissing(node, [])] as const);
  return {
    nodes: nodes.map((node) => withoutMissing(node, [GREY_SQUARE])),
    definitions: new Map(patterns),
  };
}

const GREY_SQUARE = svg("path", { d: "M-3 -3L3 -3L3 3L-3 3Z", fill: "#808080", stroke: "#000000" });

function withoutMissing(node: SvgNode, instead: readonly SvgNode[]): SvgNode {
  if (node.attributes?.["class"] === "missing")
    return { ...node, attributes: {}, children: instead };
  const children = node.children.map((child) =>
    typeof child === "object" && "children" in child ? withoutMissing(child, instead) : child,
  );
  return { ...node, children };
}

function compare({ name, file }: Recorded): Compared {
  const styling = readStyle(readFileSync(sample(file.replace(/^samples\//, ""))));
  const ours = shown(
    legendOf(styling, () => undefined)
      .map(({ drawing }) => asOnServers(drawing))
      .map((drawing) => ({
        crisp: pixelsOf(drawing, { size: CELL, edges: "crisp" }),
        smooth: () => pixelsOf(drawing, { size: CELL, edges: "smooth" }),
      })),
  );
  const theirs = cellsOf(readPng(readFileSync(recording(`legends/${name}.png`))));
  const compared = theirs.slice(0, isProof ? theirs.length : CELLS);
  const differing = compared.flatMap((cell, at) => {
    const { crisp = [], smooth = () => [] } = ours[at] ?? {};
    const mixed = lacking(cell, [crisp]).length === 0 ? [] : [smooth()];
    const [theirs, mine] = [lacking(cell, [crisp, ...mixed]), lacking(crisp, [cell])];
    return theirs.length + mine.length === 0
      ? []
      : [`cell ${at + 1}: theirs ${hex(theirs) || "found"}, ours ${hex(mine) || "found"}`];
  });
  return { name, cells: [theirs.length, ours.length], lacking: differing };
}

describeRecordings("legends beside those of a stock server", "legends", () => {
  const index = JSON.parse(readFileSync(recording("legends/index.json"), "utf8")) as Recorded[];
  const drawn = index.filter(({ name }) => {
    const file = recording(`legends/${name}.png`);
    return existsSync(file) && (isProof || readPngHeight(readFileSync(file)) <= HEIGHT);
  });
  const compared = slice(drawn, { test: 16 }).map(compare);

  /** A reason for what does not differ is out of date; only a proof compares all of them. */
  function expectNeeded(
    reasons: Readonly<Record<string, string>>,
    other: readonly Compared[],
  ): void {
    if (!isProof) return;
    expect(Object.keys(reasons).toSorted()).toEqual(other.map(({ name }) => name).toSorted());
  }

  test("as many cells in the same order, but for those with a reason", () => {
    const other = compared.filter(({ cells: [theirs, ours] }) => theirs !== ours);
    expectNeeded(otherCounts, other);
    expect(
      other
        .filter(({ name }) => otherCounts[name] === undefined)
        .map(({ name, cells }) => `${name}: ${cells.join(", ours ")}`),
    ).toEqual([]);
  });

  test("the colours of each cell are found on the other side, but for those with a reason", () => {
    const other = compared.filter(({ lacking }) => lacking.length > 0);
    expectNeeded(otherColours, other);
    expect(
      other
        .filter(({ name }) => otherColours[name] === undefined)
        .map(({ name, lacking }) => `${name}: ${lacking.slice(0, 3).join("; ")}`),
    ).toEqual([]);
    expect(other.length).toBeLessThanOrEqual(compared.length * (1 - SHARE));
  });
});
