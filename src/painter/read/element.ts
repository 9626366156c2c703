/** Elements of a style as plain data. */

/** A part of an element. `literal` is CDATA text, whose white space counts. */
export type Part =
  | { readonly type: "element"; readonly element: Element }
  | { readonly type: "text"; readonly text: string; readonly literal: boolean };

/** An element without its namespace prefix. */
export interface Element {
  readonly name: string;
  /** By local name. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly parts: readonly Part[];
}

export function elementsOf({ parts }: Element): readonly Element[] {
  return parts.flatMap((part) => (part.type === "element" ? [part.element] : []));
}

/** Servers ignore the case of names in SLD 1.0. */
export function isNamed({ name }: Element, wanted: string): boolean {
  return name.toLowerCase() === wanted.toLowerCase();
}

export function allNamed(parent: Element | undefined, name: string): readonly Element[] {
  return parent === undefined ? [] : elementsOf(parent).filter((one) => isNamed(one, name));
}

export function firstNamed(parent: Element | undefined, name: string): Element | undefined {
  return allNamed(parent, name)[0];
}

/** All text in an element, with white space collapsed. */
export function textOf(element: Element | undefined): string {
  return element === undefined ? "" : wholeText(element).replaceAll(/\s+/g, " ").trim();
}

function wholeText({ parts }: Element): string {
  return parts
    .map((part) => (part.type === "text" ? part.text : ` ${wholeText(part.element)}`))
    .join("");
}

/** An attribute by its local name in any case. */
export function attributeOf({ attributes }: Element, name: string): string | undefined {
  const exact = attributes.get(name);
  if (exact !== undefined) return exact;
  const wanted = name.toLowerCase();
  return [...attributes].find(([one]) => one.toLowerCase() === wanted)?.[1];
}
