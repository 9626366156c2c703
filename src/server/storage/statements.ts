/**
 * The statements of units of work, as texts that both databases understand. They have names, so
 * that a database can be asked to compare and to change many rows in one call. Parameters are
 * written as their types.
 */
import type { Selectable } from "kysely";
import type { IdentifiedFile, StoredSession } from "../catalog/unit-of-work.ts";
import type { Tables } from "./schema.ts";

/** A value in a statement; workspaces are in their stored form (`schema.ts`). */
export type Parameter = string | number | null | Uint8Array;

/** The rows of each query. */
export interface QueryRows {
  /** Kind, workspace, name: at most one row. */
  readonly record: Tables["records"];
  /** Kind, workspace, name, limit: the rows after that key. No name is empty. */
  readonly ofKind: Tables["records"];
  /** Kind, workspace, name, limit: the rows after that name. */
  readonly ofWorkspace: Tables["records"];
  /** Kind, link; ordered by workspace and name. */
  readonly linked: Tables["records"];
  /** Kind, workspace, name: the links of a record. */
  readonly links: Pick<Tables["links"], "link">;
  /** Path: at most one row. */
  readonly file: Tables["files"];
  /** Path, limit: the files after that path. */
  readonly filesBehind: Tables["files"];
  /** Path, path, limit: the files between. */
  readonly filesBetween: Tables["files"];
  /** As `filesBetween`, with what contents mean. */
  readonly identities: IdentifiedFile;
  /** Digest: at most one row. */
  readonly content: Pick<Tables["blobs"], "content">;
  /** Digest: at most one row. */
  readonly session: StoredSession;
  /** Account: its marks, newest first. */
  readonly networks: Pick<Tables["known_networks"], "mark">;
  /** Id, limit: the entries above it, oldest first. */
  readonly auditAfter: Selectable<Tables["audit"]>;
  /** Id, limit: the entries below it, newest first. */
  readonly auditBefore: Selectable<Tables["audit"]>;
}

export type QueryName = keyof QueryRows;

/** Runs a query. */
export type Ask = <Name extends QueryName>(
  name: Name,
  ...parameters: readonly Parameter[]
) => Promise<readonly QueryRows[Name][]>;

const record = "kind = {text} and workspace = {text} and name = {text}";
const records = "select * from records where kind = {text}";
const inOrder = "order by workspace, name limit {number}";
// Other columns are for the storage.
const entries =
  "select id, at, revision, account, address, method, path, removed_rules, about from audit where";
const between = "path > {text} and path < {text} order by path limit {number}";

/** The queries. */
export const queries: Readonly<Record<QueryName, string>> = {
  record: `select * from records where ${record}`,
  ofKind: `${records} and (workspace, name) > ({text}, {text}) ${inOrder}`,
  ofWorkspace: `${records} and workspace = {text} and name > {text} ${inOrder}`,
  linked: `select records.* from records join links using (kind, workspace, name)
    where links.kind = {text} and links.link = {text} order by records.workspace, records.name`,
  links: `select link from links where ${record} order by link`,
  file: "select * from files where path = {text}",
  filesBehind: "select * from files where path > {text} order by path limit {number}",
  filesBetween: `select * from files where ${between}`,
  identities: `select path, files.digest, bytes, identity from files
    left join identities on identities.digest = files.digest where ${between}`,
  content: "select content from blobs where digest = {text}",
  session: "select * from sessions where digest = {text}",
  networks: "select mark from known_networks where account = {text} order by id desc",
  auditAfter: `${entries} id > {number} order by id limit {number}`,
  auditBefore: `${entries} id < {number} order by id desc limit {number}`,
};

const addLink =
  "insert into links (kind, workspace, name, link) values ({text}, {text}, {text}, {text})";
const addContent =
  "insert into blobs (digest, content) values ({text}, {bytes}) on conflict (digest)";
const isUnused = "digest = {text} and not exists (select 1 from files where files.digest = {text})";
const isLost = "account not in (select name from records where kind = 'account')";

