/** What a style says of the drawing of features, as data: levels of rules, and their symbolizers. */
import type { Expression, Filter } from "../model/filter.ts";

/** A condition, all that no other rule takes, or nothing said. */
export type Condition = Filter | "else" | undefined;

/** From the first denominator up to, but without, the second; 0 and Infinity where it is open. */
export interface ScaleRange {
  readonly min: number;
  readonly max: number;
}

/** Values by name, as vendor options and parameters give them. */
export type Named = ReadonlyMap<string, Expression>;

/** Two values that belong together, such as those of an anchor. */
export interface Pair {
  readonly x: Expression | undefined;
  readonly y: Expression | undefined;
}

/** What an area is filled with. */
export interface Fill {
  readonly colour: Expression | undefined;
  readonly opacity: Expression | undefined;
  readonly graphic: Graphic | undefined;
}

/** What a line is drawn with. */
export interface Stroke {
  readonly colour: Expression | undefined;
  readonly opacity: Expression | undefined;
  readonly width: Expression | undefined;
  readonly lineCap: Expression | undefined;
  readonly lineJoin: Expression | undefined;
  readonly dashArray: Expression | undefined;
  readonly dashOffset: Expression | undefined;
  /** A pattern that the line is filled with. */
  readonly graphicFill: Graphic | undefined;
  /** A graphic that is repeated along the line. */
  readonly graphicStroke: Graphic | undefined;
  readonly initialGap: Expression | undefined;
  readonly gap: Expression | undefined;
}

/** A shape with a name, or an image. */
export type GraphicSymbol =
  | {
      readonly type: "mark";
      readonly name: Expression | undefined;
      readonly fill: Fill | undefined;
      readonly stroke: Stroke | undefined;
    }
  | {
      readonly type: "image";
      /** The address as the style gives it. */
      readonly href: Expression;
    };

/** Something that is put on a place: the first of its symbols that can be drawn. */
export interface Graphic {
  readonly symbols: readonly GraphicSymbol[];
  readonly opacity: Expression | undefined;
  readonly size: Expression | undefined;
  /** Degrees, clockwise. */
  readonly rotation: Expression | undefined;
  readonly anchor: Pair | undefined;
  readonly displacement: Pair | undefined;
}

/** Where a label goes. */
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

/** Colours by the values of a raster. */
export interface ColourMap {
  readonly type: "ramp" | "intervals" | "values";
  readonly entries: readonly MapEntry[];
}

/** Units of sizes. */
export type SizeUnit = "px" | "m" | "ft";

/** What all symbolizers have. */
interface Common {
  readonly unit: SizeUnit;
  readonly geometry: Expression | undefined;
  /** Vendor options. */
  readonly options: Named;
  /** What else is said and not looked into, in words. */
  readonly unread: readonly string[];
}

/** One instruction to draw. */
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
      /** Families in the order in which they are tried. */
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
      /** Channels that are chosen, in words. */
      readonly channels: readonly string[];
    });

/** A rule: what it draws, where. */
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

/** A feature type style: rules that are drawn together, above those of the levels before. */
export interface Level {
  /** The layer that it is for; "" for any. */
  readonly layer: string;
  readonly typeName: string;
  /** The function that makes what is drawn of what there is. */
  readonly transformation: Expression | undefined;
  readonly options: Named;
  readonly unread: readonly string[];
  readonly rules: readonly Rule[];
}

/** A style, from the bottom to the top. */
export interface Styling {
  readonly name: string;
  readonly title: string;
  readonly background: Fill | undefined;
  readonly levels: readonly Level[];
  /** What of the document draws nothing here: named styles, inline features. */
  readonly unread: readonly string[];
}
