/** Documents of users, groups and roles (docs/compatibility.md, "Accounts"). */
import { documentIn } from "./answered-document.ts";
import { fieldsOfPatch } from "../model/schema.ts";
import type { User, UserPatch } from "../model/user.ts";
import { parseBareBody } from "./body.ts";
import type { RenderedDocument, Rendering } from "./document.ts";
import { mediaTypes } from "./media.ts";
import { type WireResponse } from "./request.ts";
import { asList, member, memberFlag, memberText, memberWholeText, textOf } from "./tree.ts";
import { renderXml, type XmlValue } from "./xml.ts";

const STANDALONE = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** GeoServer writes lists with an XML declaration, and a null password in JSON. */
type ListRendering = Pick<Rendering, "format" | "lists">;

/** Renders a list of users. */
export function renderUsers(users: readonly User[], rendering: ListRendering): RenderedDocument {
  if (rendering.lists === "published") {
    const user = users.map(({ userName, enabled }) => ({ userName, enabled }));
    return render("users", { json: user, xml: { user } }, rendering);
  }
  const json = users.map(({ userName, enabled }) => ({ enabled, password: null, userName }));
  const user = users.map(({ userName, enabled }) => ({ enabled, userName }));
  return render("users", { json, xml: { user } }, rendering);
}

/** Renders a list of names: `groups` of `group`, `roles` of `role`. */
export function renderPrincipals(
  noun: "group" | "role",
  names: readonly string[],
  rendering: ListRendering,
): RenderedDocument {
  return render(`${noun}s`, { json: names, xml: { [noun]: names } }, rendering);
}

function render(
  root: string,
  content: { readonly json: readonly unknown[]; readonly xml: XmlValue },
  { format, lists }: ListRendering,
): RenderedDocument {
  if (format === "json")
    return { contentType: mediaTypes.json, text: JSON.stringify({ [root]: content.json }) };
  const xml = content.json.length === 0 ? "" : content.xml;
  const declaration = lists === "stock" ? STANDALONE : "";
  return { contentType: mediaTypes.xml, text: `${declaration}${renderXml(root, xml)}` };
}

/** The body that creates or changes a user; omitted fields keep their value. */
export function renderUserInput(user: UserPatch): string {
  return renderXml("user", fieldsOfPatch(user));
}

/** Parses a list of users in XML. Throws WireError. */
export function parseUsers(response: WireResponse): readonly User[] {
  const { content } = documentIn(response);
  return asList(member(content, "user")).map((user) => ({
    userName: memberText(user, "userName") ?? "",
    enabled: memberFlag(user, "enabled") ?? true,
  }));
}

/** Parses a list of names in XML. Throws WireError. */
export function parsePrincipals(noun: "group" | "role", response: WireResponse): readonly string[] {
  const { content } = documentIn(response);
  return asList(member(content, noun)).flatMap((name) => textOf(name) ?? []);
}

/** Parses a `user` body, in JSON also without its root. Throws WireError. */
export function parseUserInput(bytes: Uint8Array, contentType: string): UserPatch {
  const tree = parseBareBody(bytes, contentType);
  const user = member(tree, "user") ?? tree;
  return {
    userName: memberText(user, "userName"),
    password: memberWholeText(user, "password"),
    enabled: memberFlag(user, "enabled"),
  };
}
