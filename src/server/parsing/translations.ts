/** SLDs of style sheets: made when somebody asks for one, kept by the digest of the sheet. */
import { parsing as limits } from "../../model/limits.ts";
import { recent } from "../../model/recent.ts";
import type { Parsing } from "./pool.ts";

/** Gives the SLD of a sheet; `load` gives the sheet where it was not translated yet. */
export type Translate = (digest: string, load: () => Promise<Uint8Array>) => Promise<string>;

/** An SLD that was made or is being made; its size in characters is 0 until it is there. */
interface Kept {
  readonly sld: Promise<string>;
  size: number;
}

/** Translates each sheet once, as long as there is room: what was asked for last stays. */
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
