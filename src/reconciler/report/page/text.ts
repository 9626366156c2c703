/** Texts of a page: what comes from manifests and servers is text, wherever it stands. Pure. */

import { visible } from "../visible.ts";

const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text inside of an element or an attribute. */
export function escaped(text: string): string {
  return visible(text).replaceAll(/[&<>"']/g, (sign) => references[sign] ?? "");
}

/** A text that comes from elsewhere, as code. */
export function code(text: string): string {
  return `<code>${escaped(text)}</code>`;
}

/** A value as JSON that nothing in it can end, because no sign in it begins an element. */
export function jsonInPage(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", String.raw`\u003c`);
}

/** Room of a page in bytes. */
export interface Room {
  /** Takes room for a text; false where there is not so much left. */
  readonly take: (text: string) => boolean;
}

/** Room of so many bytes. */
export function roomOf(bytes: number): Room {
  let left = bytes;
  return {
    take: (text) => {
      const size = Buffer.byteLength(text) + 1;
      if (size > left) return false;
      left -= size;
      return true;
    },
  };
}

/** As many of the first texts as there is room for. */
export function fitting(texts: readonly string[], room: Room): readonly string[] {
  const unfit = texts.findIndex((text) => !room.take(text));
  return unfit === -1 ? texts : texts.slice(0, unfit);
}
