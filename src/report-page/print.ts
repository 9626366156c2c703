/** Prints what is shown with what is said of it, and closes again what it opened. */
import type { ListedChange } from "./changes.ts";

/** Opens what the filters show before the page is printed. */
export function openForPrint(listed: readonly ListedChange[]): void {
  const opened: HTMLDetailsElement[] = [];
  globalThis.addEventListener("beforeprint", () => {
    for (const { details, item, draw } of listed) {
      if (item.hidden || details.open) continue;
      // The event of opening comes after the page is on paper.
      draw();
      details.open = true;
      opened.push(details);
    }
  });
  globalThis.addEventListener("afterprint", () => {
    for (const details of opened.splice(0)) details.open = false;
  });
}
