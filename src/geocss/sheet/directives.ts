/** Directives before the rules of a sheet. */
import { styleSheet as limits } from "../../model/limits.ts";
import { SheetError } from "../problem.ts";
import { modes, type Directives, type TileMatrixSet } from "./written.ts";

/** Scale denominators of level 0: two values for web maps, and one for degrees. */
const SPHERE = 559_082_263.950_892_9;
const MERCATOR = 559_082_264.028_717_8;
const DEGREES = 279_541_132.014_358_8;

/** A tile level is also used for scales slightly below its own. */
const TILES = 1.005;

/** The sets of a stock server (3.0). EPSG:3857 has no tiles there; its levels meet half way. */
const tileMatrixSets: ReadonlyMap<string, TileMatrixSet> = new Map([
  ["WebMercatorQuad", { top: MERCATOR, levels: 25, extent: TILES }],
  ["GoogleCRS84Quad", { top: MERCATOR, levels: 19, extent: TILES }],
  ["WorldCRS84Quad", { top: DEGREES, levels: 18, extent: TILES }],
  ["EPSG:4326", { top: DEGREES, levels: 22, extent: TILES }],
  ["EPSG:900913", { top: SPHERE, levels: 31, extent: TILES }],
  ["EPSG:3857", { top: SPHERE, levels: Number.POSITIVE_INFINITY, extent: Math.SQRT2 }],
]);

export const defaultDirectives: Directives = {
  mode: "Auto",
  styleName: undefined,
  styleTitle: undefined,
  styleAbstract: undefined,
  autoRuleNames: false,
  autoThreshold: 100,
  maxOutputRules: limits.outputRules,
  tileMatrixSet: { top: MERCATOR, levels: 25, extent: TILES },
};

/** Throws SheetError through `refuse`. */
type Reader = (value: string, refuse: (message: string) => never) => Partial<Directives>;

const wholeNumber =
  (name: "autoThreshold" | "maxOutputRules", most: number): Reader =>
  (value, refuse) => {
    if (!/^\d{1,9}$/.test(value)) refuse(`@${name} is a whole number`);
    return { [name]: Math.min(Number(value), most) };
  };

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["styleName", (styleName) => ({ styleName })],
  ["styleTitle", (styleTitle) => ({ styleTitle })],
  ["styleAbstract", (styleAbstract) => ({ styleAbstract })],
  ["autoRuleNames", (value) => ({ autoRuleNames: value.toLowerCase() === "true" })],
  ["autoThreshold", wholeNumber("autoThreshold", Number.MAX_SAFE_INTEGER)],
  ["maxOutputRules", wholeNumber("maxOutputRules", limits.outputRules)],
  [
    "mode",
    (value, refuse) => {
      const mode = modes.find((one) => one === value);
      return { mode: mode ?? refuse(`@mode is one of ${modes.join(", ")}`) };
    },
  ],
  [
    "tileMatrixSet",
    (value, refuse) => {
      const names = [...tileMatrixSets.keys()].join(", ");
      return {
        tileMatrixSet: tileMatrixSets.get(value) ?? refuse(`@tileMatrixSet is one of ${names}`),
      };
    },
  ],
]);

/** The known directives. */
export const directiveNames: readonly string[] = [...readers.keys()];

/** Adds a directive. Unknown names have no effect. Throws SheetError. */
export function withDirective(
  directives: Directives,
  { name, value, at }: { name: string; value: string; at: number },
): Directives {
  const refuse = (message: string): never => {
    throw new SheetError(message, at);
  };
  return { ...directives, ...readers.get(name)?.(value, refuse) };
}
