/** The page "Who sees what": access to layers by role. */
import { accessMatrix, type Access, type AccessMatrix } from "./access-matrix.ts";
import { element, growingTable, status, type Child } from "./element.ts";
import { namesIn } from "./lists.ts";
import type { Rest } from "./reading.ts";
import { objectAddress } from "./routes.ts";

const modes: Readonly<Record<string, string>> = {
  HIDE: "Objects that an account may not read are hidden from it (HIDE).",
  MIXED:
    "Lists omit objects that an account may not read; a request for such an object is refused (MIXED).",
  CHALLENGE: "Accounts see the names of objects that they may not read (CHALLENGE).",
};

export async function accessView(rest: Rest): Promise<readonly Child[]> {
  const [rules, roles, layers, mode] = await Promise.all([
    rest.json("rest/security/acl/layers.json"),
    rest.json("rest/security/roles.json"),
    rest.json("rest/layers.json"),
    rest.json("rest/security/acl/catalog.json"),
  ]);
  const matrix = accessMatrix({
    rules: rules as Readonly<Record<string, string>>,
    roles: namesIn(roles),
    layers: namesIn(layers),
  });
  const { mode: name = "" } = mode as { readonly mode?: string };
  return [
    element("h1", {}, "Who sees what"),
    element("p", {}, modes[name] ?? name),
    element(
      "p",
      {},
      "Each column shows an account with only that role. Administrators have full access.",
    ),
    ...filtered(matrix),
  ];
}

/** The table with a filter by layer name. */
function filtered(matrix: AccessMatrix): readonly Child[] {
  const input = element("input", { type: "search", name: "layers", autocomplete: "off" });
  const said = status();
  const place = element("div");
  const show = () => {
    const text = input.value.trim().toLowerCase();
    const found = matrix.rows.filter(({ layer }) => layer.toLowerCase().includes(text));
    said.textContent = found.length === 1 ? "1 layer." : `${found.length} layers.`;
    place.replaceChildren(
      growingTable("What accounts may do to layers", ["Layer", ...matrix.columns], {
        rows: found,
        rowOf: ({ layer, values }) => [layerLink(layer), ...values.map(valueView)],
      }),
    );
  };
  input.addEventListener("input", show);
  show();
  return [element("label", { class: "filter" }, "Layers whose name contains", input), said, place];
}

function layerLink(layer: string): HTMLElement {
  return element("a", { href: objectAddress(`rest/layers/${encodeURIComponent(layer)}`) }, layer);
}

function valueView(access: Access): HTMLElement {
  return element("span", { class: `access ${access.replaceAll(" ", "-")}` }, access);
}
