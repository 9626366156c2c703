/** Marks and images at a place. */
import type { Graphic, GraphicSymbol, SizeUnit } from "../styling.ts";
import { expressionWords } from "../values/words.ts";
import { USUAL_SIZE } from "../fit.ts";
import type { StyleImage } from "../image.ts";
import { numberOf, partOf, sizeOf, wordOf, type Canvas, type Symbolized } from "./canvas.ts";
import { decimal, familyName, pathData, svg, type SvgAttributes, type SvgNode } from "./svg.ts";
import { fillAttributes } from "./fill.ts";
import { shapeNamed, type Shape } from "./shapes.ts";
import { strokeAttributes } from "./stroke.ts";

/** Size of images where neither the style nor the image gives one. */
const USUAL_IMAGE_SIZE = 16;

/**
 * Computes a graphic. Where no symbol can be shown, it is a placeholder for an image, or a grey
 * square, as on a server.
 */
export function symbolized(canvas: Canvas, graphic: Graphic, unit: SizeUnit): Symbolized {
  const found = graphic.symbols
    .values()
    .map((symbol) =>
      symbol.type === "image" ? chosenImage(canvas, symbol) : chosenMark(canvas, symbol),
    )
    .find((one) => one !== undefined);
  const isMissing = found === undefined && graphic.symbols.some(({ type }) => type === "image");
  const { width, height } = measures(canvas, graphic, { found, unit });
  const content =
    found?.type === "image"
      ? imageNode(canvas, found.image, { width, height })
      : isMissing
        ? placeholder(height)
        : markNode(canvas, found ?? UNKNOWN, { height, unit });
  const attributes = lieOf(canvas, graphic, { width, height, unit });
  if (found === undefined && graphic.symbols.length > 0)
    canvas.tell(`it is ${decimal(height)} high ${Object.values(attributes).join(" ")}`.trim());
  return {
    width,
    height,
    isKnown: found !== undefined || isMissing || graphic.symbols.length === 0,
    isOpen: found?.type === "mark" && isOpen(found.shape),
    node: svg("g", attributes, content),
  };
}

function isOpen(shape: Shape): boolean {
  return shape.type === "lines" && shape.isOpen;
}

function lieOf(
  canvas: Canvas,
  graphic: Graphic,
  measured: { readonly width: number; readonly height: number; readonly unit: SizeUnit },
): SvgAttributes {
  const opacity = partOf(canvas, graphic.opacity, "the opacity of the graphic");
  const shift = shiftOf(canvas, graphic, measured);
  const turn = numberOf(canvas, graphic.rotation, { what: "the rotation", usual: 0 });
  const steps = [
    ...(shift === undefined ? [] : [`translate(${shift})`]),
    ...(turn === 0 ? [] : [`rotate(${decimal(turn)})`]),
  ];
  return {
    ...(steps.length === 0 ? {} : { transform: steps.join(" ") }),
    ...(opacity === 1 ? {} : { opacity }),
  };
}

type Mark = Extract<GraphicSymbol, { readonly type: "mark" }>;

type Chosen =
  | { readonly type: "image"; readonly image: StyleImage }
  | { readonly type: "mark"; readonly shape: Shape; readonly mark: Pick<Mark, "fill" | "stroke"> };

const NO_PAINT = { colour: undefined, opacity: undefined, graphic: undefined } as const;

const NO_STROKE = {
  colour: undefined,
  opacity: undefined,
  width: undefined,
  lineCap: undefined,
  lineJoin: undefined,
  dashArray: undefined,
  dashOffset: undefined,
  graphicFill: undefined,
  graphicStroke: undefined,
  initialGap: undefined,
  gap: undefined,
} as const;

const UNKNOWN: Chosen & { readonly type: "mark" } = {
  type: "mark",
  shape: shapeNamed("square") ?? { type: "circle" },
  mark: { fill: NO_PAINT, stroke: NO_STROKE },
};

function chosenImage(
  canvas: Canvas,
  { href }: Extract<GraphicSymbol, { readonly type: "image" }>,
): Chosen | undefined {
  const address = wordOf(canvas, href, "the image") ?? "";
  const image = canvas.findImage(address);
  const words = address === "" ? expressionWords(href) : address;
  if (image === undefined) canvas.note(`image ${words} is missing`);
  else canvas.tell(`the image is ${words}`);
  return image === undefined ? undefined : { type: "image", image };
}

function chosenMark(canvas: Canvas, mark: Mark): Chosen | undefined {
  const name = mark.name === undefined ? "square" : wordOf(canvas, mark.name, "the mark");
  if (name === undefined) return undefined;
  const shape = shapeNamed(name === "" ? "square" : name);
  if (shape === undefined) canvas.note(`unknown mark "${name}"`);
  if (shape?.type === "glyph")
    canvas.note(`the mark is the letter ${shape.letter} of the font ${shape.family}`);
  return shape === undefined ? undefined : { type: "mark", shape, mark };
}

