/** The page after the login: navigation, catalog sidebar and content. */
import { accessView } from "./access.ts";
import { catalogSide } from "./catalog.ts";
import { alert, button, element, type Child } from "./element.ts";
import { healthView } from "./health.ts";
import { historyView } from "./history.ts";
import { objectView } from "./object.ts";
import type { Rest } from "./reading.ts";
import { addressOf, problemText } from "./rest.ts";
import { placeIn, type Place } from "./routes.ts";
import type { User } from "./session.ts";
import { startView } from "./start.ts";

export interface ShellParts {
  readonly rest: Rest;
  readonly user: User;
  readonly onLogOut: () => void;
}

export interface Shell {
  readonly elements: readonly HTMLElement[];
  /** Pending content is then discarded. */
  readonly close: () => void;
}

/** The page follows the address until it is closed. */
export function openShell(parts: ShellParts): Shell {
  const main = element("main", { tabindex: "-1" });
  const links = navigation(parts.user);
  let latest = 0;
  const show = async (isFirst: boolean) => {
    const own = ++latest;
    const place = placeIn(location.hash);
    mark(links, place);
    main.setAttribute("aria-busy", "true");
    const shown = await contentOf(parts, place);
    if (own !== latest) return;
    main.replaceChildren(...shown.filter((child) => child !== undefined));
    main.removeAttribute("aria-busy");
    document.title = `${main.querySelector("h1")?.textContent ?? ""} · Plumbline`;
    main.scrollTop = 0;
    if (!isFirst) main.focus();
  };
  const onChange = () => void show(false);
  addEventListener("hashchange", onChange);
  void show(true);
  return {
    elements: [header(parts, links), catalogSide(parts.rest, parts.user), main],
    close: () => {
      latest++;
      removeEventListener("hashchange", onChange);
    },
  };
}

const views = {
  catalog: "Catalog",
  access: "Who sees what",
  history: "History",
  health: "Health",
} as const;

type View = keyof typeof views;

/** Views that the server shows only to administrators. */
const administrative: ReadonlySet<View> = new Set(["access", "history"]);

function navigation({ administrates }: User): ReadonlyMap<View, HTMLElement> {
  const shown = (Object.keys(views) as View[]).filter(
    (view) => administrates || !administrative.has(view),
  );
  return new Map(shown.map((view) => [view, element("a", { href: `#/${view}` }, views[view])]));
}

function mark(links: ReadonlyMap<View, HTMLElement>, { view }: Place): void {
  for (const [own, link] of links) {
    const isHere = own === (view === "object" ? "catalog" : view);
    if (isHere) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function header(
  { user, onLogOut }: ShellParts,
  links: ReadonlyMap<View, HTMLElement>,
): HTMLElement {
  const api = element("a", { href: addressOf("rest/docs/") }, "API");
  // On narrow screens, navigation and tree are folded until they are asked for.
  const fold = button("Menu", () => unfold(fold.getAttribute("aria-expanded") !== "true"), {
    class: "fold",
    "aria-expanded": "false",
  });
  const unfold = (isOpen: boolean) => {
    fold.setAttribute("aria-expanded", String(isOpen));
    document.body.classList.toggle("unfolded", isOpen);
  };
  addEventListener("hashchange", () => unfold(false));
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || fold.getAttribute("aria-expanded") !== "true") return;
    unfold(false);
    fold.focus();
  });
  const items = [...links.values(), ...(user.administrates ? [api] : [])];
  return element(
    "header",
    {},
    element("strong", {}, "Plumbline"),
    fold,
    element(
      "nav",
      { "aria-label": "Pages" },
      element("ul", {}, ...items.map((item) => element("li", {}, item))),
    ),
    element("span", { class: "user" }, user.name),
    button("Log out", onLogOut),
  );
}

async function contentOf(parts: ShellParts, place: Place): Promise<readonly Child[]> {
  try {
    return await viewOf(parts, place);
  } catch (error) {
    const title = place.view === "object" ? "Not shown" : views[place.view];
    return [element("h1", {}, title), alert(problemText(error))];
  }
}

function viewOf(parts: ShellParts, place: Place): Promise<readonly Child[]> {
  const { rest } = parts;
  if (place.view === "object") return objectView(parts, place.path);
  const show: Readonly<Record<View, () => Promise<readonly Child[]>>> = {
    catalog: () => startView(parts),
    access: () => accessView(rest),
    history: () => historyView(rest),
    health: () => healthView(rest),
  };
  return show[place.view]();
}
