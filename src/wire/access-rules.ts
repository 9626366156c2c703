/** The access rules document in XML and JSON, the same in every domain (docs/interface.md, 2.9). */
import { documentIn } from "./answered-document.ts";
import { parseRoles, type RuleSet } from "../model/access-rule.ts";
import { ruleGrammars, type RuleDomain } from "../model/rule-domain.ts";
import { parseBareBody } from "./body.ts";
import type { DocumentFormat, RenderedDocument } from "./document.ts";
import { documentFormat, mediaTypes } from "./media.ts";
import { pathOf, resourcePath } from "./paths.ts";
import { expectFound, get } from "./reading.ts";
import { succeeded, type Reader, type WireResponse } from "./request.ts";
import { rulesFile, rulesInFile } from "./rules-file.ts";
import { asList, member, members, memberText, textOf, type Tree } from "./tree.ts";
import { renderIndentedXml, type XmlValue } from "./xml.ts";

/** Renders rules in the order of their domain. */
export function renderAccessRules(
  rules: RuleSet,
  domain: RuleDomain,
  format: DocumentFormat,
): RenderedDocument {
  const { compare } = ruleGrammars[domain];
  const sorted = [...rules].toSorted(([a], [b]) => compare(a, b));
  if (format === "json") {
    const pairs = sorted.map(([key, roles]) => [key, roles.join(",")]);
    return { contentType: mediaTypes.json, text: JSON.stringify(Object.fromEntries(pairs)) };
  }
  const rule: XmlValue = sorted.map(([key, roles]) => ({ "@resource": key, $: roles.join(",") }));
  const text = renderIndentedXml("rules", sorted.length === 0 ? "" : { rule });
  return { contentType: mediaTypes.xml, text };
}

/** Parses a request body; keys stay as written. Throws WireError. */
export function parseAccessRules(bytes: Uint8Array, contentType: string): RuleSet {
  const tree = parseBareBody(bytes, contentType);
  return documentFormat(contentType) === "json" ? fromJson(tree) : fromXml(tree);
}

/** Parses a response in XML. Throws WireError. */
export function parseAccessRuleList(response: WireResponse): RuleSet {
  return fromXml(documentIn(response).content);
}

function fromJson(tree: Tree): RuleSet {
  return new Map(members(tree).map(([key, roles]) => [key, parseRoles(textOf(roles) ?? "")]));
}

/** Only the attribute `resource` and the text are read; element names are ignored. */
function fromXml(tree: Tree): RuleSet {
  const elements = members(tree).flatMap(([, node]) => asList(node));
  return new Map(
    elements.flatMap((element) => {
      const key = memberText(element, "@resource");
      return key === undefined
        ? []
        : [[key, parseRoles(textOf(member(element, "$")) ?? "")] as const];
    }),
  );
}

const lists = { layers: "layerRules", services: "serviceRules", rest: "restRules" } as const;

/** Path of a domain's rules. */
export function rulesPath(domain: RuleDomain, suffix?: string): string {
  return pathOf(lists[domain], {}, suffix);
}

/**
 * Rules by canonical key, with the ETag of the list. REST rules keep the order of the list, because
 * the first match decides; all others are sorted. Throws ReadError.
 */
export async function readAccessRules(
  read: Reader,
  domain: RuleDomain = "layers",
): Promise<{ rules: RuleSet; etag: string | undefined }> {
  const path = rulesPath(domain, "xml");
  const response = expectFound(await get(read, path), path);
  const { compare, canonical } = ruleGrammars[domain];
  const pairs = [...parseAccessRuleList(response)].map(
    ([key, roles]) => [canonical(key), roles] as const,
  );
  const listed = domain === "layers" ? await withEscapes(read, new Map(pairs)) : new Map(pairs);
  const rules =
    domain === "rest" ? listed : new Map([...listed].toSorted(([a], [b]) => compare(a, b)));
  return { rules, etag: response.headers["etag"] };
}

/**
 * Restores escaped dots in the names of layer rules from the rules file, where the server shows it:
 * some servers list them unescaped, which makes keys ambiguous. Throws ReadError.
 */
async function withEscapes(read: Reader, listed: RuleSet): Promise<RuleSet> {
  const { problem } = ruleGrammars.layers;
  if ([...listed.keys()].every((key) => problem(key) === undefined)) return listed;
  const file = await get(read, resourcePath(rulesFile("layers")));
  if (!succeeded(file)) return listed;
  const escaped = rulesInFile(file.body, "layers").rules;
  const byText = Map.groupBy(escaped, ([key]) => key.replaceAll("\\.", "."));
  return new Map(
    [...listed].flatMap(([key, roles]) => {
      const meant = byText.get(key) ?? [];
      if (meant.length === 0) return [[key, roles] as const];
      // The list shows only one of two rules that look alike.
      return meant.length === 1 ? meant.map(([own]) => [own, roles] as const) : meant;
    }),
  );
}
