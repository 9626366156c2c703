/** What the stock server cannot read of a feature type or coverage, and what it writes in another way. */
import { Refusal } from "./refusal.ts";
import { child, childText, elementsOf, textOf, type Element } from "./xml-tree.ts";

/** Refuses views without a query, keywords in another order, links that are none. Throws Refusal 500. */
export function refuseUnreadable(body: Element): void {
  for (const name of ["maxFeatures", "numDecimals"]) {
    const text = childText(body, name) ?? "0";
    if (!/^-?\d+$/.test(text)) throw new Refusal(500, `For input string: "${text}"`);
  }
  if (child(body, "enabled")?.attributes.get("xsi:nil") === "true")
    throw new Refusal(500, "java.lang.IllegalArgumentException");
  for (const entry of elementsIn(body, "metadata")) {
    const view = child(entry, "virtualTable");
    const missing = ["name", "sql"].find((one) => (childText(view, one) ?? "") === "");
    if (view !== undefined && missing !== undefined)
      throw new Refusal(500, `Expect ${missing} but could not find it`);
  }
  for (const keyword of elementsIn(body, "keywords")) {
    if (!KEYWORD.test(textOf(keyword)))
      throw new Refusal(500, `Illegal keyword '${textOf(keyword)}'.`);
  }
  for (const link of elementsIn(body, "metadataLinks")) {
    const content = childText(link, "content") ?? "";
    if (/^(?!https?:|ftp:)[a-z]+:/i.test(content))
      throw new Refusal(500, `Not a valid URL: ${content}`);
  }
  for (const link of elementsIn(body, "dataLinks")) {
    if (link.name !== "org.geoserver.catalog.impl.DataLinkInfoImpl")
      throw new Refusal(500, `${link.name} : ${link.name}`);
  }
}

const KEYWORD = /^[^\\]*(?:\\@language=[^\\]+\\;)?(?:\\@vocabulary=[^\\]+\\;)?$/;

function elementsIn(body: Element, name: string): readonly Element[] {
  const found = child(body, name);
  return found === undefined ? [] : elementsOf(found);
}

/** An entry of the metadata as it is shown: a query ends with a line break. */
export function asShown([key, value]: readonly [string, string]): [string, string] {
  return [key, value.replace(/\s*<\/sql>/, "\n</sql>")];
}
