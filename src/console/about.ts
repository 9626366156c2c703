/** What a person asks about an object first: its kind, what uses it, whose it is, who changed it last. */
import { addressInPath, namesOfPath } from "../model/path-address.ts";
import { changesOf, timeText, type readChanges } from "./changes.ts";
import { element, later, section, type Child } from "./element.ts";
import { ownerOf } from "./owners.ts";
import type { Rest } from "./reading.ts";
import { objectAddress } from "./routes.ts";
import { kindAt } from "./tree.ts";
import { usesOf } from "./uses.ts";

/** Displayed users of an object. */
const SHOWN = 50;

export interface AboutParts {
  readonly rest: Rest;
  readonly path: string;
  readonly document: unknown;
  /** The newest changes; undefined for accounts that may not read them. */
  readonly changes: ReturnType<typeof readChanges> | undefined;
}

export function aboutSection(parts: AboutParts): HTMLElement {
  const { rest, path, changes } = parts;
  const address = addressInPath(path);
  const rows: readonly (readonly [string, Child])[] = [
    ["Kind", kindAt(path) ?? address?.kind ?? "document"],
    ...(address === undefined
      ? []
      : ([["Used by", later(usesView(rest, address, path))]] as const)),
    ...(address === undefined || changes === undefined
      ? []
      : ([["Managed by", later(ownerView(rest, path))]] as const)),
    ["Last change", later(lastChange(parts))],
  ];
  const items = rows.flatMap(([name, value]) => [
    element("dt", {}, name),
    element("dd", {}, value),
  ]);
  return section("About", element("dl", {}, ...items));
}

async function usesView(...asked: Parameters<typeof usesOf>): Promise<HTMLElement> {
  const uses = await usesOf(...asked);
  if (uses === undefined) return element("span", {}, "nothing can use this kind");
  const { paths, isCut } = uses;
  const links = paths.slice(0, SHOWN).map((path) => element("li", {}, objectLink(path)));
  const more = paths.length - links.length;
  return element(
    "ul",
    { class: "uses" },
    ...(links.length === 0 ? [element("li", {}, "nothing")] : links),
    ...(more > 0 ? [element("li", {}, `and ${more} more`)] : []),
    ...(isCut ? [element("li", {}, "Not every document was read.")] : []),
  );
}

/** A link that says the kind, and the workspace of what is in one. */
function objectLink(path: string): HTMLElement {
  const address = addressInPath(path);
  const name = address?.name ?? namesOfPath(path).at(-1) ?? path;
  const text = address?.workspace == null ? name : `${address.workspace}:${name}`;
  return element(
    "span",
    {},
    `${kindAt(path) ?? ""} `,
    element("a", { href: objectAddress(path) }, text),
  );
}

async function ownerView(...asked: Parameters<typeof ownerOf>): Promise<HTMLElement> {
  const owner = await ownerOf(...asked);
  if (owner === undefined) return element("span", {}, "no estate with its state in this catalog");
  const { estate, manifest } = owner;
  const file = manifest === undefined ? [] : [", manifest ", element("code", {}, manifest)];
  return element("span", {}, `estate ${estate}`, ...file);
}

async function lastChange({ path, document, changes }: AboutParts): Promise<HTMLElement> {
  const page = await changes;
  const [last] = changesOf(page?.changes ?? [], path);
  if (last !== undefined) {
    const { at, account, estate } = last;
    const by = account === "" ? "the server" : account;
    const of = estate === undefined ? "" : `, by an apply of estate ${estate}`;
    return element("span", {}, timeOf(at), ` by ${by}${of}`);
  }
  const at = dateIn(document);
  const unknown = page === undefined ? "" : " (by whom is not among the latest changes)";
  if (at === undefined) return element("span", {}, `not known${unknown}`);
  return element("span", {}, timeOf(at), unknown);
}

function timeOf(at: string): HTMLElement {
  return element("time", { datetime: at }, timeText(at));
}

/** The date that the document has of itself. */
function dateIn(document: unknown): string | undefined {
  const [body] = Object.values(document ?? {}) as unknown[];
  const dates = (body ?? {}) as Readonly<Record<"dateModified" | "dateCreated", unknown>>;
  return [dates.dateModified, dates.dateCreated].find((one) => typeof one === "string");
}
