/** URL checks of the stock server, in the order in which they were made. */
import { anyBody, param, type Call } from "./call.ts";
import {
  created,
  documentOf,
  DONE,
  field,
  listOf,
  pathOf,
  plain,
  type Answer,
} from "./documents.ts";
import { ContainerRefusal, found, Refusal } from "./refusal.ts";
import type { Route } from "./routing.ts";
import type { UrlCheck } from "./state.ts";
import { childText, type Element } from "./xml-tree.ts";

/** `/urlchecks`. */
export const urlCheckRoutes: readonly Route[] = [
  { path: "/urlchecks", GET: listChecks, POST: postCheck },
  { path: "/urlchecks/:check", GET: getCheck, PUT: putCheck, DELETE: deleteCheck },
];

function listChecks(call: Call): Answer {
  const names = call.state.urlChecks.map(({ name }) => name);
  return listOf(call, "urlCheck", names, (name) => pathOf("urlchecks", name));
}

function checkOf({ state: { urlChecks } }: Call, name: string): UrlCheck | undefined {
  return urlChecks.find((one) => one.name === name);
}

function bodyOf(call: Call): Element {
  const element = anyBody(call);
  if (element.name !== "regexUrlCheck") throw new Refusal(500, "Cannot construct type");
  return element;
}

function getCheck(call: Call): Answer {
  const name = param(call, "check");
  const { description, enabled, regex } = found(checkOf(call, name), missing(name));
  const fields = `${field("name", name)}${field("description", description)}`;
  const rest = `${field("enabled", enabled)}${field("regex", regex)}`;
  return documentOf(call, `<regexUrlCheck>${fields}${rest}</regexUrlCheck>`);
}

function missing(name: string): string {
  return `No such URL check found: '${name}'`;
}

function postCheck(call: Call): Answer {
  const body = bodyOf(call);
  const name = childText(body, "name") ?? "";
  if (checkOf(call, name) !== undefined)
    throw new ContainerRefusal(409, `URL check '${name}' already exists`);
  if (name === "") throw new ContainerRefusal(400, "The URL check name is required");
  const regex = childText(body, "regex") ?? "";
  if (regex === "") throw new ContainerRefusal(400, "The URL check configuration is required");
  const description = childText(body, "description");
  call.state.urlChecks.push({ name, description, enabled: isEnabled(body), regex });
  return created(call, pathOf("urlchecks", name), name);
}

/** What does not say it says no. */
function isEnabled(body: Element): boolean {
  return childText(body, "enabled") === "true";
}

/** A second check of the new name is lost: both of its places hold this one then. */
function putCheck(call: Call): Answer {
  const { state } = call;
  const asked = param(call, "check");
  const check = checkOf(call, asked);
  if (check === undefined) return plain(404, `Can't change a non existent URL check (${asked})`);
  const body = bodyOf(call);
  const regex = childText(body, "regex") ?? check.regex;
  if (regex === "") throw new ContainerRefusal(400, "The URL check configuration is required");
  const name = childText(body, "name") ?? check.name;
  const description = childText(body, "description") ?? check.description;
  const after = { name, description, enabled: isEnabled(body), regex };
  const isReplaced = (one: UrlCheck) => one === check || one.name === name;
  state.urlChecks = state.urlChecks.map((one) => (isReplaced(one) ? after : one));
  return DONE;
}

function deleteCheck(call: Call): Answer {
  const name = param(call, "check");
  found(checkOf(call, name), missing(name));
  call.state.urlChecks = call.state.urlChecks.filter((one) => one.name !== name);
  return DONE;
}
