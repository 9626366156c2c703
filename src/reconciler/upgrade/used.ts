/** An object as the table of changes looks at it: what it declares as texts, and its files. */
import { decodeText } from "../../wire/text.ts";
import { WireError } from "../../wire/wire-error.ts";
import type { Resource } from "../kind.ts";
import { entryKey, listIn } from "../kinds/document/entries.ts";
import { kinds } from "../kinds/registry.ts";

/** What is asked of an object. */
export interface LookedAt {
  readonly kind: string;
  readonly name: string;
  readonly workspace: string | null;
  /** Whether the object says it. */
  readonly has: (name: string) => boolean;
  /** What it says of a field; empty where it says nothing. */
  readonly fact: (name: string) => string;
  readonly list: (name: string) => readonly string[];
  /** What a map of it has under a key. */
  readonly entry: (name: string, key: string) => string;
  /** The files of it whose names match, as one text. */
  readonly text: (name: RegExp) => Promise<string>;
  /** Whether all of a catalog is known, and nothing in it needs a WCS. */
  readonly isIdle: boolean;
  /** The address that a running server was reached at. */
  readonly url: string | undefined;
}

/** What is known beside an object. */
export type Beside = Pick<LookedAt, "isIdle" | "url">;

/** Asks an object. */
export function lookedAt({ address, facts, payload }: Resource, beside: Beside): LookedAt {
  const list = (name: string) => listIn(facts[name] ?? []);
  return {
    ...address,
    ...beside,
    has: (name) => facts[name] !== undefined,
    fact: (name) => String(facts[name] ?? ""),
    list,
    entry: (name, key) => {
      const found = list(name).find((text) => entryKey(text) === key) ?? "";
      return found.includes("=") ? found.slice(found.indexOf("=") + 1) : "";
    },
    text: async (name) => {
      const files = kinds.get(address.kind)?.files?.(payload) ?? new Map();
      const texts: string[] = [];
      for (const [path, artefact] of files)
        if (name.test(path)) texts.push(textOf(await (artefact.peek ?? artefact.load)()));
      return texts.join("\n");
    },
  };
}

/** A file that is no text says nothing. */
function textOf(bytes: Uint8Array): string {
  try {
    return decodeText(bytes);
  } catch (error) {
    if (error instanceof WireError) return "";
    throw error;
  }
}

/** An address as it is compared with another. */
export function plainAddress(url: string): string {
  return url.replace(/\/+$/, "").toLowerCase();
}
