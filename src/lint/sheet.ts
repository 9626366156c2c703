/** Finds warnings in style sheets. */
import { scopedRules } from "../geocss/cascade/rules.ts";
import { newEffort } from "../geocss/cascade/effort.ts";
import { SheetError } from "../geocss/problem.ts";
import { directiveNames } from "../geocss/sheet/directives.ts";
import { readBlocks } from "../geocss/sheet/read-blocks.ts";
import { sourceOf, type Source } from "../geocss/sheet/source.ts";
import type { WrittenRule, WrittenSheet } from "../geocss/sheet/written.ts";
import { lint as limits } from "../model/limits.ts";
import { didYouMean } from "../model/nearest.ts";
import { together, type Finding, type FindingType, type StyleLint } from "./finding.ts";
import { functionProblem } from "./functions.ts";
import { functionsIn, imagesIn, type PlacedRule, placedRules } from "./sheet/contents.ts";
import { refusals } from "./sheet/refusals.ts";
import { ruleProperties, symbolProperties } from "../geocss/properties.ts";

/** An unreadable sheet has no findings: its mistakes are reported elsewhere. */
export function lintSheet(text: string): StyleLint {
  const { sheet } = readBlocks(text);
  if (sheet === undefined) return { findings: [], images: [] };
  const source = sourceOf(text);
  const rules = placedRules(sheet);
  const findings = [
    ...unknownDirectives(source),
    ...rules.flatMap((rule) => propertyFindings(rule)),
    ...rules.flatMap(({ rule }) => unknownFunctions(rule, source)),
    ...refusals(source, rules),
    ...neverHolding(sheet, source),
    ...severalTypes(sheet),
  ];
  const sorted = findings.toSorted((a, b) => a.line - b.line || a.column - b.column);
  const images = rules.flatMap(({ rule }) => imagesIn(rule));
  return { findings: together(sorted).slice(0, limits.findings), images };
}

function unknownDirectives({ blanked, place }: Source): readonly Finding[] {
  const head = blanked.slice(0, Math.max(0, blanked.indexOf("{")));
  return [...head.matchAll(/@([A-Za-z][\w-]*)\s+['"]/g)].flatMap(([, name = ""], at, all) =>
    directiveNames.includes(name)
      ? []
      : {
          type: "unread" as const,
          message: `@${name} is no directive; servers pass over it`,
          hint: didYouMean(name, directiveNames),
          ...place(all[at]?.index ?? 0),
        },
  );
}

function unknownFunctions(rule: WrittenRule, { place }: Source): readonly Finding[] {
  const own = functionsIn(rule.selector).map((name) => ({ name, at: place(rule.offset) }));
  const inside = [...rule.properties.values()].flatMap(({ values, at }) =>
    functionsIn(values).map((name) => ({ name, at })),
  );
  return [...own, ...inside].flatMap(({ name, at }) => {
    const problem = functionProblem(name);
    return problem === undefined ? [] : { type: "refused" as const, ...problem, ...at };
  });
}

/** Rules that no feature fulfils at any scale, without their nested rules. */
function neverHolding(sheet: WrittenSheet, { place }: Source): readonly Finding[] {
  const possible = possibleRules(sheet);
  if (possible === undefined) return [];
  const find = (rule: WrittenRule): readonly Finding[] =>
    possible.has(rule.index)
      ? rule.nested.flatMap(find)
      : [
          finding(
            "undrawn",
            "The rule draws nothing: no feature at no scale is in it",
            place(rule.offset),
          ),
        ];
  return sheet.rules.flatMap(find);
}

function possibleRules(sheet: WrittenSheet): ReadonlySet<number> | undefined {
  try {
    const effort = newEffort(sheet.directives.maxOutputRules);
    return new Set(scopedRules(sheet, effort).map(({ index }) => index));
  } catch (error) {
    if (error instanceof SheetError) return undefined;
    throw error;
  }
}

/** GeoServer 3 makes a layer of each type, and accepts only layers of its catalog. */
function severalTypes({ rules }: WrittenSheet): readonly Finding[] {
  const names = new Set(rules.flatMap(typeNames));
  if (names.size < 2) return [];
  const message = `The sheet is for ${names.size} types of features; GeoServer 3 refuses it unless it has a layer of each name`;
  const needs = { names: [...names], since: 3 };
  return [{ ...finding("refused", message, { line: 1, column: 1 }), isSure: true, needs }];
}

function typeNames({ selector, nested }: WrittenRule): readonly string[] {
  const own = selector.flat().flatMap((one) => (one.type === "type" ? one.name : []));
  return [...own, ...nested.flatMap(typeNames)];
}

function finding(
  type: FindingType,
  message: string,
  { line, column }: { readonly line: number; readonly column: number },
): Finding {
  return { type, message, line, column };
}

function propertyFindings({ rule, isOfSymbols, isMixed }: PlacedRule): readonly Finding[] {
  const known = isMixed ? all : isOfSymbols ? symbolProperties : ruleProperties;
  return [...rule.properties.values()].flatMap(({ name, at }) => {
    if (known.has(name)) return [];
    return [{ type: "unread" as const, ...findingOf(name, isOfSymbols), ...at }];
  });
}

const all: ReadonlySet<string> = new Set([...ruleProperties, ...symbolProperties]);

function findingOf(
  name: string,
  isOfSymbols: boolean,
): { readonly message: string; readonly hint?: string | undefined } {
  if (!all.has(name))
    return {
      message: `${name} is no property; servers pass over it`,
      hint: didYouMean(name, [...(isOfSymbols ? symbolProperties : ruleProperties)]),
    };
  return isOfSymbols
    ? { message: `${name} is not read in a block of symbols; it belongs in the rule` }
    : {
        message: `${name} is read in blocks of symbols only`,
        hint: `For a mark it is mark-${name}.`,
      };
}
