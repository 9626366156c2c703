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

/** Damaged pages and indexes, as SQLite reports them. */
export function inspectPages(database: Connection): readonly CheckFinding[] {
  const damaged = (message: string): CheckFinding => ({
    code: "database-damaged",
    where: DATABASE,
    message,
  });
  const checks = database.prepare(`PRAGMA integrity_check(${limits.pageProblems})`).all();
  const messages = checks
    .map((row) => String(row["integrity_check"]))
    .filter((text) => text !== "ok");
  const keys = database.prepare("PRAGMA foreign_key_check").all();
  return [...messages, ...keys.map((row) => `a row of ${String(row["table"])} refers to none`)].map(
    damaged,
  );
}

export interface Inspected {
  readonly count: number;
  readonly findings: readonly CheckFinding[];
}

/** Checks every content against its digest and its files. */
export function inspectContents(database: Connection): Inspected {
  const findings: CheckFinding[] = [];
  const filesOf = filesByDigest(database);
  const meanings = meaningsOf(database);
  const found = new Set<string>();
  for (const row of database.prepare("SELECT digest, content FROM blobs").iterate()) {
    const digest = String(row["digest"]);
    const content = row["content"];
    found.add(digest);
    const about = { digest, files: filesOf.get(digest) ?? [], meaning: meanings.get(digest) };
    findings.push(...inspectContent(content instanceof Uint8Array ? content : undefined, about));
  }
  for (const digest of meanings.keys())
    if (!found.has(digest))
      findings.push(finding("record-damaged", DATABASE, `It keeps a meaning of ${digest} alone`));
  for (const [digest, files] of filesOf)
    if (!found.has(digest))
      for (const { path } of files)
        findings.push(finding("content-missing", path, `Its content ${digest} is missing`));
  return { count: found.size, findings };
}

function inspectContent(
  content: Uint8Array | undefined,
  about: {
    readonly digest: string;
    readonly files: readonly FileRow[];
    readonly meaning: string | undefined;
  },
): readonly CheckFinding[] {
  const { digest, files, meaning } = about;
  const [first] = files;
  if (first === undefined)
    return [finding("content-unused", `${DATABASE}, content ${digest}`, "It is of no file")];
  const where = first.path;
  if (content === undefined || digestOf(content) !== digest) {
    const more = files.length > 1 ? `; ${files.length - 1} more files have it` : "";
    return [finding("content-damaged", where, `Its content is not ${digest}${more}`)];
  }
  const findings = files
    .filter(({ bytes }) => bytes !== content.byteLength)
    .map(({ path, bytes }) =>
      finding("record-damaged", path, `It has ${content.byteLength} bytes, and not ${bytes}`),
    );
  if (meaning !== undefined && contentIdentity(where, content) !== meaning)
    findings.push(finding("record-damaged", where, "What is kept of its meaning is wrong"));
  return findings;
}

function meaningsOf(database: Connection): Map<string, string> {
  const rows = database.prepare("SELECT digest, identity FROM identities").all();
  return new Map(rows.map(({ digest, identity }) => [String(digest), String(identity)]));
}

interface FileRow {
  readonly path: string;
  readonly bytes: number;
}

function filesByDigest(database: Connection): ReadonlyMap<string, readonly FileRow[]> {
  const files = new Map<string, FileRow[]>();
  for (const row of database.prepare("SELECT path, digest, bytes FROM files").iterate()) {
    const digest = String(row["digest"]);
    const own = files.get(digest) ?? [];
    own.push({ path: String(row["path"]), bytes: Number(row["bytes"]) });
    files.set(digest, own);
  }
  return files;
}

/** Checks that records are readable, and linked to what they refer to. */
export function inspectRecords(database: Connection): Inspected {
  const findings: CheckFinding[] = [];
  const links = linksByRecord(database);
  let count = 0;
  const rows = database.prepare("SELECT kind, workspace, name, value FROM records").iterate();
  for (const { kind, workspace, name, value } of rows) {
    count++;
    const key = textOf({ kind, workspace, name });
    const own = links.get(key) ?? new Set();
    links.delete(key);
    const read = valueIn(String(kind), String(value));
    if (read === undefined)
      findings.push(finding("record-damaged", key, "What it holds is no record"));
    else if (read.some((link) => !own.has(link)) || read.length !== own.size)
      findings.push(finding("link-wrong", key, "It is not found under what it refers to"));
  }
  for (const [key] of links)
    findings.push(finding("link-wrong", key, "It is found, but there is no such record"));
  return { count, findings };
}

/** The links of a record; undefined for an unreadable one. */
function valueIn(kind: string, text: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return undefined;
    return linksOf(kind as RecordKind, value as RecordValues[RecordKind]);
  } catch {
    return undefined;
  }
}

function linksByRecord(database: Connection): Map<string, Set<string>> {
  const links = new Map<string, Set<string>>();
  for (const row of database.prepare("SELECT kind, workspace, name, link FROM links").iterate()) {
    const key = textOf(row);
    const own = links.get(key) ?? new Set();
    own.add(String(row["link"]));
    links.set(key, own);
  }
  return links;
}

function textOf(row: Readonly<Record<string, unknown>>): string {
  const workspace = String(row["workspace"]);
  return `${String(row["kind"])} ${qualifiedName(workspace === "" ? null : workspace, String(row["name"]))}`;
}

function finding(code: CheckFindingCode, where: string, message: string): CheckFinding {
  return { code, where, message };
}
