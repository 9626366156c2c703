/** Escapes text from manifests and servers for a page. Pure. */

import { visible } from "../visible.ts";

const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** For an element or an attribute. */
export function escaped(text: string): string {
  return visible(text).replaceAll(/[&<>"']/g, (sign) => references[sign] ?? "");
}

export function code(text: string): string {
  return `<code>${escaped(text)}</code>`;
}

/** Makes JSON without `<`, so that it cannot close its script element. */
export function jsonInPage(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", String.raw`\u003c`);
}
