/** The sidebar with the search and the catalog tree. */
import { element, status } from "./element.ts";
import type { Rest } from "./reading.ts";
import { problemText } from "./rest.ts";
import { objectAddress } from "./routes.ts";
import { everyObject, matching, type Found } from "./search.ts";
import type { User } from "./session.ts";
import { catalogTree } from "./tree.ts";
import { treeView } from "./tree-view.ts";

/** Displayed results of a search. */
const SHOWN = 100;

export function catalogSide(rest: Rest, { administrates }: User): HTMLElement {
  const roots = catalogTree(rest, administrates);
  const tree = treeView("Catalog", roots, (path) => (location.hash = objectAddress(path)));
  const input = element("input", { type: "search", name: "search", autocomplete: "off" });
  const said = status();
  const results = element("ul", { class: "results", "aria-label": "Found", hidden: true });
  let objects: Promise<readonly Found[]> | undefined;
  const search = async () => {
    const isAsked = input.value.trim() !== "";
    tree.hidden = isAsked;
    results.hidden = !isAsked;
    if (!isAsked) {
      said.textContent = "";
      objects = undefined;
      return;
    }
    if (objects === undefined) said.textContent = "Reading the catalog …";
    const asked = input.value;
    const found = matching(await (objects ??= everyObject(roots)), asked);
    // The input has changed since.
    if (asked !== input.value) return;
    said.textContent = found.length === 1 ? "1 object." : `${found.length} objects.`;
    results.replaceChildren(...found.slice(0, SHOWN).map(resultView));
  };
  input.addEventListener("input", () => {
    search().catch((error: unknown) => {
      objects = undefined;
      said.textContent = problemText(error);
    });
  });
  const label = element("label", { class: "filter" }, "Search", input);
  return element("nav", { class: "side", "aria-label": "Catalog" }, label, said, results, tree);
}

function resultView({ path, name, noun, inside }: Found): HTMLElement {
  const where = [noun, ...(inside.length === 0 ? [] : [`in ${inside.join(", ")}`])].join(" ");
  return element(
    "li",
    {},
    element("a", { href: objectAddress(path) }, name),
    " ",
    element("small", {}, where),
  );
}
