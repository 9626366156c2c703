/**
 * Layers without a style, as stock servers have for mapped feature types. The copy gives every
 * layer a style, which is hidden.
 */
import { qualifiedName } from "../model/layer.ts";
import { pathTo } from "../wire/addressing.ts";
import { bodyText, succeeded, type Transport } from "../wire/request.ts";
import { member, members, memberText } from "../wire/tree.ts";
import { asWritten, parseXml, renderXml } from "../wire/xml.ts";

export interface Unstyled {
  readonly add: (workspace: string, layer: string) => void;
  /** Hides the copy's default until a request sets a style. */
  readonly hiding: (copy: Transport) => Transport;
}

export function noneUnstyled(): Unstyled {
  /** GET paths of the layers by their PUT paths. */
  const shownAt = new Map<string, string>();
  return {
    add: (workspace, name) => {
      const layer = qualifiedName(workspace, name);
      shownAt.set(pathTo("layer", { layer }), pathTo("layer", { layer }, "xml"));
    },
    hiding: (copy) => async (request) => {
      const { method, path, body } = request;
      const response = await copy(request);
      if (!succeeded(response)) return response;
      const isChange = method === "PUT" && body?.kind === "text" && shownAt.has(path);
      if (isChange && setsStyle(body.text)) shownAt.delete(path);
      const isShown = method === "GET" && [...shownAt.values()].includes(path);
      return isShown ? { ...response, body: withoutOwnStyle(bodyText(response)) } : response;
    },
  };
}

function setsStyle(text: string): boolean {
  return member(parseXml(text).content, "defaultStyle") !== undefined;
}

/** Default styles of the copy. */
const OWN: ReadonlySet<string | undefined> = new Set(["generic"]);

function withoutOwnStyle(text: string): Uint8Array {
  const { root, content } = parseXml(text);
  const isOwn = OWN.has(memberText(member(content, "defaultStyle"), "name"));
  const shown = members(content).filter(([name]) => !isOwn || name !== "defaultStyle");
  const rest = Object.fromEntries(shown.map(([name, node]) => [name, asWritten(node)]));
  return new TextEncoder().encode(renderXml(root, rest));
}
