/**
 * Rules with complete selectors: nested ones are merged with outer ones, alternatives are split.
 */
import { styleSheet as limits } from "../../model/limits.ts";
import { beyond } from "../problem.ts";
import type { BasicSelector } from "../sheet-grammar.js";
import type { RuleWords } from "../sheet/comments.ts";
import type { Directives, TileMatrixSet, WrittenRule, WrittenSheet } from "../sheet/written.ts";
import type { ComparisonCounter } from "../solver/known.ts";
import { always, isNever, junction, nodeOf, type Node } from "../solver/node.ts";
import { simplify } from "../solver/simplify.ts";
import { unitsOf, type Units } from "../solver/units.ts";
import type { PseudoClass, ScaleRange } from "../styling.ts";
import type { Property } from "../value.ts";
import { allScales, covers, intersection, isEmpty, scaleOf, zoomOf } from "./scale.ts";
import {
  compareSpecificity,
  specificityOf,
  sumOf,
  unspecific,
  type Specificity,
} from "./specificity.ts";

/** A pseudo class, or the background of the map. */
export interface Pseudo {
  readonly pseudoClass: PseudoClass | "background";
  readonly nth: number | undefined;
}

export interface Scope {
  readonly typeName: string | undefined;
  readonly scale: ScaleRange;
  readonly condition: Node;
  readonly pseudo: Pseudo | undefined;
  readonly specificity: Specificity;
}

/** All scopes of one written rule share `index`. */
export interface ScopedRule extends Scope {
  readonly index: number;
  readonly order: number;
  /** Stronger properties override weaker ones. */
  readonly strength: number;
  /** Identifies the scope. */
  readonly branch: string;
  /** From the outermost. */
  readonly around: readonly { readonly branch: string }[];
  readonly offset: number;
  readonly words: RuleWords;
  readonly properties: ReadonlyMap<string, Property>;
  /** Without what the rules around it add. */
  readonly own: Pick<Scope, "scale" | "condition"> & Pick<WrittenRule, "properties">;
  /** The literals of the condition. */
  readonly units: Units;
}

const everywhere: Scope = {
  typeName: undefined,
  scale: allScales,
  condition: always,
  pseudo: undefined,
  specificity: unspecific,
};

interface Surroundings {
  readonly scope: Scope;
  readonly branch: string | undefined;
  readonly around: ScopedRule["around"];
  readonly properties: ReadonlyMap<string, Property>;
}

/** All rules, nested ones after their outer rules, without empty scopes. Throws SheetError. */
export function scopedRules(
  sheet: WrittenSheet,
  counter: ComparisonCounter,
): readonly ScopedRule[] {
  const rules: Unordered[] = [];
  const outside = { scope: everywhere, branch: undefined, around: [], properties: new Map() };
  for (const rule of sheet.rules) collect(rule, [outside], { rules, directives: sheet.directives });
  const strengths = strengthsOf(rules);
  return rules.flatMap((rule, order): readonly ScopedRule[] => {
    const condition = simplify(rule.condition, counter);
    if (isNever(condition)) return [];
    const [units, strength] = [unitsOf(condition), strengths[order] ?? 0];
    return [{ ...rule, order, strength, condition, units }];
  });
}

/** Ranks rules by specificity, then by order. */
function strengthsOf(rules: readonly Unordered[]): readonly number[] {
  const order = [...rules.keys()].toSorted(
    (a, b) =>
      compareSpecificity(
        rules[a]?.specificity ?? unspecific,
        rules[b]?.specificity ?? unspecific,
      ) || a - b,
  );
  const strengths: number[] = [];
  for (const [strength, at] of order.entries()) strengths[at] = strength;
  return strengths;
}

type Unordered = Omit<ScopedRule, "order" | "strength" | "units">;

interface Collected {
  readonly rules: Unordered[];
  readonly directives: Directives;
}

