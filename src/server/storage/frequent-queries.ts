/**
 * Queries that nearly every request asks, built once: to build one costs several times what the database
 * needs to answer it.
 */
import type { Compilable, CompiledQuery, Kysely } from "kysely";
import { frequentChanges, type FrequentChanges } from "./frequent-changes.ts";
import type { Tables } from "./schema.ts";

/** The rows for parameters, in the order in which the query was built with them. */
export type FrequentQuery<Row> = (
  database: Kysely<Tables>,
  ...parameters: readonly string[]
) => Promise<readonly Row[]>;

/** The queries; workspaces are given as the tables have them (`schema.ts`). */
export interface FrequentQueries {
  /** By kind, workspace and name: at most one. */
  readonly record: FrequentQuery<Tables["records"]>;
  /** By kind, in order of workspace and name. */
  readonly ofKind: FrequentQuery<Tables["records"]>;
  /** By kind and workspace, in order of name. */
  readonly ofWorkspace: FrequentQuery<Tables["records"]>;
  /** By kind and link, in order of workspace and name. */
  readonly linked: FrequentQuery<Tables["records"]>;
  /** By path: at most one. */
  readonly file: FrequentQuery<Tables["files"]>;
  /** By digest: at most one. */
  readonly content: FrequentQuery<Pick<Tables["blobs"], "content">>;
  readonly changes: FrequentChanges;
}

/** Builds them in the words of a database; to be asked of it, or of its transactions. */
export function frequentQueries(database: Kysely<Tables>): FrequentQueries {
  const records = database.selectFrom("records").selectAll("records");
  const ofKind = records.where("records.kind", "=", "");
  const ofWorkspace = ofKind.where("records.workspace", "=", "");
  const linked = records
    .innerJoin("links", (join) =>
      join
        .onRef("links.kind", "=", "records.kind")
        .onRef("links.workspace", "=", "records.workspace")
        .onRef("links.name", "=", "records.name"),
    )
    .where("links.kind", "=", "")
    .where("links.link", "=", "");
  return {
    record: built(ofWorkspace.where("records.name", "=", "")),
    ofKind: built(ofKind.orderBy("records.workspace").orderBy("records.name")),
    ofWorkspace: built(ofWorkspace.orderBy("records.workspace").orderBy("records.name")),
    linked: built(linked.orderBy("records.workspace").orderBy("records.name")),
    file: built(database.selectFrom("files").selectAll().where("path", "=", "")),
    changes: frequentChanges(database),
    content: built(database.selectFrom("blobs").select("content").where("digest", "=", "")),
  };
}

function built<Row>(query: Compilable<Row>): FrequentQuery<Row> {
  const compiled: CompiledQuery<Row> = query.compile();
  return async (database, ...parameters) => {
    const { rows } = await database.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}
