/** A style as data: levels of rules and their symbolizers. */
import type { Expression, Filter } from "../model/filter.ts";

/** A filter, the rest (`ElseFilter`), or no condition. */
export type Condition = Filter | "else" | undefined;

/** Scale denominators, `max` exclusive; 0 and Infinity where open. */
export interface ScaleRange {
  readonly min: number;
  readonly max: number;
}

/** Vendor options and parameters by name. */
export type Named = ReadonlyMap<string, Expression>;

/** Two coordinates, such as those of an anchor. */
export interface Pair {
  readonly x: Expression | undefined;
  readonly y: Expression | undefined;
}

/** The paint of an area. */
export interface Fill {
  readonly colour: Expression | undefined;
  readonly opacity: Expression | undefined;
  readonly graphic: Graphic | undefined;
}

/** The paint of a line. */
export interface Stroke {
  readonly colour: Expression | undefined;
  readonly opacity: Expression | undefined;
  readonly width: Expression | undefined;
  readonly lineCap: Expression | undefined;
  readonly lineJoin: Expression | undefined;
  readonly dashArray: Expression | undefined;
  readonly dashOffset: Expression | undefined;
  readonly graphicFill: Graphic | undefined;
  /** Repeated along the line. */
  readonly graphicStroke: Graphic | undefined;
  readonly initialGap: Expression | undefined;
  readonly gap: Expression | undefined;
}

/** A named shape or an image. */
export type GraphicSymbol =
  | {
      readonly type: "mark";
      readonly name: Expression | undefined;
      readonly fill: Fill | undefined;
      readonly stroke: Stroke | undefined;
    }
  | {
      readonly type: "image";
      readonly href: Expression;
    };

/** A graphic draws the first of its symbols that can be drawn. */
export interface Graphic {
  readonly symbols: readonly GraphicSymbol[];
  readonly opacity: Expression | undefined;
  readonly size: Expression | undefined;
  /** Degrees, clockwise. */
  readonly rotation: Expression | undefined;
  readonly anchor: Pair | undefined;
  readonly displacement: Pair | undefined;
}

/** The place of a label. */
export type Placement =
  | {
      readonly type: "point";
      readonly anchor: Pair | undefined;
      readonly displacement: Pair | undefined;
      readonly rotation: Expression | undefined;
    }
  | { readonly type: "line"; readonly offset: Expression | undefined };

/** An entry of a colour map. */
export interface MapEntry {
  readonly colour: Expression | undefined;
  readonly quantity: Expression | undefined;
  readonly opacity: Expression | undefined;
  readonly label: Expression | undefined;
}

/** Colours by raster value. */
export interface ColourMap {
  readonly type: "ramp" | "intervals" | "values";
  readonly entries: readonly MapEntry[];
}

/** Units of sizes. */
export type SizeUnit = "px" | "m" | "ft";

interface Common {
  readonly unit: SizeUnit;
  readonly geometry: Expression | undefined;
  readonly options: Named;
  /** Parts of the element that are not read, in words. */
  readonly unread: readonly string[];
}

/** One drawing instruction. */
export type Symbolizer =
  | (Common & { readonly type: "point"; readonly graphic: Graphic | undefined })
  | (Common & {
      readonly type: "line";
      readonly stroke: Stroke;
      readonly offset: Expression | undefined;
    })
  | (Common & {
      readonly type: "polygon";
      readonly fill: Fill | undefined;
      readonly stroke: Stroke | undefined;
      readonly offset: Expression | undefined;
      readonly displacement: Pair | undefined;
    })
  | (Common & {
      readonly type: "text";
      readonly label: Expression | undefined;
      /** In the order of preference. */
      readonly families: readonly Expression[];
      /** `font-size`, `font-style` and `font-weight`. */
      readonly font: Named;
      readonly fill: Fill | undefined;
      readonly halo: { readonly radius: Expression | undefined; readonly fill: Fill } | undefined;
      readonly placement: Placement | undefined;
      readonly graphic: Graphic | undefined;
    })
  | (Common & {
      readonly type: "raster";
      readonly opacity: Expression | undefined;
      readonly map: ColourMap | undefined;
      /** Selected channels, in words. */
      readonly channels: readonly string[];
    });

/** A rule of a style. */
export interface Rule {
  readonly name: string;
  readonly title: string;
  readonly scale: ScaleRange;
  readonly condition: Condition;
  readonly symbolizers: readonly Symbolizer[];
  /** Drawn in legends in place of the symbolizers. */
  readonly legend: Graphic | undefined;
  readonly options: Named;
  readonly unread: readonly string[];
}

/** A feature type style. Each level is drawn above the preceding one. */
export interface Level {
  /** "" for any layer. */
  readonly layer: string;
  readonly typeName: string;
  /** The rendering transformation. */
  readonly transformation: Expression | undefined;
  readonly options: Named;
  readonly unread: readonly string[];
  readonly rules: readonly Rule[];
}

/** A style, with levels from the bottom to the top. */
export interface Styling {
  readonly name: string;
  readonly title: string;
  readonly background: Fill | undefined;
  readonly levels: readonly Level[];
  /** Parts of the document that are not drawn: named styles, inline features. */
  readonly unread: readonly string[];
}
