/**
 * Compares XML documents in terms of styles and mappings, else of elements. `canonical-xml.ts`
 * defines what is significant. Passwords are never reported.
 */
import { isSecretParameter } from "../model/connection-parameters.ts";
import { fillsGaps } from "../model/gaps.ts";
import {
  kept,
  openDifferences,
  widerRange,
  withoutPasswords,
  type Difference,
  type Differences,
  type ScaleRange,
} from "./difference.ts";
import { withXmlDocument } from "./xml-document.ts";
import {
  elementNamed,
  isLeaf,
  meaningOf,
  openNumbering,
  textIn,
  type MeaningAttribute,
  type MeaningElement,
  type MeaningNode,
} from "./xml-meaning.ts";
import { isNamedWhole, keyOf, nameOf, partsIn, wordsFor } from "./xml-words.ts";

/** `hole` stands for unknown values in the new document and matches any text. */
export interface Unknowns {
  readonly hole?: string | undefined;
}

/** In document order; none for equivalent documents. Throws WireError. */
export function xmlDifferences(
  before: Uint8Array,
  after: Uint8Array,
  { hole }: Unknowns = {},
): readonly Difference[] {
  const numbering = openNumbering();
  const [one, other] = [before, after].map((bytes) =>
    withXmlDocument(bytes, (root) => meaningOf(root, numbering)),
  ) as [MeaningElement, MeaningElement];
  const found = openDifferences();
  if (nameOf(one) === nameOf(other))
    compare(one, other, { place: [], isSecret: false, found, hole });
  else {
    const names = [one, other].map(nameOf) as [string, string];
    const [was, is] = one.name === other.name ? names : [one.name, other.name];
    found.add(at(one, other, { place: [], sort: "changed", before: was, after: is }));
  }
  return found.all();
}

interface Comparison {
  readonly place: readonly string[];
  readonly isSecret: boolean;
  readonly found: Differences;
  readonly hole: string | undefined;
}

function compare(before: MeaningElement, after: MeaningElement, about: Comparison): void {
  if (before.id === after.id) return;
  const inside = after.name === "Rule" ? atScales(about, [before, after]) : about;
  compareAttributes(before, after, inside);
  if (isLeaf(before) && isLeaf(after)) compareTexts(before, after, inside);
  else compareContent(before, after, inside);
}

/** Differences inside a style rule get the scales of that rule. */
function atScales(about: Comparison, rules: readonly [MeaningElement, MeaningElement]): Comparison {
  const scales = widerRange(...(rules.map(scalesOf) as [ScaleRange, ScaleRange]));
  const { found } = about;
  return { ...about, found: { ...found, add: (one) => found.add({ ...one, scales }) } };
}

function scalesOf(rule: MeaningElement): ScaleRange {
  const [from, to] = ["MinScaleDenominator", "MaxScaleDenominator"].map((name) =>
    Number.parseFloat(textIn(elementNamed(rule, name))),
  );
  const known = (one: number | undefined) => (Number.isNaN(one) ? undefined : one);
  return { from: known(from) ?? 0, to: known(to) };
}

function at(
  before: MeaningElement | undefined,
  after: MeaningElement | undefined,
  what: Pick<Difference, "place" | "sort" | "before" | "after">,
  inside = "",
): Difference {
  const pathIn = (one: MeaningElement | undefined) => one && `${one.path()}${inside}`;
  return { ...what, pathBefore: pathIn(before), pathAfter: pathIn(after) };
}

function compareAttributes(
  before: MeaningElement,
  after: MeaningElement,
  { place, isSecret, found, hole }: Comparison,
): void {
  const [old, now] = [attributesBy(before), attributesBy(after)];
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(key), now.get(key)];
    const name = (is ?? was)?.name ?? "";
    const change = changeOf(was, is, {
      isSecret: isSecret || isSecretParameter(name),
      hole,
    });
    if (change === undefined) continue;
    found.add(at(before, after, { place: [...place, name], ...change }, `/@${name}`));
  }
}

function attributesBy({ attributes }: MeaningElement): ReadonlyMap<string, MeaningAttribute> {
  return new Map(attributes.map((one) => [`{${one.namespaceUri}}${one.name}`, one]));
}

function compareTexts(
  before: MeaningElement,
  after: MeaningElement,
  { place, found, ...about }: Comparison,
): void {
  const change = changeOf(textOf(before.content[0]), textOf(after.content[0]), about);
  if (change !== undefined) found.add(at(before, after, { place, ...change }));
}

type Text = Pick<MeaningAttribute, "id" | "text" | "bindings">;

function textOf(node: MeaningNode | undefined): Text | undefined {
  return node?.type === "text" ? node : undefined;
}

/** Undefined for equal texts. */
function changeOf(
  before: Text | undefined,
  after: Text | undefined,
  { isSecret, hole }: Pick<Comparison, "isSecret" | "hole">,
): Pick<Difference, "sort" | "before" | "after"> | undefined {
  if (before?.id === after?.id) return undefined;
  const isOpen = hole !== undefined && after?.text.includes(hole) === true;
  if (isOpen && fillsGaps(before?.text ?? "", after.text.split(hole))) return undefined;
  return isSecret || isOpen ? { sort: "secret" } : shownChange(before, after);
}

function shownChange(
  before: Text | undefined,
  after: Text | undefined,
): Pick<Difference, "sort" | "before" | "after"> {
  if (before?.text === after?.text)
    return { sort: "binding", before: before?.bindings, after: after?.bindings };
  const [was, is] = [shown(before), shown(after)];
  if (was === is) return { sort: "secret" };
  return flat(was) === flat(is) ? { sort: "layout" } : { sort: "changed", ...kept(was, is) };
}

