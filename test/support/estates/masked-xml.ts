/**
 * Whether a list of differences says all of what two documents differ in, and nothing else: everything that the list
 * names is taken out of both, and what is left has to mean the same. It goes by the definition of meaning
 * (`canonical-xml.ts`), not by the comparison.
 */
import { bindingsIn, countingParts } from "../../../src/wire/canonical-xml.ts";
import type { Difference } from "../../../src/wire/difference.ts";
import {
  attributesOf,
  withXmlDocument,
  type XmlElement,
  type XmlPart,
} from "../../../src/wire/xml-document.ts";

interface Mask {
  /** What stands for a text that differs: the same on both sides. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly texts: ReadonlyMap<string, string>;
  /** Elements of which all texts between other elements are left out. */
  readonly runs: ReadonlySet<string>;
  readonly elements: ReadonlySet<string>;
  readonly sorted: ReadonlySet<string>;
}

type Side = "before" | "after";

/** What is left of a document when what differences name is taken out of it. */
function masked(bytes: Uint8Array, differences: readonly Difference[], side: Side): string {
  const mask = maskOf(differences, side);
  return withXmlDocument(bytes, (root) => written(root, `/${root.name}`, mask));
}

function maskOf(differences: readonly Difference[], side: Side): Mask {
  const mask = {
    attributes: new Map<string, string>(),
    texts: new Map<string, string>(),
    runs: new Set<string>(),
    elements: new Set<string>(),
    sorted: new Set<string>(),
  };
  for (const { sort, pathBefore, pathAfter } of differences) {
    const token = JSON.stringify([pathBefore, pathAfter]);
    const path = side === "before" ? pathBefore : pathAfter;
    if (path === undefined) continue;
    if (path.includes("/@")) mask.attributes.set(path, token);
    else if (path.endsWith("/text()")) mask.runs.add(path.slice(0, -"/text()".length));
    else if (sort === "order") mask.sorted.add(path);
    else if (sort === "added" || sort === "removed") mask.elements.add(path);
    else mask.texts.set(path, token);
  }
  return mask;
}

function written(element: XmlElement, path: string, mask: Mask): string {
  const named = [...mask.attributes].filter(([place]) => place.startsWith(`${path}/@`));
  const attributes = attributesOf(element)
    .filter(({ name }) => !mask.attributes.has(`${path}/@${name}`))
    .map((one) => [one.namespaceUri, one.name, one.value, bindingsIn(one.value, element)])
    .map((one) => JSON.stringify(one))
    .concat(named.map(([, token]) => token))
    .toSorted();
  const token = mask.texts.get(path);
  const parts = countingParts(element);
  const counts = new Map<string, number>();
  for (const part of parts)
    if (part.type === "element")
      counts.set(part.element.name, (counts.get(part.element.name) ?? 0) + 1);
  const seen = new Map<string, number>();
  const inside = parts.flatMap((part: XmlPart) => {
    if (part.type === "text") {
      const isLeft = mask.runs.has(path) || token !== undefined;
      return isLeft ? [] : [JSON.stringify([part.text, bindingsIn(part.text, element)])];
    }
    const { name } = part.element;
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    const own = `${path}/${name}${(counts.get(name) ?? 0) > 1 ? `[${number}]` : ""}`;
    return mask.elements.has(own) ? [] : [written(part.element, own, mask)];
  });
  const shown = mask.sorted.has(path) ? inside.toSorted() : inside;
  const all = token === undefined ? shown : [token, ...shown];
  return JSON.stringify([element.namespaceUri, element.name, attributes, all]);
}

/** What is wrong with a list: something that differs is not in it, or something in it does not differ. */
export function faultOf(
  [before, after]: readonly [Uint8Array, Uint8Array],
  differences: readonly Difference[],
): string | undefined {
  const isEqual = (some: readonly Difference[]) =>
    masked(before, some, "before") === masked(after, some, "after");
  if (!isEqual(differences)) return "something that differs is not named";
  // Texts between elements have one path, and are named by it together.
  const groups = Map.groupBy(differences, ({ sort, pathBefore, pathAfter }) =>
    [sort === "order", pathBefore, pathAfter].join(" "),
  );
  const texts = new Set(differences.flatMap(({ pathAfter }) => pathAfter ?? []));
  for (const [path, group] of groups) {
    // Where texts between elements differ, they take their places with them.
    const isHidden = group.some(
      ({ sort, pathAfter }) => sort === "order" && texts.has(`${pathAfter}/text()`),
    );
    if (!isHidden && isEqual(differences.filter((one) => !group.includes(one))))
      return `${path} does not differ`;
  }
  return undefined;
}
