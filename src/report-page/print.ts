/** Prints the wanted changes with their details, and closes them afterwards. */
import type { ShownChanges } from "./shown.ts";

export function openForPrint(list: ShownChanges): void {
  const opened: HTMLDetailsElement[] = [];
  let end = () => {};
  globalThis.addEventListener("beforeprint", () => {
    end = list.showAll();
    for (const { details, draw } of list.present()) {
      if (details.open) continue;
      // The toggle event comes after printing.
      draw();
      details.open = true;
      opened.push(details);
    }
  });
  globalThis.addEventListener("afterprint", () => {
    for (const details of opened.splice(0)) details.open = false;
    end();
  });
}
