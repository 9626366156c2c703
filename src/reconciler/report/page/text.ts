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

export interface Room {
  /** Takes room for a text; false if it does not fit. */
  readonly take: (text: string) => boolean;
}

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

export function fitting(texts: readonly string[], room: Room): readonly string[] {
  const unfit = texts.findIndex((text) => !room.take(text));
  return unfit === -1 ? texts : texts.slice(0, unfit);
}
