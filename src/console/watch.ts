/** The entry point of the watch console: asks for the token and shows the status. */
import { alert, button, element, status } from "./element.ts";
import { openWatch, type WatchRest, type WatchStatus } from "./watch-rest.ts";
import { watchView } from "./watch-view.ts";

/** Asks until the watch accepts the token. */
function start(): void {
  const input = element("input", { type: "password", name: "token", required: true });
  input.autocomplete = "off";
  const said = element("div");
  const form = element(
    "form",
    { class: "login", "aria-label": "Token" },
    element("h1", {}, "Plumbline watch"),
    said,
    element("label", {}, "Endpoint token", input),
    element("button", { type: "submit" }, "Sign in"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const watch = openWatch(input.value);
    watch.status().then(
      (found) => show(watch, found),
      (error: unknown) => {
        said.replaceChildren(alert(textOf(error)));
        input.select();
      },
    );
  });
  document.body.replaceChildren(element("main", {}, form));
  input.focus();
}

/** Shows the status until the user discards the token. */
function show(watch: WatchRest, first: WatchStatus): void {
  const place = element("div");
  const said = status();
  const draw = (found: WatchStatus) =>
    place.replaceChildren(
      ...watchView(found, { watch, act }).filter((child) => child !== undefined),
    );
  const act = (work: () => Promise<void>, done: string) => {
    const run = async () => {
      await work();
      draw(await watch.status());
      return done;
    };
    run().then(
      (text) => (said.textContent = text),
      (error: unknown) => (said.textContent = textOf(error)),
    );
  };
  const look = button("Refresh", () => act(async () => {}, "Refreshed."));
  const pass = button("Run now", () => act(watch.reconcile, "Run requested."));
  const header = element(
    "header",
    {},
    element("strong", {}, "Plumbline watch"),
    look,
    pass,
    button("Sign out", start, { class: "user" }),
  );
  draw(first);
  const heading = element("h1", {}, "Watch");
  document.body.replaceChildren(header, element("main", { class: "alone" }, heading, said, place));
}

function textOf(error: unknown): string {
  if (error instanceof TypeError) return "The watch cannot be reached.";
  return error instanceof Error ? `${error.message}.` : String(error);
}

start();
