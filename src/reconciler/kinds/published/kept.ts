/** Facts of a deleted layer: user settings that no manifest declares. */
import type { KeptSettings } from "../../../wire/kept-settings.ts";
import type { Facts, FactValue } from "../../kind.ts";

/** Other settings of its own document, such as an attribution. */
export const OWN = "own";

/** Settings of the feature type or coverage behind it, such as a row filter. */
export const BEHIND = "behind";

/** Returns no fact for an empty set. */
export function keptFact(field: string, kept: KeptSettings): Readonly<Record<string, string>> {
  return Object.keys(kept).length === 0 ? {} : { [field]: JSON.stringify(kept) };
}

/** The inverse of `keptFact`. */
export function keptIn(fact: FactValue | undefined): KeptSettings | undefined {
  return typeof fact === "string" ? (JSON.parse(fact) as KeptSettings) : undefined;
}

/** Fact: settings that a stock server takes from every body, also where a body leaves them out. */
export const CARRIED = "carried";

const TAKEN_ALWAYS: ReadonlySet<string> = new Set(["authorityURLs", "identifiers"]);

export function carriedFact(kept: KeptSettings): Readonly<Record<string, string>> {
  const carried = Object.entries(kept).filter(([name]) => TAKEN_ALWAYS.has(name));
  return keptFact(CARRIED, Object.fromEntries(carried));
}

/** The request that creates the resource behind a layer can restore these facts. */
export const CARRIED_BEHIND: readonly string[] = ["title", BEHIND];

export function carriedIn({ title, [BEHIND]: behind }: Facts): KeptSettings {
  return { ...keptIn(behind), ...(typeof title === "string" && { title }) };
}
