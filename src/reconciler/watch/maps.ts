/** Looks at the maps of the server after an apply, and now and then at all of them. */
import { watch as limits } from "../../model/limits.ts";
import { changedBy, shownNames } from "../health/targets.ts";
import { hasTurned, keepHealth, type KeptHealth } from "../inventory/kept-health.ts";
import type { DeclaredState } from "../health/surroundings.ts";
import type { Plan } from "../engine/plan/plan.ts";
import type { MapsWatch, WatchConnection } from "./context.ts";

/** What one pass knows when it looks. */
export interface PassedMaps {
  readonly estate: string;
  readonly connection: WatchConnection;
  readonly declared: DeclaredState;
  readonly interrupted: () => boolean;
  /** The plan that ran; undefined where nothing did. */
  readonly ran: Plan | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** When everything was last looked at by this watch. */
  readonly lookedAt: number | undefined;
}

/** The kept result after a look; undefined where none was due. Rejects with known errors. */
export async function lookAfterPass(
  { afterApply, everyMs, look }: MapsWatch,
  { estate, connection, declared, interrupted, ran, now, lookedAt }: PassedMaps,
): Promise<{ readonly health: KeptHealth; readonly isWhole: boolean } | undefined> {
  const isWhole = everyMs !== undefined && (lookedAt === undefined || now - lookedAt >= everyMs);
  if (!isWhole && (!afterApply || ran === undefined)) return undefined;
  const { resources } = declared;
  const addresses = isWhole ? resources.map(({ address }) => address) : changedBy(ran as Plan);
  const found = await look(connection, declared, addresses, interrupted);
  // Each write would wake watches of the same catalog, so an unchanged result is kept once a day.
  const isDue = (before: KeptHealth | undefined, after: KeptHealth) =>
    hasTurned(before, after) ||
    before === undefined ||
    now - Date.parse(before.at) >= limits.healthKeptMs;
  const { state } = connection.inventory;
  const health = await keepHealth(state, { ...found, estate }, shownNames(resources), isDue);
  return { health, isWhole };
}
