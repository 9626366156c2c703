/**
 * Rules of a style sheet as far as a picture has to do with them: those of selectors that something in it
 * meets, on a light screen of its width, and of custom properties those that such rules use. Pure.
 */
import { parse, type Rule } from "postcss";
import { digestOf, squeezed } from "./digest.ts";

/** A declaration of one selector. */
interface Line {
  readonly selector: string;
  readonly prop: string;
  readonly text: string;
}

/** Media that no picture is made for. */
const ELSEWHERE = /print|prefers-color-scheme: dark|max-width/;

/** Every selector of a sheet, each once. */
export function selectorsIn(sheet: string): readonly string[] {
  return [...new Set(linesOf(sheet).map(({ selector }) => selector))];
}

/** The digest of what the sheet says of each of the selectors, however it is written down. */
export function ruleDigests(
  sheet: string,
  selectors: readonly string[],
): ReadonlyMap<string, string> {
  const wanted = new Set(selectors);
  const lines = linesOf(sheet).filter(({ selector }) => wanted.has(selector));
  const used = new Set(
    lines.flatMap(({ text }) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name)),
  );
  const counted = lines.filter(({ prop }) => !prop.startsWith("--") || used.has(prop));
  return new Map(
    selectors.map((selector) => {
      const own = counted.filter((line) => line.selector === selector);
      return [selector, digestOf(own.map(({ text }) => text).join("\n"))] as const;
    }),
  );
}

function linesOf(sheet: string): readonly Line[] {
  const lines: Line[] = [];
  parse(sheet).walkRules((rule) => {
    const media = mediaOf(rule);
    if (ELSEWHERE.test(media)) return;
    for (const node of rule.nodes) {
      if (node.type !== "decl") continue;
      const { prop, value, important } = node;
      const text = squeezed(`${media} ${prop}: ${value}${important ? " !important" : ""}`);
      lines.push(...rule.selectors.map((selector) => ({ selector, prop, text })));
    }
  });
  return lines;
}

function mediaOf({ parent }: Rule): string {
  return parent !== undefined && "params" in parent ? parent.params : "";
}
