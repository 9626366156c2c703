/** Harvest reports of all servers of a catalog. */
import type { Kysely } from "kysely";
import type { HarvestReport } from "../../model/harvest.ts";
import { harvest as limits } from "../../model/limits.ts";
import type { HarvestReports } from "../catalog/harvest-log.ts";
import { withRetries } from "./postgres-connections.ts";
import type { ServerTables } from "./postgres-tables.ts";

/** All servers see the reports; new ones belong to this server. */
export function postgresHarvests(database: Kysely<ServerTables>, server: string): HarvestReports {
  return {
    put: (report) => withRetries(() => put(database, server, report)),
    find: (id) =>
      withRetries(async () => {
        const found = await database
          .selectFrom("harvest_reports")
          .select("report")
          .where("id", "=", id)
          .executeTakeFirst();
        return found && (JSON.parse(found.report) as HarvestReport);
      }),
    list: () =>
      withRetries(async () => {
        const rows = await database
          .selectFrom("harvest_reports")
          .select("report")
          .orderBy("number", "desc")
          .execute();
        return rows.map(({ report }) => JSON.parse(report) as HarvestReport);
      }),
  };
}

async function put(
  database: Kysely<ServerTables>,
  server: string,
  report: HarvestReport,
): Promise<void> {
  const { id, state } = report;
  const row = { server, state, report: JSON.stringify(report) };
  await database
    .insertInto("harvest_reports")
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
  if (state === "running") return;
  const kept = database
    .selectFrom("harvest_reports")
    .select("id")
    .orderBy("number", "desc")
    .limit(limits.reports);
  await database
    .deleteFrom("harvest_reports")
    .where("state", "<>", "running")
    .where("id", "not in", kept)
    .execute();
}

/** Ends running reports of a dead server. */
export async function failHarvestsOf(
  database: Kysely<ServerTables>,
  server: string,
  end: (running: HarvestReport) => HarvestReport,
): Promise<void> {
  const running = await withRetries(() =>
    database
      .selectFrom("harvest_reports")
      .select("report")
      .where("server", "=", server)
      .where("state", "=", "running")
      .execute(),
  );
  for (const { report } of running)
    await withRetries(() => put(database, server, end(JSON.parse(report) as HarvestReport)));
}