/** The changes of units. */
export const changes = {
  /** Kind, workspace, name, value, time: creates or replaces a record. */
  putRecord: `insert into records (kind, workspace, name, value, created)
    values ({text}, {text}, {text}, {text}, {text}) on conflict (kind, workspace, name)
    do update set value = excluded.value, modified = excluded.created`,
  /** Kind, workspace, name. */
  removeRecord: `delete from records where ${record}`,
  /** Workspace and name to have, then kind, workspace, name. */
  moveRecord: `update records set workspace = {text}, name = {text} where ${record}`,
  moveLinks: `update links set workspace = {text}, name = {text} where ${record}`,
  /** Kind, workspace, name, link. */
  addLink,
  /** As `addLink`, if the link is missing. */
  keepLink: `${addLink} on conflict do nothing`,
  /** Kind, workspace, name. */
  removeLinks: `delete from links where ${record}`,
  /** Kind, workspace, name, and the link to keep. */
  removeOtherLinks: `delete from links where ${record} and link <> {text}`,
  /** Path, digest, bytes, time: creates or replaces a file. */
  putFile: `insert into files (path, digest, bytes, modified)
    values ({text}, {text}, {number}, {text}) on conflict (path)
    do update set digest = excluded.digest, bytes = excluded.bytes, modified = excluded.modified`,
  /** The path to have, the path. */
  moveFile: "update files set path = {text} where path = {text}",
  /** Path. */
  removeFile: "delete from files where path = {text}",
  /** Digest, content: adds a missing content. */
  addContent: `${addContent} do nothing`,
  /** As `addContent`, replacing an existing one. */
  putContent: `${addContent} do update set content = excluded.content`,
  /** Identity, digest: of an existing content that has none. */
  keepIdentity: `insert into identities (digest, identity)
    select digest, {text} from blobs where digest = {text} on conflict (digest) do nothing`,
  /** Digest, digest: a content that no file has. */
  dropContent: `delete from blobs where ${isUnused}`,
  dropIdentity: `delete from identities where ${isUnused}`,
  /** Digest, account, mark, time. */
  keepSession: `insert into sessions (digest, account, mark, used)
    values ({text}, {text}, {text}, {text}) on conflict (digest)
    do update set account = excluded.account, mark = excluded.mark, used = excluded.used`,
  /** Account, account, limit: all but those used last. */
  removeOldSessions: `delete from sessions where account = {text} and digest not in
    (select digest from sessions where account = {text} order by used desc, digest limit {number})`,
  /** Digest. */
  removeSession: "delete from sessions where digest = {text}",
  /** Account. */
  removeSessions: "delete from sessions where account = {text}",
  /** Time: those unused since, and those of deleted accounts. */
  removeIdleSessions: `delete from sessions where used < {text} or ${isLost}`,
  /** Account, mark. */
  addNetwork: "insert into known_networks (account, mark) values ({text}, {text})",
  /** Account, mark. */
  removeNetwork: "delete from known_networks where account = {text} and mark = {text}",
  /** Account, account, limit: all but the newest. */
  removeOldNetworks: `delete from known_networks where account = {text} and id not in
    (select id from known_networks where account = {text} order by id desc limit {number})`,
  /** Those of deleted accounts. */
  removeLostNetworks: `delete from known_networks where ${isLost}`,
} as const;

export type ChangeName = keyof typeof changes;

/** A change by its name, with its parameters. */
export type ListedChange = readonly [name: ChangeName, parameters: readonly Parameter[]];

type ParameterType = "text" | "number" | "bytes";

/** The statements with what `parameter` writes for each parameter, by its position from 0. */
export function writtenOut<Name extends string>(
  statements: Readonly<Record<Name, string>>,
  parameter: (at: number, type: ParameterType) => string,
): Readonly<Record<Name, string>> {
  const texts = Object.entries<string>(statements).map(([name, text]) => {
    let at = 0;
    const write = (_all: string, type: ParameterType) => parameter(at++, type);
    return [name, text.replaceAll(/\{(text|number|bytes)\}/g, write)];
  });
  return Object.fromEntries(texts) as Record<Name, string>;
}
