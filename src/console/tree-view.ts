/** The tree with mouse and keyboard control (WAI-ARIA, "Tree View"). */
import { element } from "./element.ts";
import { problemText } from "./rest.ts";
import type { TreeNode } from "./tree.ts";

/** Displayed nodes of a folder; the search finds the others. */
const SHOWN = 5_000;

const ITEM = '[role="treeitem"]';
const CLOSED = '[aria-expanded="false"] + ul';

/** `onChoose` receives the path of the chosen object. */
export function treeView(
  label: string,
  roots: readonly TreeNode[],
  onChoose: (path: string) => void,
): HTMLElement {
  const tree = element("ul", { role: "tree", "aria-label": label });
  const nodes = new WeakMap<Element, TreeNode>();
  /** Groups that hold only an error message. */
  const failed = new WeakSet<Element>();
  const makeEntry = (level: number) => (node: TreeNode) => {
    const mark = element("span", { class: "mark", "aria-hidden": "true" });
    const kind = node.path === undefined ? "folder" : "object";
    const item = element(
      "div",
      {
        role: "treeitem",
        tabindex: "-1",
        "aria-level": String(level),
        "aria-expanded": node.children === undefined ? undefined : "false",
      },
      mark,
      element("span", { class: kind }, node.label),
    );
    nodes.set(item, node);
    // The children of an item are its siblings, so that its label does not include theirs.
    return element("li", { role: "none" }, item);
  };
  const open = async (item: Element) => {
    const children = nodes.get(item)?.children;
    if (children === undefined || isOpen(item)) return;
    item.setAttribute("aria-expanded", "true");
    const before = item.nextElementSibling;
    if (before !== null && !failed.has(before)) return;
    before?.remove();
    const group = element("ul", { role: "group" });
    item.after(group);
    item.setAttribute("aria-busy", "true");
    const level = Number(item.getAttribute("aria-level")) + 1;
    if (!(await fill(group, children, makeEntry(level)))) failed.add(group);
    item.removeAttribute("aria-busy");
  };
  const choose = (item: Element) => {
    const path = nodes.get(item)?.path;
    if (path !== undefined) onChoose(path);
    else toggle(item);
  };
  const toggle = (item: Element) => {
    if (isOpen(item)) item.setAttribute("aria-expanded", "false");
    else void open(item);
  };
  tree.append(...roots.map(makeEntry(1)));
  tree.querySelector(ITEM)?.setAttribute("tabindex", "0");
  tree.addEventListener("click", ({ target }) => {
    const item = target instanceof Element ? target.closest(ITEM) : null;
    if (item === null || !(target instanceof Element)) return;
    focus(tree, item);
    if (target.closest(".mark") === null) choose(item);
    else toggle(item);
  });
  tree.addEventListener("keydown", (event) => {
    const item = document.activeElement?.closest(ITEM) ?? undefined;
    if (item === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const act = keys({ tree, item, open, choose })[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  return tree;
}

interface Walk {
  readonly tree: Element;
  /** The focused item. */
  readonly item: Element;
  readonly open: (item: Element) => Promise<void>;
  readonly choose: (item: Element) => void;
}

function keys({ tree, item, open, choose }: Walk): Readonly<Record<string, () => void>> {
  const visible = [...tree.querySelectorAll(ITEM)].filter((one) => one.closest(CLOSED) === null);
  const at = visible.indexOf(item);
  const go = (to: Element | undefined | null) => void (to && focus(tree, to));
  const close = () => item.setAttribute("aria-expanded", "false");
  return {
    ArrowDown: () => go(visible[at + 1]),
    ArrowUp: () => go(visible[at - 1]),
    ArrowRight: () =>
      isOpen(item) ? go(item.nextElementSibling?.querySelector(ITEM)) : void open(item),
    ArrowLeft: () =>
      isOpen(item) ? close() : go(item.closest('[role="group"]')?.previousElementSibling),
    Home: () => go(visible[0]),
    End: () => go(visible.at(-1)),
    Enter: () => choose(item),
    " ": () => choose(item),
  };
}

/** Only the last focused item is reachable by the Tab key. */
function focus(tree: Element, item: Element): void {
  tree.querySelector(`${ITEM}[tabindex="0"]`)?.setAttribute("tabindex", "-1");
  item.setAttribute("tabindex", "0");
  if (item instanceof HTMLElement) item.focus();
}

function isOpen(item: Element): boolean {
  return item.getAttribute("aria-expanded") === "true";
}

/** Adds the children, or an error message; returns whether the children were read. */
async function fill(
  group: Element,
  children: () => Promise<readonly TreeNode[]>,
  makeEntry: (node: TreeNode) => HTMLElement,
): Promise<boolean> {
  try {
    group.append(...entriesOf(await children(), makeEntry));
    return true;
  } catch (error) {
    group.append(makeEntry({ label: problemText(error) }));
    return false;
  }
}

function entriesOf(
  found: readonly TreeNode[],
  makeEntry: (node: TreeNode) => HTMLElement,
): readonly HTMLElement[] {
  if (found.length === 0) return [makeEntry({ label: "nothing" })];
  const more = found.length - SHOWN;
  const rest = more > 0 ? [makeEntry({ label: `${more} more: search for them` })] : [];
  return [...found.slice(0, SHOWN).map(makeEntry), ...rest];
}
