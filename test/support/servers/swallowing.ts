/** A server that answers a write with success and does nothing, or leaves out a part of it. */
import type { Transport, WireRequest, WireResponse } from "../../../src/wire/request.ts";
import { members } from "../../../src/wire/tree.ts";
import { parseXml, renderXml, type XmlValue } from "../../../src/wire/xml.ts";

/** What is swallowed: a write by its place among those to the catalog, and an element of it; all of it when none is named. */
export interface Swallowed {
  readonly write: number;
  readonly element?: string;
}

const DONE: WireResponse = { status: 200, headers: {}, body: new Uint8Array() };

/** Whether a request changes the catalog. */
export function isWrite({ method, path }: WireRequest): boolean {
  return method !== "GET" && method !== "HEAD" && !path.startsWith("/resource/plumbline/");
}

/** Elements of a body that can be left out, one by one; none of what is no document. */
export function elementsOf({ body, mediaType }: WireRequest): readonly string[] {
  if (body?.kind !== "text" || mediaType !== "application/xml") return [];
  const { root, content } = parseXml(body.text);
  const isStyle = root === "StyledLayerDescriptor";
  return isStyle ? [] : members(content).map(([name]) => name);
}

/** Lets everything through but that. */
export function swallowing({ write, element }: Swallowed): (real: Transport) => Transport {
  return (real) => {
    let writes = -1;
    return async (request) => {
      if (!isWrite(request) || ++writes !== write) return real(request);
      if (element === undefined) return DONE;
      return real({ ...request, body: { kind: "text", text: without(request, element) } });
    };
  };
}

function without({ body }: WireRequest, element: string): string {
  const { root, content } = parseXml(body?.kind === "text" ? body.text : "");
  const rest = members(content).filter(([name]) => name !== element);
  return renderXml(root, Object.fromEntries(rest) as Record<string, XmlValue>);
}
