/** Sheets that a stock server refuses, although they are accepted here. */
import type { Source } from "../../geocss/sheet/source.ts";
import { optionProperties } from "../../geocss/properties.ts";
import type { Property, Value } from "../../geocss/value.ts";
import type { Finding } from "../finding.ts";
import type { PlacedRule } from "./contents.ts";

/** Properties in a notation that a stock server cannot read. */
export function refusals(source: Source, rules: readonly PlacedRule[]): readonly Finding[] {
  const starts = [0];
  for (const { index } of source.text.matchAll(/\n/g)) starts.push(index + 1);
  return rules.flatMap(({ rule }) =>
    [...rule.properties.values()].flatMap((property) => {
      const { line, column } = property.at;
      const text = written(source, (starts[line - 1] ?? 0) + column - 1);
      const message = refusal(property, text);
      return message === undefined
        ? []
        : [{ type: "refused" as const, isSure: true as const, message, ...property.at }];
    }),
  );
}

function refusal({ name, values }: Property, text: string): string | undefined {
  if (values.length === 0)
    return `${name} has no value, with which a stock server refuses the sheet`;
  // Texts, conditions and expressions follow other rules.
  const plain = text.replaceAll(/'[^']*(?:'|$)|"[^"]*(?:"|$)|\[[^\]]*(?:\]|$)/g, "x");
  if (/(?<![\w.])-?\.\d/.test(plain))
    return `A stock server reads numbers only with a digit before the point, and refuses ${name} as it is`;
  if (/(?<![\w#.-])-?\d+(?:\.\d*)?e[+-]?\d/i.test(plain))
    return `A stock server reads no numbers with an exponent, and refuses ${name} as it is`;
  const calls = plain.replaceAll(/\burl\s*\([^)]*(?:\)|$)/g, "x");
  if (/[\w-]\(\s|\s\)/.test(calls))
    return `A stock server allows no spaces next to the parentheses of a function, so it refuses ${name}`;
  return refusalOfValues(name, values);
}

/** Values that a stock server reads, but cannot translate into SLD. */
function refusalOfValues(name: string, values: readonly Value[]): string | undefined {
  const parts = values.flatMap((value) => (value.type === "composite" ? value.parts : [value]));
  if (UNITLESS.has(name) && parts.some((part) => part.type === "number" && part.unit !== undefined))
    return `A stock server takes no units in ${name}, and refuses the sheet`;
  const isComputed = ({ type }: Value): boolean => type === "expression" || type === "environment";
  if (optionProperties.has(name.replace(/^-gt-/, "")) && parts.some(isComputed))
    return `A stock server works out no values of ${name}, and refuses the sheet`;
  if (values.slice(1).some(({ type }) => type === "environment"))
    return `A stock server reads no variable after a comma, and refuses ${name} as it is`;
  return undefined;
}

const UNITLESS: ReadonlySet<string> = new Set(["stroke-offset", "stroke-dasharray"]);

/** The text of a property's values, with comments blanked. */
function written({ blanked, structure }: Source, start: number): string {
  const colon = blanked.indexOf(":", start);
  const rest = /[;}]/g;
  rest.lastIndex = colon;
  return blanked.slice(colon + 1, rest.exec(structure)?.index ?? structure.length);
}
