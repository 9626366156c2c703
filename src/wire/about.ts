/** The version document. */
import { documentIn } from "./answered-document.ts";
import { renderXml } from "./xml.ts";
import type { DocumentFormat, RenderedDocument } from "./document.ts";
import { mediaTypes } from "./media.ts";
import { type WireResponse } from "./request.ts";
import { asList, member, members, memberText, textOf } from "./tree.ts";

/** A component with its properties, such as `Version`. */
export interface AboutResource {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
}

/** Renders the version document. */
export function renderAbout(
  resources: readonly AboutResource[],
  format: DocumentFormat,
): RenderedDocument {
  const resource = resources.map(({ name, properties }) => ({ "@name": name, ...properties }));
  if (format === "json") {
    const about = resources.length === 0 ? "" : { resource };
    return { contentType: mediaTypes.json, text: JSON.stringify({ about }) };
  }
  return {
    contentType: mediaTypes.xml,
    text: renderXml("about", resources.length === 0 ? "" : { resource }),
  };
}

/** Parses a version document. Throws WireError. */
export function parseAbout(response: WireResponse): readonly AboutResource[] {
  const { content } = documentIn(response);
  return asList(member(content, "resource")).map((resource) => ({
    name: memberText(resource, "@name") ?? "",
    properties: Object.fromEntries(
      members(resource).map(([key, text]) => [key, textOf(text) ?? ""]),
    ),
  }));
}