function flat(text: string | undefined): string {
  return (text ?? "").replaceAll(/\s+/g, " ").trim();
}

function shown(text: Text | undefined): string | undefined {
  return text && withoutPasswords(text.text);
}

type Pair = readonly [before: MeaningNode | undefined, after: MeaningNode | undefined];

function isUnlike([before, after]: Pair): boolean {
  return before?.id !== after?.id;
}

/** Parts with the same name are paired, equal ones first. */
function compareContent(before: MeaningElement, after: MeaningElement, about: Comparison): void {
  const { place, found } = about;
  const [old, now] = [before.content, after.content];
  const pairs = pairsOf(old, now);
  const [was, is] = [partsIn(before), partsIn(after)];
  const isSecretIn = (part: MeaningElement) => about.isSecret || isHidden(part, [before, after]);
  const inNew = (part: MeaningElement) => [...place, ...wordsFor(part, { own: is, other: was })];
  const inOld = (part: MeaningElement) => [...place, ...wordsFor(part, { own: was, other: is })];
  for (const [one, other] of pairs.filter(isUnlike)) {
    if (one?.type === "text" || other?.type === "text")
      compareRuns([before, after], [textOf(one), textOf(other)], about);
    else if (one !== undefined && other !== undefined)
      compare(one, other, {
        ...about,
        place: inNew(other),
        isSecret: isSecretIn(one) || isSecretIn(other),
      });
    else if (one !== undefined)
      found.add(whole(one, "removed", { place: inOld(one), isSecret: isSecretIn(one) }));
    else if (other !== undefined)
      found.add(whole(other, "added", { place: inNew(other), isSecret: isSecretIn(other) }));
  }
  if (isTurned(pairs, old, now)) found.add(at(before, after, { place, sort: "order" }));
}

function compareRuns(
  [before, after]: readonly [MeaningElement, MeaningElement],
  [was, is]: readonly [Text | undefined, Text | undefined],
  { place, found, ...about }: Comparison,
): void {
  const change = changeOf(was, is, about);
  if (change !== undefined)
    found.add(at(before, after, { place: [...place, "text"], ...change }, "/text()"));
}

/** An element on one side only, with its text if it is a leaf. */
function whole(
  element: MeaningElement,
  sort: "added" | "removed",
  { place, isSecret }: Pick<Comparison, "place" | "isSecret">,
): Difference {
  const isText = isLeaf(element) && isNamedWhole(element) && !isSecret;
  const own = isText ? shown(textOf(element.content[0])) : undefined;
  const sides = sort === "added" ? kept(undefined, own) : kept(own, undefined);
  const [before, after] = sort === "added" ? [undefined, element] : [element, undefined];
  const whole = at(before, after, { place, sort, ...sides });
  return element.name === "Rule" ? { ...whole, scales: scalesOf(element) } : whole;
}

/** Pairs in the order of the old parts; new parts come last. */
function pairsOf(old: readonly MeaningNode[], now: readonly MeaningNode[]): readonly Pair[] {
  const fresh = Map.groupBy(now, keyOf);
  const partners = new Map<MeaningNode, MeaningNode>();
  for (const [key, ones] of Map.groupBy(old, keyOf)) pair(ones, fresh.get(key) ?? [], partners);
  const taken = new Set(partners.values());
  const added = now.filter((one) => !taken.has(one));
  return [
    ...old.map((one): Pair => [one, partners.get(one)]),
    ...added.map((one): Pair => [undefined, one]),
  ];
}

/** Pairs equal parts at both ends, then equal ones anywhere, then the rest in order. */
function pair(
  old: readonly MeaningNode[],
  now: readonly MeaningNode[],
  partners: Map<MeaningNode, MeaningNode>,
): void {
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start]?.id === now[start]?.id) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end)?.id === now.at(-1 - end)?.id) end++;
  const put = (one: MeaningNode | undefined, other: MeaningNode | undefined) =>
    one !== undefined && other !== undefined && partners.set(one, other);
  for (let index = 0; index < start; index++) put(old[index], now[index]);
  for (let index = 1; index <= end; index++) put(old.at(-index), now.at(-index));
  const left = new Set(now.slice(start, now.length - end));
  const byId = Map.groupBy(left, ({ id }) => id);
  const changed = old.slice(start, old.length - end).filter((one) => {
    const same = byId.get(one.id)?.shift();
    if (same !== undefined) left.delete(same);
    put(one, same);
    return same === undefined;
  });
  const others = left.values();
  for (const one of changed) put(one, others.next().value);
}

/** Whether common parts are in another order. */
function isTurned(
  pairs: readonly Pair[],
  old: readonly MeaningNode[],
  now: readonly MeaningNode[],
): boolean {
  const [before, after] = [old, now].map(
    (nodes) => new Map(nodes.map((node, index) => [node, index] as const)),
  );
  const kept = pairs.flatMap(([one, other]) => {
    const [from, to] = [one && before?.get(one), other && after?.get(other)];
    return from === undefined || to === undefined ? [] : [[from, to] as const];
  });
  const inOrder = kept.toSorted(([a], [b]) => a - b);
  return inOrder.some(([, to], index) => to < (inOrder[index - 1]?.[1] ?? -1));
}

/** By the element's name, its key, or the name beside it. */
function isHidden(
  part: MeaningElement,
  [before, after]: readonly [MeaningElement, MeaningElement],
): boolean {
  const key = part.attributes.find(({ name }) => name === "key")?.text ?? part.name;
  if (isSecretParameter(key)) return true;
  const names = [before, after].map((one) => textIn(elementNamed(one, "name")));
  return part.name === "value" && names.some(isSecretParameter);
}
