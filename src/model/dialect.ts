/** The two manners of answering that the included server has (docs/compatibility.md). */

/** `documented` keeps the published interface; `geoserver` answers as a stock server does. */
export const dialects = ["documented", "geoserver"] as const;

/** Name of a dialect. */
export type DialectName = (typeof dialects)[number];
