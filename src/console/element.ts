/** Elements of the page. What comes from the catalog becomes text, never markup. */

/** What an element holds; what is undefined is left out. */
export type Child = Node | string | undefined;

/** Values by attribute; `true` is an attribute without a value, what is undefined or `false` is left out. */
export type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** Makes an element. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false)
      made.setAttribute(name, value === true ? "" : value);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** A heading, and under it what it is about, as a region that screen readers list. */
export function section(title: string, ...children: readonly Child[]): HTMLElement {
  return element("section", { "aria-label": title }, element("h2", {}, title), ...children);
}

/** A button that does something. */
export function button(label: string, onClick: () => void, attributes: Attributes = {}) {
  const made = element("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", onClick);
  return made;
}

/** A table. The first cell of each row is its heading. */
export function table(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly Child[])[],
): HTMLElement {
  const heads = columns.map((column) => element("th", { scope: "col" }, column));
  const body = rows.map(([first, ...others]) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, first),
      ...others.map((cell) => element("td", {}, cell)),
    ),
  );
  const made = element(
    "table",
    {},
    element("caption", {}, caption),
    element("thead", {}, element("tr", {}, ...heads)),
    element("tbody", {}, ...body),
  );
  // What is wider than the page is moved inside of it, by keyboard as well.
  return element(
    "div",
    { class: "wide", tabindex: "0", role: "group", "aria-label": caption },
    made,
  );
}

/** A line that says what is going on; screen readers speak it. */
export function status(text = ""): HTMLElement {
  return element("p", { role: "status" }, text);
}

/** A line that says what went wrong. */
export function alert(text: string): HTMLElement {
  return element("p", { role: "alert" }, text);
}
