/** Prints visible changes with their details, and closes them afterwards. */
import type { ListedChange } from "./changes.ts";

export function openForPrint(listed: readonly ListedChange[]): void {
  const opened: HTMLDetailsElement[] = [];
  globalThis.addEventListener("beforeprint", () => {
    for (const { details, item, draw } of listed) {
      if (item.hidden || details.open) continue;
      // The toggle event comes after printing.
      draw();
      details.open = true;
      opened.push(details);
    }
  });
  globalThis.addEventListener("afterprint", () => {
    for (const details of opened.splice(0)) details.open = false;
  });
}
