/** URL checks of the stock server, in the order in which they were made. */
import { anyBody, param, type Call } from "./call.ts";
import { field, pathOf } from "./documents.ts";
import { routesOf } from "./nouns.ts";
import { ContainerRefusal, Refusal } from "./refusal.ts";
import type { UrlCheck } from "./state.ts";
import { childText, type Element } from "./xml-tree.ts";

const checkOf = ({ state }: Call, name: string) => state.urlChecks.find((one) => one.name === name);

/** What does not say whether it is enabled says no. */
function checkIn(body: Element, name: string, before?: UrlCheck): UrlCheck {
  const regex = childText(body, "regex") ?? before?.regex ?? "";
  if (regex === "") throw new ContainerRefusal(400, "The URL check configuration is required");
  const description = childText(body, "description") ?? before?.description;
  return { name, description, enabled: childText(body, "enabled") === "true", regex };
}

export const urlCheckRoutes = routesOf<UrlCheck>({
  item: "urlCheck",
  paths: ["/urlchecks"],
  key: "check",
  names: ({ state }) => state.urlChecks.map(({ name }) => name),
  find: (call) => {
    const name = param(call, "check");
    const check = checkOf(call, name);
    if (check !== undefined) return check;
    if (call.method !== "PUT") throw new Refusal(404, `No such URL check found: '${name}'`);
    const words = `Can't change a non existent URL check (${name})`;
    throw Object.assign(new Refusal(404, words), { isLoud: true });
  },
  read: (call) => {
    const element = anyBody(call);
    if (element.name !== "regexUrlCheck") throw new Refusal(500, "Cannot construct type");
    return element;
  },
  post: (call, body) => {
    const name = childText(body, "name") ?? "";
    if (checkOf(call, name) !== undefined)
      throw new ContainerRefusal(409, `URL check '${name}' already exists`);
    if (name === "") throw new ContainerRefusal(400, "The URL check name is required");
    call.state.urlChecks.push(checkIn(body, name));
    return [pathOf("urlchecks", name), name];
  },
  show: (_call, { name, description, enabled, regex }) =>
    `<regexUrlCheck>${field("name", name)}${field("description", description)}${field("enabled", enabled)}${field("regex", regex)}</regexUrlCheck>`,
  // A second check of the new name is lost: both of its places hold this one then.
  put: ({ state }, check, body) => {
    const after = checkIn(body, childText(body, "name") ?? check.name, check);
    const isReplaced = (one: UrlCheck) => one === check || one.name === after.name;
    state.urlChecks = state.urlChecks.map((one) => (isReplaced(one) ? after : one));
  },
  remove: ({ state }, { name }) => {
    state.urlChecks = state.urlChecks.filter((one) => one.name !== name);
  },
});
