/** Cache of the SLDs of style sheets, by digest of the sheet. */
import { parsing as limits } from "../../model/limits.ts";
import { recent } from "../../model/recent.ts";
import type { Parsing } from "./pool.ts";

/** `load` reads the sheet on a cache miss. */
export type Translate = (digest: string, load: () => Promise<Uint8Array>) => Promise<string>;

/** `size` is in characters, 0 until the SLD is there. */
interface Kept {
  readonly sld: Promise<string>;
  size: number;
}

/** Evicts the least recently used SLDs when the cache is full. */
export function openTranslations(parsing: Pick<Parsing, "translation">): Translate {
  const kept = recent<Kept>(limits.translations);
  const make = async (digest: string, load: () => Promise<Uint8Array>) => {
    try {
      const sld = await parsing.translation(await load());
      const entry = kept.get(digest);
      if (entry !== undefined) entry.size = sld.length;
      return sld;
    } catch (error) {
      kept.forget(digest);
      throw error;
    }
  };
  return (digest, load) => {
    const entry = kept.get(digest) ?? { sld: make(digest, load), size: 0 };
    kept.keep(digest, entry);
    let size = [...kept.entries()].reduce((sum, [, one]) => sum + one.size, 0);
    for (const [oldest, one] of kept.entries()) {
      if (size <= limits.translationsBytes || oldest === digest) break;
      kept.forget(oldest);
      size -= one.size;
    }
    return entry.sld;
  };
}
