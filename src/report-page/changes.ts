/** The list of changes. The details of a change are drawn when it is opened. */
import type { PageChange, PagePicture, PageRow, PageWord, PicturesId } from "./data.ts";
import { button, element } from "./element.ts";

export interface ListedChange {
  readonly change: PageChange;
  readonly item: HTMLLIElement;
  /** Where the page lists it. */
  readonly list: HTMLElement;
  readonly details: HTMLDetailsElement;
  /** Draws the details once. */
  readonly draw: () => void;
}

/** The changes of the page; `walkTo` shows an object in the graph. */
export function listChanges(
  changes: readonly PageChange[],
  walkTo: (address: string) => (() => void) | undefined,
): readonly ListedChange[] {
  return changes.flatMap((change, index): readonly ListedChange[] => {
    const item = document.querySelector<HTMLLIElement>(`#c${index}`);
    const details = item?.querySelector("details");
    const list = item?.parentElement;
    if (item === null || !details || !list) return [];
    const draw = () => {
      if (details.childElementCount !== 1) return;
      details.append(bodyOf(change, picturesAt(`p${index}`), walkTo(change.address)));
    };
    details.addEventListener("toggle", () => {
      if (details.open) draw();
    });
    return [{ change, item, list, details, draw }];
  });
}

function picturesAt(id: PicturesId): readonly PagePicture[] {
  const text = document.querySelector(`#${id}`)?.textContent;
  return text === undefined || text === null ? [] : (JSON.parse(text) as readonly PagePicture[]);
}

function bodyOf(
  change: PageChange,
  pictures: readonly PagePicture[],
  walk: (() => void) | undefined,
): HTMLElement {
  const { rows, words, isCut } = change;
  const isEmpty = rows.length + words.length + pictures.length === 0;
  const nothing = isCut
    ? "Its lines are left out, because the page would be too large. The report as JSON has them."
    : "No details.";
  return element(
    "div",
    { class: "body" },
    isEmpty ? element("p", {}, nothing) : undefined,
    rows.length === 0 ? undefined : tableOf(rows),
    words.length === 0 ? undefined : wordsOf(words),
    pictures.length === 0 ? undefined : picturesOf(change.address, pictures),
    walk && button("Dependencies", walk, { class: "walk" }),
  );
}

function tableOf(rows: readonly PageRow[]): HTMLElement {
  const pairs = rows.flatMap(([label, text]) => [
    element("dt", {}, label),
    element("dd", {}, text),
  ]);
  return element("dl", {}, ...pairs);
}

const kinds: Readonly<Record<string, string>> = { "+": "plus", "-": "minus" };

function wordsOf(words: readonly PageWord[]): HTMLElement {
  const lines = words.map(([sign, text]) =>
    element("li", { class: kinds[sign] ?? "change" }, element("b", {}, sign), ` ${text}`),
  );
  return element("ul", { class: "words" }, ...lines);
}

/** Pictures are images, in which no script runs and nothing is loaded. */
function picturesOf(address: string, pictures: readonly PagePicture[]): HTMLElement {
  const figures = pictures.map(({ caption, svg }) => {
    const told = element("figcaption", {}, caption);
    if (svg === undefined) return element("figure", { class: "said" }, told);
    const src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    // Printing needs a decoded image.
    const image = element("img", { src, alt: `${address}: ${caption}`, decoding: "sync" });
    return element("figure", {}, told, image);
  });
  return element("div", { class: "pictures" }, ...figures);
}
