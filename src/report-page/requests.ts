/** The requests of a run in order, drawn on demand. */
import type { PageRequest } from "./data.ts";
import { element } from "./element.ts";

export function listRequests(requests: readonly PageRequest[]): void {
  const details = document.querySelector<HTMLDetailsElement>("#all-requests");
  details?.addEventListener("toggle", () => {
    if (!details.open || details.childElementCount > 1) return;
    details.append(element("ol", { class: "requests" }, ...requests.map(lineOf)));
  });
}

function lineOf({ method, path, summary, fate }: PageRequest): HTMLElement {
  const code = element("code", {}, `${method} ${path}`);
  const end = fate === "" ? undefined : element("b", {}, ` ${fate}`);
  return element("li", {}, code, end, element("span", { class: "notes" }, ` ${summary}`));
}
