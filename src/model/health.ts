/** Verdicts on what map users get of an object. */

/**
 * Worst first. healthy: served as declared, or hidden as declared. degraded: declared to be served,
 * and it is not. exposed: served although it is declared to be hidden. unknown: nothing of this can
 * be said.
 */
export const healths = ["exposed", "degraded", "unknown", "healthy"] as const;

/** A verdict. */
export type Health = (typeof healths)[number];

/** Whether map users get something else than declared. */
export function isUnhealthy(health: Health): boolean {
  return health === "exposed" || health === "degraded";
}

/** The worst of all; healthy for none. */
export function worstHealth(all: Iterable<Health>): Health {
  const found = new Set(all);
  return healths.find((health) => found.has(health)) ?? "healthy";
}
