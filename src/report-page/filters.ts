/** Filters of the list: by action, kind, danger and text. */
import type { ListedChange } from "./changes.ts";
import type { PageChange } from "./data.ts";
import { button, counted, element } from "./element.ts";
import type { ShownChanges } from "./shown.ts";

/** Empty for any value. */
interface Wanted {
  readonly words: ReadonlySet<string>;
  readonly kind: string;
  readonly danger: string;
  readonly text: string;
}

/** How long the text must rest, in milliseconds. */
const REST = 150;

export function addFilters(listed: readonly ListedChange[], list: ShownChanges): void {
  const place = document.querySelector("#filters");
  if (place === null || listed.length === 0) return;
  const form = element("form", { "aria-label": "Filter the changes" });
  const shown = element("p", { role: "status", class: "shown" });
  const actions = distinct(listed.map(({ change }) => change.word));
  const boxes = actions.map((word) => checkbox(word));
  const kind = choice("Kind", distinct(listed.map(({ change }) => kindOf(change))));
  const danger = choice("Danger", distinct(listed.flatMap(({ change }) => change.dangers)));
  const text = element("input", { type: "search", autocomplete: "off", spellcheck: "false" });
  const search = openSearch();
  const apply = () => {
    const words = new Set(boxes.filter(({ input }) => input.checked).map(({ word }) => word));
    const wanted = {
      words,
      kind: kind.select.value,
      danger: danger.select.value,
      text: text.value,
    };
    list.want(wants(wanted, search));
    const found = list.wanted().length.toLocaleString("en");
    shown.textContent = `${found} of ${counted(listed.length, "change")} shown`;
  };
  form.append(
    element("fieldset", {}, element("legend", {}, "Action"), ...boxes.map(({ label }) => label)),
    kind.label,
    danger.label,
    element("label", {}, "Text ", text),
    button("Open all", () => setOpen(list, true)),
    button("Close all", () => setOpen(list, false)),
  );
  form.addEventListener("submit", (event) => event.preventDefault());
  let resting: ReturnType<typeof setTimeout> | undefined;
  form.addEventListener("input", ({ target }) => {
    clearTimeout(resting);
    if (target === text) resting = setTimeout(apply, REST);
    else apply();
  });
  place.append(form, shown);
  apply();
}

function checkbox(word: string) {
  const input = element("input", { type: "checkbox", checked: "" });
  return { word, input, label: element("label", {}, input, ` ${word}`) };
}

function choice(name: string, values: readonly string[]) {
  const any = element("option", { value: "" }, "any");
  const select = element(
    "select",
    {},
    any,
    ...values.map((value) => element("option", { value }, value)),
  );
  return { select, label: element("label", {}, `${name} `, select) };
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].toSorted();
}

/** The first segment of the address. */
function kindOf({ address }: PageChange): string {
  return address.split("/", 1)[0] ?? address;
}

/** The searchable text of a change, computed on demand. */
function openSearch(): (change: PageChange) => string {
  const known = new Map<PageChange, string>();
  return (change) => {
    const found = known.get(change);
    if (found !== undefined) return found;
    const { address, word, notes, rows, words } = change;
    const text = [address, word, ...notes, ...rows.flat(), ...words.flat()]
      .join("\n")
      .toLowerCase();
    known.set(change, text);
    return text;
  };
}

function wants(
  { words, kind, danger, text }: Wanted,
  search: (change: PageChange) => string,
): (one: ListedChange) => boolean {
  const sought = text.trim().toLowerCase();
  return ({ change }) =>
    words.has(change.word) &&
    (kind === "" || kindOf(change) === kind) &&
    (danger === "" || change.dangers.includes(danger)) &&
    (sought === "" || search(change).includes(sought));
}

function setOpen(list: ShownChanges, isOpen: boolean): void {
  for (const { details } of list.present()) details.open = isOpen;
}
