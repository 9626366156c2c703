/** The dependency graph, one object at a time: what it needs, and what needs it. */
import type { PageData, PageGraph } from "./data.ts";
import { button, counted, element, shape } from "./element.ts";

export interface Walk {
  /** Returns a function that shows an object; undefined for an object outside the graph. */
  readonly wayTo: (address: string) => (() => void) | undefined;
}

interface Neighbour {
  readonly index: number;
  readonly comesWith: boolean;
}

/** By index. */
interface Neighbours {
  readonly needs: ReadonlyMap<number, readonly Neighbour[]>;
  readonly users: ReadonlyMap<number, readonly Neighbour[]>;
}

/** Displayed neighbours on a side; the search finds the others. */
const DRAWN = 40;
const FOUND = 20;
/** In pixels, equal to the style sheet. */
const ROW = 40;

/** Undefined where the page has no graph. */
export function openGraph(
  { graph, changes }: PageData,
  openChange: (index: number) => void,
): Walk | undefined {
  const place = document.querySelector<HTMLElement>("#walk");
  if (graph === null || place === null || graph.nodes.length === 0) return undefined;
  const indexes = new Map(graph.nodes.map((address, index) => [address, index]));
  const changed = new Map(changes.map(({ address, word }, index) => [address, { word, index }]));
  const neighbours = neighboursIn(graph);
  const trail: number[] = [];
  const view = element("div", { class: "view" });
  const status = element("p", { role: "status", class: "shown" });
  const context = { graph, neighbours, changed, openChange };
  const show = (index: number) => {
    const { heading, parts, sentence } = drawObject(index, { ...context, walk });
    view.replaceChildren(...parts);
    status.textContent = sentence;
    back.disabled = trail.length < 2;
    return heading;
  };
  const walk = (index: number) => {
    if (trail.at(-1) !== index) trail.push(index);
    show(index).focus();
  };
  const back = button("Back", () => {
    trail.pop();
    const last = trail.at(-1);
    if (last !== undefined) show(last).focus();
  });
  place.append(searchBox(graph, walk), back, status, view);
  const first = changes.map(({ address }) => indexes.get(address)).find((one) => one !== undefined);
  trail.push(first ?? 0);
  show(first ?? 0);
  return {
    wayTo: (address) => {
      const index = indexes.get(address);
      if (index === undefined) return undefined;
      return () => {
        place.scrollIntoView();
        walk(index);
      };
    },
  };
}

function neighboursIn({ edges }: PageGraph): Neighbours {
  const needs = new Map<number, Neighbour[]>();
  const users = new Map<number, Neighbour[]>();
  const add = (map: Map<number, Neighbour[]>, at: number, one: Neighbour) => {
    const known = map.get(at);
    if (known === undefined) map.set(at, [one]);
    else known.push(one);
  };
  for (const [from, to, along] of edges) {
    const comesWith = along === 1;
    add(needs, from, { index: to, comesWith });
    add(users, to, { index: from, comesWith });
  }
  return { needs, users };
}

/** A search whose results can be opened. */
function searchBox({ nodes }: PageGraph, walk: (index: number) => void): HTMLElement {
  const input = element("input", { type: "search", autocomplete: "off", spellcheck: "false" });
  const found = element("ul", { class: "found" });
  input.addEventListener("input", () => {
    const sought = input.value.trim().toLowerCase();
    const hits = sought === "" ? [] : indexesOf(nodes, sought);
    const shown = hits.slice(0, FOUND).map((index) => {
      const go = () => {
        input.value = "";
        found.replaceChildren();
        walk(index);
      };
      return element("li", {}, button(nodes[index], go));
    });
    const more = hits.length - shown.length;
    const rest = more > 0 ? [element("li", {}, `and ${counted(more, "more object")}`)] : [];
    found.replaceChildren(...shown, ...rest);
  });
  return element("div", {}, element("label", {}, "Object ", input), found);
}

function indexesOf(nodes: readonly string[], sought: string): readonly number[] {
  return nodes.flatMap((address, index) => (address.toLowerCase().includes(sought) ? [index] : []));
}

interface Context {
  readonly graph: PageGraph;
  readonly neighbours: Neighbours;
  readonly changed: ReadonlyMap<string, { readonly word: string; readonly index: number }>;
  readonly walk: (index: number) => void;
  /** Shows a change in the list, even if the filters hide it. */
  readonly openChange: (index: number) => void;
}

function drawObject(index: number, context: Context) {
  const { graph, neighbours, changed } = context;
  const address = graph.nodes[index] ?? "";
  const needs = neighbours.needs.get(index) ?? [];
  const users = neighbours.users.get(index) ?? [];
  const change = changed.get(address);
  const heading = element("h3", { tabindex: "-1" }, element("code", {}, address));
  const what = change === undefined ? "It does not change." : `Its change: ${change.word}.`;
  const middle = element(
    "div",
    { class: "middle" },
    heading,
    element("p", {}, what),
    change && button("Show its change", () => context.openChange(change.index)),
  );
  // Needs are declared, and no manifest declares what goes.
  const isGone = change?.word === "delete" || change?.word === "forget";
  const isUnknown = isGone && needs.length === 0;
  const parts = [
    column(
      "It needs",
      needs,
      context,
      isUnknown ? "not known, because no manifest declares it" : "nothing",
    ),
    lines(needs.length, "left"),
    middle,
    lines(users.length, "right"),
    column("It is needed by", users, context),
  ];
  const needed = isUnknown
    ? "is not declared any more"
    : `needs ${counted(needs.length, "object")}`;
  const sentence = `${address} ${needed} and is needed by ${counted(users.length, "object")}.`;
  return { heading, parts, sentence };
}

function column(
  title: string,
  neighbours: readonly Neighbour[],
  { graph, changed, walk }: Context,
  none = "nothing",
): HTMLElement {
  const items = neighbours.slice(0, DRAWN).map(({ index, comesWith }) => {
    const address = graph.nodes[index] ?? "";
    const word = changed.get(address)?.word;
    const note = [word, comesWith ? "comes with it" : undefined].filter((one) => one !== undefined);
    const label = element("code", {}, address);
    const go = button(label, () => walk(index), { title: address });
    if (note.length > 0) go.append(element("span", {}, ` ${note.join(", ")}`));
    return element("li", {}, go);
  });
  const more = neighbours.length - items.length;
  const rest = more > 0 ? [element("li", {}, `and ${counted(more, "more object")}`)] : [];
  const empty = neighbours.length === 0 ? [element("li", {}, none)] : [];
  const list = element("ul", {}, ...items, ...rest, ...empty);
  return element("div", { class: "side" }, element("h4", {}, title), list);
}

/** Lines from the rows of a side to the middle. */
function lines(number: number, side: "left" | "right"): SVGElement {
  const drawn = Math.min(number, DRAWN);
  const height = Math.max(1, drawn) * ROW;
  const [outer, inner] = side === "left" ? [0, 60] : [60, 0];
  const paths = Array.from({ length: drawn }, (_unused, row) => {
    const y = (row + 0.5) * ROW;
    return shape("path", { d: `M${outer} ${y}C30 ${y} 30 ${ROW / 2} ${inner} ${ROW / 2}` });
  });
  const size = { width: 60, height, viewBox: `0 0 60 ${height}` };
  return shape("svg", { ...size, class: "lines", "aria-hidden": "true" }, ...paths);
}
