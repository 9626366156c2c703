/**
 * Compares pictures of pages as somebody does who looks at them from afar: by the mean colours of the cells
 * of a coarse grid. The letters of another font and lines that lie a little higher or lower are no difference;
 * other colours are, and parts that are missing, moved or new.
 */
import { readPng, type Pixels } from "./png.ts";

/** Pixels along an edge of a cell. */
const CELL = 20;

/** How far apart means of a channel (0 to 255) are that are the same to somebody who looks. */
const NEAR = 10;

/** How much of a picture may be otherwise: the ends of lines in another font. */
export const LARGEST_SHARE = 0.04;

type Colour = readonly [red: number, green: number, blue: number];

interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly at: (column: number, row: number) => Colour | undefined;
}

/**
 * The share of cells of either picture, 0 to 1, of which the other has no cell of that colour in the same place
 * or beside it. Pictures of another size are otherwise altogether.
 */
export function differingShare(first: Buffer, second: Buffer): number {
  const [a, b] = [gridOf(readPng(first)), gridOf(readPng(second))];
  if (a.columns !== b.columns || a.rows !== b.rows) return 1;
  return Math.max(lonelyShare(a, b), lonelyShare(b, a));
}

function gridOf(pixels: Pixels): Grid {
  const [columns, rows] = [Math.ceil(pixels.width / CELL), Math.ceil(pixels.height / CELL)];
  const cells = Array.from({ length: columns * rows }, (_none, index) =>
    meanOf(pixels, (index % columns) * CELL, Math.floor(index / columns) * CELL),
  );
  const isIn = (column: number, row: number) =>
    column >= 0 && row >= 0 && column < columns && row < rows;
  return {
    columns,
    rows,
    at: (column, row) => (isIn(column, row) ? cells[row * columns + column] : undefined),
  };
}

function meanOf({ width, height, at }: Pixels, left: number, top: number): Colour {
  const sum: [number, number, number] = [0, 0, 0];
  const [right, bottom] = [Math.min(width, left + CELL), Math.min(height, top + CELL)];
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const colour = at(x, y);
      sum[0] += colour >> 16;
      sum[1] += (colour >> 8) & 0xff;
      sum[2] += colour & 0xff;
    }
  const count = (right - left) * (bottom - top);
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

/** The share of cells that have nothing like them around their place in another picture. */
function lonelyShare(own: Grid, other: Grid): number {
  let lonely = 0;
  for (let row = 0; row < own.rows; row++)
    for (let column = 0; column < own.columns; column++) {
      const colour = own.at(column, row);
      const found = AROUND.some(([dx, dy]) => isNear(colour, other.at(column + dx, row + dy)));
      if (!found) lonely++;
    }
  return lonely / (own.columns * own.rows);
}

/** A cell and those beside it. */
const AROUND = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const));

function isNear(one: Colour | undefined, other: Colour | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.every((part, at) => Math.abs(part - (other[at] ?? 0)) <= NEAR);
}
