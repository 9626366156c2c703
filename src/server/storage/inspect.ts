/** Checks a database: pages, contents, records and links. */
import { digestOf } from "../../model/digest.ts";
import { qualifiedName } from "../../model/layer.ts";
import { inspection as limits } from "../../model/limits.ts";
import { contentIdentity } from "../../wire/content-identity.ts";
import type { CheckFinding, CheckFindingCode } from "../catalog/check-finding.ts";
import { linksOf } from "../catalog/links.ts";
import type { RecordKind, RecordValues } from "../catalog/records.ts";
import type { Connection } from "./sqlite-connection.ts";

const DATABASE = "catalog.db";

type Row = ReturnType<ReturnType<Connection["prepare"]>["all"]>[number];

/** Damaged pages and indexes, as SQLite reports them. */
export function inspectPages(database: Connection): readonly CheckFinding[] {
  const checks = database.prepare(`PRAGMA integrity_check(${limits.pageProblems})`).all();
  const messages = checks.map((row) => String(row["integrity_check"]));
  const keys = database.prepare("PRAGMA foreign_key_check").all();
  return [
    ...messages.filter((text) => text !== "ok"),
    ...keys.map((row) => `a row of ${String(row["table"])} refers to none`),
  ].map((message) => finding("database-damaged", DATABASE, message));
}

export interface Inspected {
  readonly count: number;
  readonly findings: readonly CheckFinding[];
}

/** Checks every content against its digest and its files. */
export function inspectContents(database: Connection): Inspected {
  const findings: CheckFinding[] = [];
  const filesOf = database.prepare("SELECT path, bytes FROM files WHERE digest = ?");
  const contents = database.prepare(
    "SELECT digest, content, identity FROM blobs LEFT JOIN identities USING (digest)",
  );
  let count = 0;
  for (const row of contents.iterate()) {
    count++;
    findings.push(...inspectContent(row, filesOf.all(String(row["digest"]))));
  }
  const alone = "WHERE digest NOT IN (SELECT digest FROM blobs)";
  for (const { digest } of database.prepare(`SELECT digest FROM identities ${alone}`).iterate())
    findings.push(
      finding("record-damaged", DATABASE, `It keeps a meaning of ${String(digest)} alone`),
    );
  for (const row of database.prepare(`SELECT path, digest FROM files ${alone}`).iterate()) {
    const missing = `Its content ${String(row["digest"])} is missing`;
    findings.push(finding("content-missing", String(row["path"]), missing));
  }
  return { count, findings };
}

function inspectContent(
  { digest, content, identity }: Row,
  files: readonly Row[],
): readonly CheckFinding[] {
  const [first] = files;
  if (first === undefined)
    return [
      finding("content-unused", `${DATABASE}, content ${String(digest)}`, "It is of no file"),
    ];
  const where = String(first["path"]);
  if (!(content instanceof Uint8Array) || digestOf(content) !== digest) {
    const more = files.length > 1 ? `; ${files.length - 1} more files have it` : "";
    return [finding("content-damaged", where, `Its content is not ${String(digest)}${more}`)];
  }
  const findings = files
    .filter(({ bytes }) => bytes !== content.byteLength)
    .map(({ path, bytes }) =>
      finding(
        "record-damaged",
        String(path),
        `It has ${content.byteLength} bytes, and not ${String(bytes)}`,
      ),
    );
  if (identity !== null && contentIdentity(where, content) !== identity)
    findings.push(finding("record-damaged", where, "The stored digest of its meaning is wrong"));
  return findings;
}

/** Checks that records are readable, and linked to what they refer to. */
export function inspectRecords(database: Connection): Inspected {
  const findings: CheckFinding[] = [];
  const linksTo = database.prepare(
    "SELECT link FROM links WHERE kind = ? AND workspace = ? AND name = ?",
  );
  let count = 0;
  const rows = database.prepare("SELECT kind, workspace, name, value FROM records").iterate();
  for (const row of rows) {
    count++;
    const { kind = null, workspace = null, name = null } = row;
    const own = new Set(linksTo.all(kind, workspace, name).map(({ link }) => link));
    const read = linksIn(String(kind), String(row["value"]));
    if (read === undefined)
      findings.push(finding("record-damaged", placeOf(row), "It is not a record"));
    else if (read.some((link) => !own.has(link)) || read.length !== own.size)
      findings.push(finding("link-wrong", placeOf(row), "It is not found under what it refers to"));
  }
  const lost = `SELECT DISTINCT kind, workspace, name FROM links
    WHERE (kind, workspace, name) NOT IN (SELECT kind, workspace, name FROM records)`;
  for (const row of database.prepare(lost).iterate())
    findings.push(finding("link-wrong", placeOf(row), "It is found, but there is no such record"));
  return { count, findings };
}

/** The links that a record should have; undefined for an unreadable one. */
function linksIn(kind: string, text: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return undefined;
    return linksOf(kind as RecordKind, value as RecordValues[RecordKind]);
  } catch {
    return undefined;
  }
}

function placeOf({ kind, workspace, name }: Row): string {
  const place = qualifiedName(workspace === "" ? null : String(workspace), String(name));
  return `${String(kind)} ${place}`;
}

function finding(code: CheckFindingCode, where: string, message: string): CheckFinding {
  return { code, where, message };
}
