/** The history of the catalog and of one object. */
import { pathIn } from "../model/path-address.ts";
import { button, element, status, table, type Child } from "./element.ts";
import { changesOf, isOwnState, readChanges, timeText, type Change } from "./changes.ts";
import type { Rest } from "./reading.ts";
import { problemText } from "./rest.ts";
import { objectAddress } from "./routes.ts";

type Page = Awaited<ReturnType<typeof readChanges>>;

const CAPTION = "Changes, the newest first";

/** Plumbline's own files are apart: they say nothing about the catalog. */
export async function historyView(rest: Rest): Promise<readonly Child[]> {
  const box = element("input", { type: "checkbox" });
  const place = element("div");
  const show = async () => {
    const choose = (all: readonly Change[]) =>
      all.filter((change) => isOwnState(change) === box.checked);
    place.replaceChildren(await changesView(rest, readChanges(rest), choose));
  };
  box.addEventListener("change", () => {
    show().catch((error: unknown) => (place.textContent = problemText(error)));
  });
  await show();
  const label = element("label", {}, box, " Plumbline's own state (locks, inventories, histories)");
  return [element("h1", {}, "History"), element("p", {}, label), place];
}

/** Changes of one object and of what is in it; `first` is the newest page. */
export async function objectHistory(
  rest: Rest,
  path: string,
  first: Promise<Page>,
): Promise<HTMLElement> {
  return element(
    "div",
    {},
    element("p", {}, "Changes to this object and its contents, under each of its addresses."),
    await changesView(rest, first, (all) => changesOf(all, path)),
  );
}

/** A table of changes. */
export function changesTable(changes: readonly Change[], caption = CAPTION): HTMLElement {
  return table(caption, COLUMNS, changes.map(rowOf));
}

/** The chosen changes of those read so far; earlier ones are read on demand. */
async function changesView(
  rest: Rest,
  first: Promise<Page>,
  choose: (changes: readonly Change[]) => readonly Change[],
): Promise<HTMLElement> {
  const place = element("div");
  const show = async (before: readonly Change[], page: Promise<Page>): Promise<void> => {
    const { changes, next } = await page;
    const all = [...before, ...changes];
    const shown = choose(all);
    const said = status(countText(shown.length, next === undefined));
    const more = button("Show earlier changes", () => {
      show(all, readChanges(rest, next)).catch(
        (error: unknown) => (said.textContent = problemText(error)),
      );
    });
    place.replaceChildren(
      ...(shown.length === 0 ? [] : [changesTable(shown)]),
      said,
      ...(next === undefined ? [] : [more]),
    );
  };
  await show([], first);
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
    element("time", { datetime: at }, timeText(at)),
    account === "" ? "the server" : account,
    method,
    object === undefined ? path : element("a", { href: objectAddress(object) }, path),
    String(revision),
  ];
}
