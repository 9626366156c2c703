/** The history of the catalog and of one object. */
import { pathIn } from "../model/path-address.ts";
import { button, element, status, table, type Child } from "./element.ts";
import { changesOf, readChanges, type Change } from "./changes.ts";
import type { Rest } from "./reading.ts";
import { problemText } from "./rest.ts";
import { objectAddress } from "./routes.ts";

export async function historyView(rest: Rest): Promise<readonly Child[]> {
  return [
    element("h1", {}, "History"),
    await changesView(rest, "Changes, newest first", (all) => all),
  ];
}

/** Changes of one object, and changes whose requests name something in it. */
export async function objectHistory(rest: Rest, path: string): Promise<HTMLElement> {
  return element(
    "div",
    {},
    element("p", {}, "Changes to this object and its contents."),
    await changesView(rest, "Changes, newest first", (all) => changesOf(all, path)),
  );
}

/** The chosen changes of those read so far; earlier ones are read on demand. */
async function changesView(
  rest: Rest,
  caption: string,
  choose: (changes: readonly Change[]) => readonly Change[],
): Promise<HTMLElement> {
  const place = element("div");
  const show = async (before: readonly Change[], from: number | undefined): Promise<void> => {
    const { changes, next } = await readChanges(rest, from);
    const all = [...before, ...changes];
    const shown = choose(all);
    const said = status(countText(shown.length, next === undefined));
    const more = button("Show earlier changes", () => {
      show(all, next).catch((error: unknown) => (said.textContent = problemText(error)));
    });
    place.replaceChildren(
      ...(shown.length === 0 ? [] : [table(caption, COLUMNS, shown.map(rowOf))]),
      said,
      ...(next === undefined ? [] : [more]),
    );
  };
  await show([], undefined);
  return place;
}

const COLUMNS = ["When", "Who", "What", "Where", "Revision"];

function countText(count: number, isAll: boolean): string {
  const text = count === 1 ? "1 change" : `${count} changes`;
  return isAll ? `${text}.` : `${text} in the latest part of the history.`;
}

function rowOf({ at, account, method, path, revision }: Change): readonly Child[] {
  const object = method === "DELETE" ? undefined : pathIn(path);
  return [
    element("time", { datetime: at }, at.replace("T", " ").replace(/\.\d+Z$/, " UTC")),
    account === "" ? "the server" : account,
    method,
    object === undefined ? path : element("a", { href: objectAddress(object) }, path),
    String(revision),
  ];
}
