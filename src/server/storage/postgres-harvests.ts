/** Harvest reports of all servers of a catalog. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { HarvestReport } from "../../model/harvest.ts";
import { harvest as limits } from "../../model/limits.ts";
import { leftBehind, type HarvestReports } from "../catalog/harvest-log.ts";
import { askPatiently } from "./postgres-connections.ts";
import type { Tables } from "./schema.ts";

export interface SharedHarvests {
  /** All servers see the reports; new ones belong to this server. */
  readonly harvests: HarvestReports;
  /** Ends running reports of a dead server. */
  readonly failHarvests: (server: string) => Promise<void>;
}

/** `now` returns ISO 8601 times. */
export function sharedHarvests(
  database: Kysely<Tables>,
  server: string,
  now: () => string,
): SharedHarvests {
  return {
    harvests: {
      put: (report) => put(database, server, report),
      find: async (id) => (await reports(database, sql`where id = ${id}`))[0],
      list: () => reports(database, sql`order by number desc`),
    },
    failHarvests: async (gone) => {
      const running = sql`where server = ${gone} and state = 'running'`;
      for (const report of await reports(database, running))
        await put(database, gone, leftBehind(report, now()));
    },
  };
}

async function reports(
  database: Kysely<Tables>,
  which: RawBuilder<unknown>,
): Promise<readonly HarvestReport[]> {
  const query = sql<{ report: string }>`select report from harvest_reports ${which}`;
  const rows = await askPatiently(database, query);
  return rows.map(({ report }) => JSON.parse(report) as HarvestReport);
}

async function put(database: Kysely<Tables>, server: string, report: HarvestReport): Promise<void> {
  const { id, state } = report;
  const row = sql`${id}, ${server}, ${state}, ${JSON.stringify(report)}`;
  await askPatiently(
    database,
    sql`insert into harvest_reports (id, server, state, report) values (${row})
      on conflict (id) do update set server = excluded.server,
        state = excluded.state, report = excluded.report`,
  );
  if (state === "running") return;
  await askPatiently(
    database,
    sql`delete from harvest_reports where state <> 'running' and id not in
      (select id from harvest_reports order by number desc limit ${limits.reports})`,
  );
}
