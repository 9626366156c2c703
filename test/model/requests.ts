/** Requests of a plan as operations of the model. */
import { digestOf } from "../../src/model/digest.ts";
import type { WireRequest } from "../../src/wire/request.ts";
import { mapping, sld } from "../support/estates/artefacts.ts";
import { published, type Catalog, type Operation, type Version } from "./catalog.ts";

const VERSIONS: readonly Version[] = ["1", "2"];

/** Contents by version. */
export const contents = {
  store: (version: Version) => mapping(published[version].map((type) => `t:${type}`)),
  style: (version: Version) => sld({ colour: `#00000${version}` }),
  namespace: (version: Version) => `http://example.org/${version}`,
  title: (version: Version) => `Ways ${version}`,
};

const byDigest = new Map(
  VERSIONS.flatMap((version) => [
    [digestOf(new TextEncoder().encode(contents.store(version))), version] as const,
    [digestOf(new TextEncoder().encode(contents.style(version))), version] as const,
  ]),
);

/** What a request does. Throws on one that the model does not have. */
export function operationOf(request: WireRequest, goal: Catalog): Operation {
  const { method, body } = request;
  const path = decodeURIComponent(request.path);
  const text = body?.kind === "text" ? body.text : "";
  const told = (content: (version: Version) => string) =>
    VERSIONS.find((version) => text.includes(`>${content(version)}<`)) ?? null;
  const sent = body?.kind === "artefact" ? (byDigest.get(body.digest) ?? null) : null;
  const isGone = method === "DELETE";
  const named = (pattern: RegExp) => pattern.exec(path)?.[1];
  const at = "/workspaces/w/datastores";
  if (path === "/namespaces" || path === "/namespaces/w")
    return { do: "workspace", to: told(contents.namespace) };
  if (path === "/workspaces/w") return { do: "workspace", to: null };
  if (path.startsWith(`${at}/s`)) return { do: "store", to: isGone ? null : sent };
  if (path.startsWith(`${at}/db/featuretypes`))
    return { do: "ways", to: isGone ? null : told(contents.title) };
  // The connection is sent with its secrets, so only the goal shows which one it is.
  if (path.startsWith(at)) return { do: "database", to: isGone ? null : goal.database };
  if (path === "/security/acl/catalog")
    return { do: "mode", to: /<mode>(\w+)</.exec(text)?.[1] ?? "" };
  if (path.startsWith("/security/acl/layers")) return rulesOperation(method, path, text);
  const layer = named(/^\/layers\/w:(\w+)$/);
  if (layer !== undefined && isGone) return { do: "layer-away", name: layer };
  if (layer !== undefined)
    return { do: "draw", layer, style: /<name>(\w+)</.exec(text)?.[1] ?? "" };
  if (path.includes("/layergroups"))
    return {
      do: "group",
      name: "g",
      to: isGone ? null : method === "PUT" ? membersInJson(text) : membersIn(text),
    };
  if (path.includes("/styles")) {
    const name = named(/\/styles\/(\w+)$/) ?? request.query?.["name"] ?? "";
    return { do: "style", name, to: isGone ? null : sent };
  }
  throw new Error(`the model has no ${method} ${path}`);
}

function rulesOperation(method: string, path: string, text: string): Operation {
  if (method === "DELETE") return { do: "rule-away", key: path.split("/").at(-1) ?? "" };
  const rules = [...text.matchAll(/<rule resource="([^"]+)">([^<]*)</g)].map(
    ([, key = "", roles = ""]) => [key, roles] as const,
  );
  return { do: method === "POST" ? "rules-post" : "rules-put", rules: Object.fromEntries(rules) };
}

function membersIn(text: string): readonly string[] {
  const layers = [...text.matchAll(/<published type="layer"><name>w:(\w+)</g)];
  const styles = [
    ...(/<styles>.*<\/styles>/.exec(text)?.[0].matchAll(/<style(?:\/>|><name>(\w+)<)/g) ?? []),
  ];
  return layers.map(([, layer = ""], index) => {
    const style = styles[index]?.[1];
    return style === undefined ? layer : `${layer} ${style}`;
  });
}

/** Groups are made in XML and changed in JSON, where a list of one may stand without brackets. */
function membersInJson(text: string): readonly string[] {
  const { layerGroup } = JSON.parse(text) as {
    readonly layerGroup: {
      readonly publishables: { readonly published: OneOrMore<{ readonly name: string }> };
      readonly styles?: { readonly style: OneOrMore<string | { readonly name: string }> };
    };
  };
  const styles = listOf(layerGroup.styles?.style ?? []);
  return listOf(layerGroup.publishables.published).map(({ name }, index) => {
    const layer = name.replace(/^w:/, "");
    const style = styles[index];
    return typeof style === "object" ? `${layer} ${style.name}` : layer;
  });
}

type OneOrMore<Value> = Value | readonly Value[];

function listOf<Value>(value: OneOrMore<Value>): readonly Value[] {
  return Array.isArray(value) ? (value as readonly Value[]) : [value as Value];
}