function measures(
  canvas: Canvas,
  graphic: Graphic,
  { found, unit }: { readonly found: Chosen | undefined; readonly unit: SizeUnit },
): { readonly width: number; readonly height: number } {
  const image = found?.type === "image" ? found.image : undefined;
  const own = image && sizeIn(image);
  const natural = image === undefined ? USUAL_SIZE : (own?.height ?? USUAL_IMAGE_SIZE);
  const usual = (natural / canvas.pixels[unit]) * canvas.pixels.px;
  const height = sizeOf(canvas, graphic.size, { what: "the size", usual, unit });
  const ratio = own === undefined ? 1 : own.width / own.height;
  return { width: Math.max(0, height * ratio), height: Math.max(0, height) };
}

/** Undefined where the image declares no size or an impossible one. */
function sizeIn({ width = 0, height = 0 }: StyleImage) {
  const isSize = (pixels: number): boolean => pixels > 0 && pixels < Infinity;
  return isSize(width) && isSize(height) ? { width, height } : undefined;
}

/** An image is defined once, because the definition holds its whole content. */
function imageNode(
  canvas: Canvas,
  { address }: StyleImage,
  { width, height }: { readonly width: number; readonly height: number },
): SvgNode {
  const place = { x: -width / 2, y: -height / 2, width, height };
  return svg("use", { href: `#${canvas.define(svg("image", { href: address, ...place }))}` });
}

/** Width of the smallest visible placeholder. */
const PLACEHOLDER = 12;

/** A crossed box, which no mark looks like. */
function placeholder(size: number): SvgNode {
  const half = Math.max(size, PLACEHOLDER) / 2;
  const box = { x: -half, y: -half, width: 2 * half, height: 2 * half };
  const cross = {
    d: `M${decimal(-half)} ${decimal(-half)}L${decimal(half)} ${decimal(half)}M${decimal(-half)} ${decimal(half)}L${decimal(half)} ${decimal(-half)}`,
  };
  const look = { class: "missing", stroke: "#b3261e", "stroke-width": 1.5 };
  return svg(
    "g",
    look,
    svg("rect", { ...box, fill: "#ffffff", "stroke-dasharray": "3 2" }),
    svg("path", cross),
  );
}

function markNode(
  canvas: Canvas,
  { shape, mark }: Chosen & { readonly type: "mark" },
  { height, unit }: { readonly height: number; readonly unit: SizeUnit },
): SvgNode {
  const what = { what: "the mark", unit };
  const isLine = isOpen(shape);
  const fill = fillAttributes(canvas, mark.fill, what);
  if (isLine && mark.fill !== undefined)
    canvas.tell(
      `lines have no inside for the fill ${fill["fill"]} ${fill["fill-opacity"] ?? ""}`.trim(),
    );
  const attributes: SvgAttributes = {
    ...(isLine ? { fill: "none" } : fill),
    ...strokeAttributes(canvas, mark.stroke, what),
  };
  if (shape.type === "circle") return svg("circle", { ...attributes, cx: 0, cy: 0, r: height / 2 });
  if (shape.type === "glyph")
    return svg(
      "text",
      {
        ...attributes,
        "font-family": familyName(shape.family),
        "font-size": height,
        "text-anchor": "middle",
        y: height * GLYPH_BASE,
      },
      shape.letter,
    );
  const data = shape.lines.map(({ points, isClosed }) =>
    pathData(
      points.map(([x, y]) => [x * height, y * height]),
      { isClosed },
    ),
  );
  return svg("path", { ...attributes, d: data.join("") });
}

/** How far the baseline of letters lies below the middle, in font sizes. */
const GLYPH_BASE = 0.35;

/** The anchor is the middle by default; the displacement is upwards. */
function shiftOf(
  canvas: Canvas,
  { anchor, displacement }: Graphic,
  { width, height, unit }: { width: number; height: number; unit: SizeUnit },
): string | undefined {
  const part = (value: Parameters<typeof numberOf>[1]) =>
    numberOf(canvas, value, { what: "the anchor", usual: 0.5 });
  const far = (value: Parameters<typeof numberOf>[1]) =>
    sizeOf(canvas, value, { what: "the displacement", usual: 0, unit });
  const x = (0.5 - part(anchor?.x)) * width + far(displacement?.x);
  const y = (part(anchor?.y) - 0.5) * height - far(displacement?.y);
  return x === 0 && y === 0 ? undefined : `${decimal(x)} ${decimal(y)}`;
}
