/** Facts of a deleted layer beyond those that are compared: what somebody set and no manifest says. */
import type { KeptSettings } from "../../../wire/kept-settings.ts";
import type { Facts, FactValue } from "../../kind.ts";

/** What else its own document held, such as an attribution. */
export const OWN = "own";

/** What the feature type or coverage behind it held, such as a filter of rows. */
export const BEHIND = "behind";

/** Settings as a fact; none for an empty set. */
export function keptFact(field: string, kept: KeptSettings): Readonly<Record<string, string>> {
  return Object.keys(kept).length === 0 ? {} : { [field]: JSON.stringify(kept) };
}

/** Settings out of a fact; undefined where there is none. */
export function keptIn(fact: FactValue | undefined): KeptSettings | undefined {
  return typeof fact === "string" ? (JSON.parse(fact) as KeptSettings) : undefined;
}

/** Fact of a layer: what a stock server takes from every body, also where that says nothing of it. */
export const CARRIED = "carried";

const TAKEN_ALWAYS: ReadonlySet<string> = new Set(["authorityURLs", "identifiers"]);

/** What an update of a layer has to say again, as a fact. */
export function carriedFact(kept: KeptSettings): Readonly<Record<string, string>> {
  const carried = Object.entries(kept).filter(([name]) => TAKEN_ALWAYS.has(name));
  return keptFact(CARRIED, Object.fromEntries(carried));
}

/** Facts that the request which makes what is behind a layer can say again. */
export const CARRIED_BEHIND: readonly string[] = ["title", BEHIND];

/** The settings in them. */
export function carriedIn({ title, [BEHIND]: behind }: Facts): KeptSettings {
  return { ...keptIn(behind), ...(typeof title === "string" && { title }) };
}
