/** Directives: what a sheet says of itself before its rules. */
import { styleSheet as limits } from "../../model/limits.ts";
import { SheetError } from "../problem.ts";
import { modes, type Directives } from "./written.ts";

/** Scale denominators of level 0. */
const MERCATOR = 559_082_263.9508929;
const DEGREES = 279_541_132.0143589;
const tops: ReadonlyMap<string, number> = new Map([
  ["WebMercatorQuad", MERCATOR],
  ["EPSG:3857", MERCATOR],
  ["EPSG:900913", MERCATOR],
  ["WorldCRS84Quad", DEGREES],
  ["EPSG:4326", DEGREES],
]);

/** What holds where a sheet says nothing. */
export const defaultDirectives: Directives = {
  mode: "Auto",
  styleName: undefined,
  styleTitle: undefined,
  styleAbstract: undefined,
  autoRuleNames: false,
  autoThreshold: 100,
  maxOutputRules: limits.outputRules,
  topDenominator: MERCATOR,
};

/** What a directive says; throws SheetError by `refuse`. */
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
      const names = [...tops.keys()].join(", ");
      return { topDenominator: tops.get(value) ?? refuse(`@tileMatrixSet is one of ${names}`) };
    },
  ],
]);

/** The names of directives that mean something. */
export const directiveNames: readonly string[] = [...readers.keys()];

/** The directives with one more; names that nobody knows change nothing. Throws SheetError. */
export function withDirective(
  directives: Directives,
  { name, value, at }: { name: string; value: string; at: number },
): Directives {
  const refuse = (message: string): never => {
    throw new SheetError(message, at);
  };
  return { ...directives, ...readers.get(name)?.(value, refuse) };
}
