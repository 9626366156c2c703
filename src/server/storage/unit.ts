/**
 * A unit of work: it reads through its own writes, and ends in one list of changes, which a
 * database compares and applies (docs/decisions/0071-writes.md).
 */
import { randomUUID } from "node:crypto";
import { formatAddress, type Address } from "../../model/address.ts";
import { digestOf } from "../../model/digest.ts";
import { audit as limits, seenChanges as seenLimits } from "../../model/limits.ts";
import { fileAddress, recordAddress } from "../catalog/addresses.ts";
import type { IndexKey } from "../catalog/granule-index.ts";
import { linksOf } from "../catalog/links.ts";
import {
  isReconcilerState,
  type AuditAbout,
  type CatalogReader,
  type CatalogWriter,
  type Origin,
  type StoredFile,
} from "../catalog/unit-of-work.ts";
import type { SoundContents } from "./contents.ts";
import { touchedRows } from "./dependencies.ts";
import type { IndexPart, TouchingIndexes } from "./granule-indexes.ts";
import type { NotedRead } from "./noted-reads.ts";
import {
  noWrites,
  readingOwn,
  recordKey,
  rowKey,
  type OwnWrites,
  type RowKey,
} from "./own-writes.ts";
import type { Ask, ChangeName, ListedChange, Parameter } from "./statements.ts";

/** What a unit asks of the database; one value for each of them. */
export interface UnitList {
  /** The unit is valid while these give the same rows. */
  readonly reads: readonly NotedRead[];
  readonly changes: readonly ListedChange[];
  /** Absent where nothing is to be remembered. */
  readonly entry: UnitEntry | undefined;
}

/** The audit entry of a unit, and what it adds to the revision. */
export interface UnitEntry {
  readonly raise: 0 | 1;
  /** Random: tells after a lost answer whether the unit was made. */
  readonly token: string;
  /** Time, account, address, method, path, removed rules, details. */
  readonly values: readonly Parameter[];
}

/** The unit needs the lock from its start: it reads what is not noted, or waits for others. */
export class NeedsLockError extends Error {
  constructor() {
    super("the unit of work needs the lock of the catalog");
    this.name = "NeedsLockError";
  }
}

export interface UnitOptions {
  readonly reader: CatalogReader;
  /** Asks for what the reader does not give. */
  readonly ask: Ask;
  /** With the lock held. */
  readonly indexes: TouchingIndexes | undefined;
  readonly origin: Origin;
  /** ISO 8601. */
  readonly now: string;
  readonly sound: SoundContents;
}

export interface Unit {
  readonly writer: CatalogWriter;
  readonly list: () => Omit<UnitList, "reads">;
}

export function openUnit({ reader, ask, indexes, origin, now, sound }: UnitOptions): Unit {
  const own = noWrites();
  const changes: ListedChange[] = [];
  const objects = new Set<string>();
  let raise: UnitEntry["raise"] | undefined;
  const leaveTrace = () => void (raise ??= 0);
  const touch = (address: Address | undefined) => {
    raise = 1;
    if (address !== undefined) objects.add(formatAddress(address));
  };
  const touchFile = (path: string) => {
    if (isReconcilerState(path)) leaveTrace();
    else touch(fileAddress(path));
  };
  const touchIndex = (key: IndexKey | undefined) =>
    touch(key && recordAddress({ kind: "mosaic", workspace: key.workspace, name: key.store }));
  const change = (name: ChangeName, ...parameters: readonly Parameter[]) =>
    void changes.push([name, parameters]);
  const parts = { own, ask, change, touch, touchFile, now, sound };
  const records = { ...reader, ...readingOwn(reader, own, now) };
  const rest = indexes === undefined ? needingLock : indexes(touchIndex);
  const writer: CatalogWriter = {
    ...records,
    ...rest,
    ...recordWrites(records, parts),
    ...fileWrites(records, parts),
    ...sessionWrites(change),
    stayAlone: indexes === undefined ? refuseWithoutLock : async () => undefined,
    leaveTrace,
  };
  const list = () => {
    const about = { origin, now };
    const entry =
      raise === undefined ? undefined : { raise, ...entryOf([...objects], changes, about) };
    return { changes, entry };
  };
  return { writer, list };
}

const refuseWithoutLock = async (): Promise<never> => {
  throw new NeedsLockError();
};

/** Indexes, and reads that are not noted. */
const needingLock = {
  granules: refuseWithoutLock,
  createGranules: refuseWithoutLock,
  moveGranules: refuseWithoutLock,
  dropGranules: refuseWithoutLock,
  revision: refuseWithoutLock,
  audit: refuseWithoutLock,
  auditBackwards: refuseWithoutLock,
  identities: refuseWithoutLock,
} satisfies IndexPart & Partial<CatalogReader>;

interface Parts {
  readonly own: OwnWrites;
  readonly ask: Ask;
  readonly change: (name: ChangeName, ...parameters: readonly Parameter[]) => void;
  readonly touch: (address: Address | undefined) => void;
  readonly touchFile: (path: string) => void;
  readonly now: string;
  readonly sound: SoundContents;
}

/** What the audit entry tells of addresses and changes. */
function entryOf(
  objects: readonly string[],
  changes: readonly ListedChange[],
  { origin, now }: Pick<UnitOptions, "origin" | "now">,
): Omit<UnitEntry, "raise"> {
  const { account, address, method, path, estate } = origin;
  const isMore = objects.length > limits.objects;
  const rows = touchedRows(changes);
  const about: AuditAbout = {
    objects: isMore ? [...objects.slice(0, limits.objects), "*"] : objects,
    estate,
    ...(rows.length > seenLimits.rows ? {} : { rows }),
  };
  const rules = changes.flatMap(([name, [kind, , rule]]) =>
    name === "removeRecord" && isRule(kind) ? String(rule) : [],
  );
  const removed = rules.length === 0 ? null : JSON.stringify(rules);
  const values = [now, account, address, method, path, removed, JSON.stringify(about)];
  return { token: randomUUID(), values };
}

