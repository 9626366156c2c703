/** Prebuilt queries of nearly every request: building one costs several times its execution. */
import { sql, type Kysely } from "kysely";
import { builtBy, type FrequentStatement, type RunFrequent } from "./frequent-statement.ts";
import { frequentChanges, type FrequentChanges } from "./frequent-changes.ts";
import type { Tables } from "./schema.ts";

/** Parameters are in the order in which the query was built. */
export type FrequentQuery<Row> = (
  database: Kysely<Tables>,
  ...parameters: readonly (string | number)[]
) => Promise<readonly Row[]>;

/** Workspaces are in their stored form (`schema.ts`). */
export interface FrequentQueries {
  /** Kind, workspace, name: at most one row. */
  readonly record: FrequentQuery<Tables["records"]>;
  /** Kind, limit; ordered by workspace and name. */
  readonly ofKind: FrequentQuery<Tables["records"]>;
  /** Kind, workspace, name, limit: the rows after that key. */
  readonly ofKindBehind: FrequentQuery<Tables["records"]>;
  /** Kind, workspace, limit; ordered by name. */
  readonly ofWorkspace: FrequentQuery<Tables["records"]>;
  /** Kind, workspace, name, limit: the rows after that name. */
  readonly ofWorkspaceBehind: FrequentQuery<Tables["records"]>;
  /** Kind, link; ordered by workspace and name. */
  readonly linked: FrequentQuery<Tables["records"]>;
  /** Path: at most one row. */
  readonly file: FrequentQuery<Tables["files"]>;
  /** Digest: at most one row. */
  readonly content: FrequentQuery<Pick<Tables["blobs"], "content">>;
  readonly changes: FrequentChanges;
  /** The same statements with another executor. */
  readonly runBy: (run: RunFrequent) => FrequentQueries;
}

export function frequentQueries(database: Kysely<Tables>): FrequentQueries {
  const changes = frequentChanges(database);
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
  const file = database.selectFrom("files").selectAll().where("path", "=", "");
  const content = database.selectFrom("blobs").select("content").where("digest", "=", "");
  const inOrder = (query: typeof records) =>
    query.orderBy("records.workspace").orderBy("records.name");
  const behind = sql<boolean>`(records.workspace, records.name) > (${""}, ${""})`;
  const built = {
    record: builtBy(ofWorkspace.where("records.name", "=", ""), "records", 3),
    ofKind: builtBy(inOrder(ofKind).limit(0), "records", 1),
    ofKindBehind: builtBy(inOrder(ofKind.where(behind)).limit(0), "records", 1),
    ofWorkspace: builtBy(inOrder(ofWorkspace).limit(0), "records", 2),
    ofWorkspaceBehind: builtBy(
      inOrder(ofWorkspace.where("records.name", ">", "")).limit(0),
      "records",
      2,
    ),
    linked: builtBy(inOrder(linked), "records", 1),
    file: builtBy(file, "files", 1),
    content: builtBy(content, "blobs", 1),
  };
  const runBy = (run: RunFrequent): FrequentQueries => {
    const asked =
      <Row>(statement: FrequentStatement): FrequentQuery<Row> =>
      async (on, ...parameters) =>
        (await run(on, statement, parameters)) as readonly Row[];
    return {
      record: asked(built.record),
      ofKind: asked(built.ofKind),
      ofKindBehind: asked(built.ofKindBehind),
      ofWorkspace: asked(built.ofWorkspace),
      ofWorkspaceBehind: asked(built.ofWorkspaceBehind),
      linked: asked(built.linked),
      file: asked(built.file),
      content: asked(built.content),
      changes: changes(run),
      runBy,
    };
  };
  return runBy(runByBuilder);
}

const runByBuilder: RunFrequent = async (database, { compiled }, parameters) =>
  (await database.executeQuery({ ...compiled, parameters })).rows;
