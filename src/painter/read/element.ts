/** Elements of a style as plain data: what is read of a document once the document itself is gone. */

/** A piece of an element's content; `literal` is text of a CDATA section, of which the white space counts. */
export type Part =
  | { readonly type: "element"; readonly element: Element }
  | { readonly type: "text"; readonly text: string; readonly literal: boolean };

/** An element without its prefix. */
export interface Element {
  readonly name: string;
  /** By local name. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly parts: readonly Part[];
}

/** Elements in an element, in their order. */
export function elementsOf({ parts }: Element): readonly Element[] {
  return parts.flatMap((part) => (part.type === "element" ? [part.element] : []));
}

/** Whether an element has a name; servers read SLD 1.0 whatever the case of its names. */
export function isNamed({ name }: Element, wanted: string): boolean {
  return name.toLowerCase() === wanted.toLowerCase();
}

/** Elements of a name in an element. */
export function allNamed(parent: Element | undefined, name: string): readonly Element[] {
  return parent === undefined ? [] : elementsOf(parent).filter((one) => isNamed(one, name));
}

/** The first element of a name in an element. */
export function firstNamed(parent: Element | undefined, name: string): Element | undefined {
  return allNamed(parent, name)[0];
}

/** All text in an element, white space made single blanks. */
export function textOf(element: Element | undefined): string {
  return element === undefined ? "" : wholeText(element).replaceAll(/\s+/g, " ").trim();
}

function wholeText({ parts }: Element): string {
  return parts
    .map((part) => (part.type === "text" ? part.text : ` ${wholeText(part.element)}`))
    .join("");
}

/** An attribute by its local name; its case does not count. */
export function attributeOf({ attributes }: Element, name: string): string | undefined {
  const exact = attributes.get(name);
  if (exact !== undefined) return exact;
  const wanted = name.toLowerCase();
  return [...attributes].find(([one]) => one.toLowerCase() === wanted)?.[1];
}
