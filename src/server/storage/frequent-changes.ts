/** Changes that nearly every unit of work makes, built once, as the queries of `frequent-queries.ts` are. */
import type { Compilable, Kysely } from "kysely";
import type { Tables } from "./schema.ts";

/** Makes a change with parameters, in the order in which it was built with them. */
export type FrequentChange = (
  database: Kysely<Tables>,
  ...parameters: readonly (string | number | null | Uint8Array)[]
) => Promise<void>;

/** The changes; workspaces are given as the tables have them (`schema.ts`). */
export interface FrequentChanges {
  /** By kind, workspace, name, value and time: creates a record, or replaces its value. */
  readonly putRecord: FrequentChange;
  /** By kind, workspace and name. */
  readonly removeRecord: FrequentChange;
  /** By kind, workspace, name and link. */
  readonly addLink: FrequentChange;
  /** By kind, workspace and name. */
  readonly removeLinks: FrequentChange;
  /** By path, digest, bytes and time: creates a file, or replaces what is known of it. */
  readonly putFile: FrequentChange;
  /** By path. */
  readonly removeFile: FrequentChange;
  /** By digest and content: adds one that is not there. */
  readonly addContent: FrequentChange;
  /** By digest, twice: what is kept of a content that no file has. */
  readonly dropUnused: readonly FrequentChange[];
  /** By time, revision, account, address, method, path and removed rules. */
  readonly addEntry: FrequentChange;
}

/** Builds them in the words of a database; to be asked of it, or of its transactions. */
export function frequentChanges(database: Kysely<Tables>): FrequentChanges {
  const key = { kind: "", workspace: "", name: "" };
  const ofKey = (table: "records" | "links") =>
    database
      .deleteFrom(table)
      .where("kind", "=", "")
      .where("workspace", "=", "")
      .where("name", "=", "");
  const file = { path: "", digest: "", bytes: 0, modified: "" };
  const entry = { at: "", revision: 0, account: "", address: "", method: "", path: "" };
  return {
    putRecord: built(
      database
        .insertInto("records")
        .values({ ...key, value: "", created: "" })
        .onConflict((conflict) =>
          conflict.columns(["kind", "workspace", "name"]).doUpdateSet((row) => ({
            value: row.ref("excluded.value"),
            modified: row.ref("excluded.created"),
          })),
        ),
    ),
    removeRecord: built(ofKey("records")),
    addLink: built(database.insertInto("links").values({ ...key, link: "" })),
    removeLinks: built(ofKey("links")),
    putFile: built(
      database
        .insertInto("files")
        .values(file)
        .onConflict((conflict) =>
          conflict.column("path").doUpdateSet((row) => ({
            digest: row.ref("excluded.digest"),
            bytes: row.ref("excluded.bytes"),
            modified: row.ref("excluded.modified"),
          })),
        ),
    ),
    removeFile: built(database.deleteFrom("files").where("path", "=", "")),
    addContent: built(
      database
        .insertInto("blobs")
        .values({ digest: "", content: new Uint8Array() })
        .onConflict((conflict) => conflict.column("digest").doNothing()),
    ),
    dropUnused: (["blobs", "identities"] as const).map((table) =>
      built(
        database
          .deleteFrom(table)
          .where("digest", "=", "")
          .where((where) => {
            const used = where.selectFrom("files").select("path").where("files.digest", "=", "");
            return where.not(where.exists(used));
          }),
      ),
    ),
    addEntry: built(database.insertInto("audit").values({ ...entry, removed_rules: "" })),
  };
}

/** By identity and digest: keeps what a content means, if it is there and nobody has kept it yet. */
export function identityChange(database: Kysely<Tables>): FrequentChange {
  return built(
    database
      .insertInto("identities")
      .columns(["digest", "identity"])
      .expression((build) =>
        build
          .selectFrom("blobs")
          .select((row) => [row.ref("digest").as("digest"), row.val("").as("identity")])
          .where("digest", "=", ""),
      )
      .onConflict((conflict) => conflict.column("digest").doNothing()),
  );
}

function built(change: Compilable): FrequentChange {
  const compiled = change.compile();
  return async (database, ...parameters) => {
    await database.executeQuery({ ...compiled, parameters });
  };
}
