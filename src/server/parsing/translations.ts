/** SLDs of style sheets: made when somebody asks for one, kept by the digest of the sheet. */
import { parsing as limits } from "../../model/limits.ts";
import type { Parsing } from "./pool.ts";

/** Gives the SLD of a sheet; `load` gives the sheet where it was not translated yet. */
export type Translate = (digest: string, load: () => Promise<Uint8Array>) => Promise<string>;

/** Translates each sheet once, as long as there is room: what was asked for last stays. */
export function openTranslations(parsing: Pick<Parsing, "translation">): Translate {
  const kept = new Map<string, Promise<string>>();
  const sizes = new Map<string, number>();
  const forget = (digest: string) => {
    kept.delete(digest);
    sizes.delete(digest);
  };
  const make = async (digest: string, load: () => Promise<Uint8Array>) => {
    try {
      const sld = await parsing.translation(await load());
      if (kept.has(digest)) sizes.set(digest, sld.length);
      return sld;
    } catch (error) {
      forget(digest);
      throw error;
    }
  };
  return (digest, load) => {
    const found = kept.get(digest) ?? make(digest, load);
    // A map keeps the order of insertion: what is used moves to the end.
    kept.delete(digest);
    kept.set(digest, found);
    for (const oldest of kept.keys()) {
      const size = sizes.values().reduce((sum, one) => sum + one, 0);
      if (kept.size <= limits.translations && size <= limits.translationsBytes) break;
      if (oldest !== digest) forget(oldest);
    }
    return found;
  };
}