function collect(
  rule: WrittenRule,
  surroundings: readonly Surroundings[],
  collected: Collected,
): void {
  const alternatives = rule.selector.flatMap((one) => scopeOf(one, collected.directives) ?? []);
  const isFlat = collected.directives.mode === "Flat";
  const joined = isFlat ? [] : joinedScopes(alternatives);
  const inner: Surroundings[] = [];
  for (const outer of surroundings) {
    for (const scope of isFlat ? flatScopes(alternatives, outer.scope.scale) : joined) {
      const both = together(outer.scope, scope);
      if (both === undefined) continue;
      const around = outer.branch === undefined ? [] : [...outer.around, { branch: outer.branch }];
      const branch = `${rule.index}/${inner.length}`;
      const properties = inherited(outer, both, rule.properties);
      inner.push({ scope: both, branch, around, properties });
      const { index, offset, words } = rule;
      const own = { ...scope, properties: rule.properties };
      collected.rules.push({ ...both, index, branch, around, offset, words, properties, own });
      if (collected.rules.length > limits.rules)
        throw beyond(
          `There are more than ${limits.rules} rules, alternatives counted`,
          limits.rules,
          offset,
        );
    }
  }
  for (const nested of rule.nested) collect(nested, inner, collected);
}

/** A nested rule inherits properties, unless only one of both has a pseudo class. */
function inherited(
  outer: Surroundings,
  scope: Scope,
  own: WrittenRule["properties"],
): ScopedRule["properties"] {
  if ((outer.scope.pseudo === undefined) !== (scope.pseudo === undefined)) return own;
  return new Map([...outer.properties, ...own]);
}

/** Merges alternatives that differ only in their condition. */
function joinedScopes(alternatives: readonly Scope[]): readonly Scope[] {
  const joined = new Map<string, Scope>();
  for (const scope of alternatives) {
    const before = joined.get(keyOf(scope));
    joined.set(keyOf(scope), before === undefined ? scope : eitherOf(before, scope));
  }
  return [...joined.values()];
}

/** In flat sheets stock servers merge only alternatives for all scales, and put them last. */
function flatScopes(alternatives: readonly Scope[], around: ScaleRange): readonly Scope[] {
  const isWide = ({ scale }: Scope) => covers(intersection(scale, around), allScales);
  const single = alternatives.filter((scope) => !isWide(scope));
  const distinct = new Map(
    single.map((scope) => [`${keyOf(scope)} ${scope.condition.key}`, scope]),
  );
  return [...distinct.values(), ...joinedScopes(alternatives.filter(isWide))];
}

function keyOf({ typeName, scale, pseudo }: Scope): string {
  return JSON.stringify([typeName, scale.min, String(scale.max), pseudo]);
}

function eitherOf(a: Scope, b: Scope): Scope {
  const condition = junction("or", [a.condition, b.condition]);
  const isMore = compareSpecificity(a.specificity, b.specificity) >= 0;
  return { ...a, condition, specificity: isMore ? a.specificity : b.specificity };
}

function scopeOf(
  selectors: readonly BasicSelector[],
  { tileMatrixSet }: Directives,
): Scope | undefined {
  let scope: Scope | undefined = everywhere;
  for (const selector of selectors) {
    if (scope === undefined) return undefined;
    const specificity = specificityOf(selector);
    scope = together(scope, { ...everywhere, ...basicScope(selector, tileMatrixSet), specificity });
  }
  return scope;
}

function basicScope(selector: BasicSelector, tileMatrixSet: TileMatrixSet): Partial<Scope> {
  switch (selector.type) {
    case "type":
      return { typeName: selector.name };
    case "id":
      return { condition: nodeOf({ type: "ids", ids: [selector.id] }) };
    case "filter":
      return { condition: nodeOf(selector.filter) };
    case "scale":
      return { scale: scaleOf(selector) };
    case "zoom":
      return { scale: zoomOf(selector, tileMatrixSet) };
    case "pseudo":
      return { pseudo: { pseudoClass: selector.pseudoClass, nth: selector.nth } };
    case "any":
      break;
  }
  return {};
}

/** The intersection; undefined where it is empty. */
function together(a: Scope, b: Scope): Scope | undefined {
  const scale = intersection(a.scale, b.scale);
  const condition = junction("and", [a.condition, b.condition]);
  if (isEmpty(scale) || isNever(condition)) return undefined;
  if (areDifferent(a.typeName, b.typeName)) return undefined;
  const pseudo = bothPseudo(a.pseudo, b.pseudo);
  if (pseudo === "nothing") return undefined;
  const specificity = sumOf(a.specificity, b.specificity);
  return { typeName: a.typeName ?? b.typeName, scale, condition, pseudo, specificity };
}

function bothPseudo(a: Pseudo | undefined, b: Pseudo | undefined): Pseudo | "nothing" | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const areApart = a.pseudoClass !== b.pseudoClass || areDifferent(a.nth, b.nth);
  return areApart ? "nothing" : { ...a, nth: a.nth ?? b.nth };
}

function areDifferent<Value>(a: Value | undefined, b: Value | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b;
}
