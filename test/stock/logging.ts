/** The log of the stock server: a change that does not speak of the console takes the log from there. */
import { bodyElement, type Call } from "./call.ts";
import { documentOf, DONE, field, type Answer } from "./documents.ts";
import type { Route } from "./routing.ts";
import { childText } from "./xml-tree.ts";

export const loggingRoutes: readonly Route[] = [
  { path: "/logging", GET: getLogging, PUT: putLogging },
];

function getLogging(call: Call): Answer {
  const { level, location, stdout } = call.state.logging;
  const xml = `<logging>${field("level", level)}${field("location", location)}${field("stdOutLogging", stdout)}</logging>`;
  return documentOf(call, xml);
}

function putLogging(call: Call): Answer {
  const body = bodyElement(call, "logging");
  const { logging } = call.state;
  logging.level = childText(body, "level") ?? logging.level;
  logging.location = childText(body, "location") ?? logging.location;
  logging.stdout = childText(body, "stdOutLogging") === "true";
  return DONE;
}
