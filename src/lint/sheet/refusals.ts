/** What a stock server refuses of a sheet that is taken here. */
import type { Source } from "../../geocss/sheet/source.ts";
import type { Property } from "../../geocss/value.ts";
import type { Finding } from "../finding.ts";
import type { PlacedRule } from "./placed-rules.ts";

/** Properties that are written in a way that a stock server does not read. */
export function refusals(source: Source, rules: readonly PlacedRule[]): readonly Finding[] {
  const starts = [0];
  for (const { index } of source.text.matchAll(/\n/g)) starts.push(index + 1);
  return rules.flatMap(({ rule }) =>
    [...rule.properties.values()].flatMap((property) => {
      const { line, column } = property.at;
      const text = written(source, (starts[line - 1] ?? 0) + column - 1);
      const message = refusal(property, text);
      return message === undefined ? [] : [{ sort: "refused" as const, message, ...property.at }];
    }),
  );
}

function refusal({ name, values }: Property, text: string): string | undefined {
  if (values.length === 0)
    return `${name} has no value, with which a stock server refuses the sheet`;
  // Texts, conditions and expressions are read otherwise.
  const plain = text.replaceAll(/'[^']*'|"[^"]*"|\[[^\]]*\]/g, "x");
  if (/(?<![\w.])-?\.\d/.test(plain))
    return `A stock server reads numbers only with a digit before the point, and refuses ${name} as it is`;
  if (/(?<![\w#.-])-?\d+(?:\.\d*)?e[+-]?\d/i.test(plain))
    return `A stock server reads no numbers with an exponent, and refuses ${name} as it is`;
  const calls = plain.replaceAll(/\burl\s*\([^)]*\)/g, "x");
  if (/[\w-]\(\s|\s\)/.test(calls))
    return `A stock server takes no blanks next to the parentheses of a function, and refuses ${name} as it is`;
  return undefined;
}

/** The text of the values of the property that begins at an offset; comments are blanks in it. */
function written({ blanked, structure }: Source, start: number): string {
  const colon = blanked.indexOf(":", start);
  const rest = /[;}]/g;
  rest.lastIndex = colon;
  return blanked.slice(colon + 1, rest.exec(structure)?.index ?? structure.length);
}