function recordWrites(reader: CatalogReader, { own, ask, change, touch, now }: Parts) {
  const linksNow = async (row: RowKey) => {
    const written = own.records.get(recordKey(row));
    if (written !== undefined) return written.links;
    return (await ask("links", row.kind, row.workspace, row.name)).map(({ link }) => link);
  };
  return {
    put: async (key, value, links = linksOf(key.kind, value)) => {
      // Rules are written as whole lists; only changed ones count.
      const was = isRule(key.kind)
        ? await reader.get(key.kind, key.workspace, key.name)
        : undefined;
      const text = JSON.stringify(value);
      touch(JSON.stringify(was?.value) === text ? undefined : recordAddress(key, value));
      const row = rowKey(key);
      const { kind, workspace, name } = row;
      change("putRecord", kind, workspace, name, text, now);
      const [link, ...others] = links;
      if (link !== undefined && others.length === 0) {
        // Usually the link is unchanged, and nothing is written.
        change("removeOtherLinks", kind, workspace, name, link);
        change("keepLink", kind, workspace, name, link);
      } else {
        change("removeLinks", kind, workspace, name);
        for (const one of links) change("addLink", kind, workspace, name, one);
      }
      own.put({ ...row, value: text, links, ...timesOver(own, recordKey(row), now) });
    },
    rename: async (key, to) => {
      const was = await reader.get(key.kind, key.workspace, key.name);
      touch(recordAddress(key, was?.value));
      touch(recordAddress({ ...to, kind: key.kind }, was?.value));
      if (was === undefined) return;
      const [row, target] = [rowKey(key), rowKey({ ...to, kind: key.kind })];
      const links = await linksNow(row);
      for (const name of ["moveRecord", "moveLinks"] as const)
        change(name, target.workspace, target.name, row.kind, row.workspace, row.name);
      own.remove(row);
      const { created, modified } = was;
      own.put({ ...target, value: JSON.stringify(was.value), links, created, modified });
    },
    remove: async (key) => {
      // Addresses of data stores need the old value; for others the kind suffices.
      const { kind, workspace, name } = key;
      const was = kind === "data-store" ? await reader.get(kind, workspace, name) : undefined;
      touch(recordAddress(key, was?.value));
      const row = rowKey(key);
      change("removeRecord", row.kind, row.workspace, row.name);
      change("removeLinks", row.kind, row.workspace, row.name);
      own.remove(row);
    },
  } satisfies Partial<CatalogWriter>;
}

/** The times of a record that is put: over a committed one they are not known yet. */
function timesOver(own: OwnWrites, key: string, now: string) {
  if (!own.records.has(key)) return { created: undefined, modified: undefined };
  const before = own.records.get(key);
  return before === undefined
    ? { created: now, modified: null }
    : { created: before.created, modified: now };
}

function fileWrites(reader: CatalogReader, { own, change, touchFile, now, sound }: Parts) {
  const dropContent = (digest: string) => {
    change("dropContent", digest, digest);
    change("dropIdentity", digest, digest);
  };
  const remove = async (paths: readonly string[]) => {
    paths.forEach(touchFile);
    for (const path of paths) {
      const file = await reader.file(path);
      if (file === undefined) continue;
      change("removeFile", path);
      own.files.set(path, undefined);
      dropContent(file.digest);
    }
  };
  return {
    writeFile: async (path, content) => {
      touchFile(path);
      const digest = digestOf(content);
      const before = await reader.file(path);
      // A stored copy is replaced unless it is verified, because it may be damaged.
      change(sound.has(digest) ? "addContent" : "putContent", digest, content);
      const file: StoredFile = { path, digest, bytes: content.byteLength, modified: now };
      change("putFile", path, digest, file.bytes, now);
      if (before !== undefined && before.digest !== digest) dropContent(before.digest);
      own.contents.set(digest, content);
      own.files.set(path, file);
    },
    moveFile: async (from, to) => {
      // What is under the new path is removed first, which would be the file itself.
      if (from === to) return;
      touchFile(from);
      const file = await reader.file(from);
      await remove([to]);
      change("moveFile", to, from);
      own.files.set(from, undefined);
      if (file !== undefined) own.files.set(to, { ...file, path: to });
    },
    removeFile: (path) => remove([path]),
    removeFolder: async (folder) =>
      remove((await reader.filesUnder(folder)).map(({ path }) => path)),
  } satisfies Partial<CatalogWriter>;
}

/** The unit itself does not read them again. */
function sessionWrites(change: Parts["change"]) {
  return {
    keepSession: async ({ digest, account, mark, used }, most) => {
      change("keepSession", digest, account, mark, used);
      change("removeOldSessions", account, account, most);
    },
    removeSession: async (digest) => change("removeSession", digest),
    removeSessions: async (account) => change("removeSessions", account),
    removeIdleSessions: async (since) => change("removeIdleSessions", since),
    keepKnownNetwork: async ({ account, mark, most }) => {
      // The mark exists when the answer to an earlier attempt was lost.
      change("removeNetwork", account, mark);
      change("addNetwork", account, mark);
      change("removeOldNetworks", account, account, most);
      change("removeLostNetworks");
    },
  } satisfies Partial<CatalogWriter>;
}

function isRule(kind: Parameter | undefined): boolean {
  return kind === "access-rule" || kind === "service-rule" || kind === "rest-rule";
}
