/** Which lines of the list are in the document: the wanted ones, a page of them at a time. */
import type { ListedChange } from "./changes.ts";
import { button } from "./element.ts";

export interface ShownChanges {
  /** Shows the first of the wanted ones. */
  readonly want: (isWanted: (one: ListedChange) => boolean) => void;
  readonly wanted: () => readonly ListedChange[];
  /** The wanted ones that are in the document. */
  readonly present: () => readonly ListedChange[];
  /** Puts all wanted ones into the document until the function it returns is called. */
  readonly showAll: () => () => void;
  /** Shows one change, wanted or not. */
  readonly reveal: (index: number) => void;
}

/** Changes in the document at first, and with each "Show more". */
const PAGE = 100;

export function showChanges(listed: readonly ListedChange[]): ShownChanges {
  const lists = [...new Set(listed.map(({ list }) => list))];
  let wanted = listed;
  let limit = PAGE;
  const more = button("", () => {
    const [next] = wanted.slice(limit);
    limit += PAGE;
    draw();
    next?.details.querySelector("summary")?.focus();
  });
  lists.at(-1)?.closest("#changes")?.append(more);
  const draw = () => {
    const present = Map.groupBy(wanted.slice(0, limit), ({ list }) => list);
    for (const list of lists) {
      const items = present.get(list) ?? [];
      list.replaceChildren(...items.map(({ item }) => item));
      const section = list.closest("section");
      if (section !== null) section.hidden = items.length === 0;
    }
    const rest = wanted.length - limit;
    more.hidden = rest <= 0;
    more.textContent = `Show ${Math.min(rest, PAGE)} more of ${rest.toLocaleString("en")}`;
  };
  draw();
  return {
    want: (isWanted) => {
      wanted = listed.filter(isWanted);
      limit = PAGE;
      draw();
    },
    wanted: () => wanted,
    present: () => wanted.slice(0, limit),
    showAll: () => {
      const before = limit;
      limit = wanted.length;
      draw();
      return () => {
        limit = before;
        draw();
      };
    },
    reveal: (index) => {
      const one = listed[index];
      if (one === undefined) return;
      if (!wanted.includes(one)) wanted = [one, ...wanted];
      limit = Math.max(limit, wanted.indexOf(one) + 1);
      draw();
      one.draw();
      one.details.open = true;
      one.details.querySelector("summary")?.focus();
      one.details.scrollIntoView();
    },
  };
}
