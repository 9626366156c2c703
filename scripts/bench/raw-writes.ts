/** The statements of a PUT of a style, as the database gets them: one transaction each, on the disk each. */
import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { digestOf } from "../../src/model/digest.ts";
import { styleOf } from "./write-load.ts";

const TABLES = `
  create table records (kind text, workspace text, name text, value text, created text, modified text,
    primary key (kind, workspace, name)) strict;
  create table links (kind text, workspace text, name text, link text, primary key (kind, workspace, name, link)) strict;
  create table files (path text primary key, digest text, bytes integer, modified text) strict;
  create index files_by_digest on files (digest);
  create table blobs (digest text primary key, content blob) strict;
  create table identities (digest text primary key, identity text) strict;
  create table counters (name text primary key, value integer) strict;
  create table audit (id integer primary key autoincrement, at text, revision integer, account text, address text,
    method text, path text) strict;
  insert into counters values ('revision', 0);`;

/** Milliseconds that a PUT takes, over some seconds. */
export function rawWriteMs(folder: string, seconds: number): number {
  const database = new DatabaseSync(join(folder, "raw.db"));
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${TABLES}`);
  const put = preparePut(database);
  const began = performance.now();
  let count = 0;
  while (performance.now() - began < seconds * 1_000) put(count++);
  const took = performance.now() - began;
  database.close();
  return took / count;
}

function preparePut(database: DatabaseSync): (number: number) => void {
  const get = database.prepare(
    "select * from records where kind = ? and workspace = ? and name = ?",
  );
  const record = database.prepare(
    "insert into records values ('style', '', ?, ?, ?, null) on conflict do update set value = excluded.value, modified = excluded.created",
  );
  const unlink = database.prepare(
    "delete from links where kind = 'style' and workspace = '' and name = ? and link <> ?",
  );
  const link = database.prepare(
    "insert into links values ('style', '', ?, ?) on conflict do nothing",
  );
  const blob = database.prepare(
    "insert into blobs values (?, ?) on conflict do update set content = excluded.content",
  );
  const replaced = ["blobs", "identities"].map((table) =>
    database.prepare(
      `delete from ${table} where digest = (select digest from files where path = ?) and digest <> ? and not exists (select 1 from files where files.digest = ${table}.digest and path <> ?)`,
    ),
  );
  const write = database.prepare(
    "insert into files values (?, ?, ?, ?) on conflict do update set digest = excluded.digest, bytes = excluded.bytes, modified = excluded.modified",
  );
  const count = database.prepare("update counters set value = value + 1");
  const audit = database.prepare(
    "insert into audit (at, revision, account, address, method, path) values (?, (select value from counters), 'admin', '127.0.0.1', 'PUT', ?)",
  );
  return (number) => {
    const [name, bytes] = [`s${number % 64}`, Buffer.from(styleOf(number))];
    const [path, digest, now] = [`styles/${name}.sld`, digestOf(bytes), new Date().toISOString()];
    database.exec("begin");
    get.get("style", "", name);
    record.run(
      name,
      JSON.stringify({ format: "sld", version: "1.0.0", fileName: path, legend: null }),
      now,
    );
    unlink.run(name, path);
    link.run(name, path);
    blob.run(digest, bytes);
    for (const statement of replaced) statement.run(path, digest, path);
    write.run(path, digest, bytes.byteLength, now);
    count.run();
    audit.run(now, path);
    database.exec("commit");
  };
}

/** Milliseconds that the disk takes to sync a page that was added to a file. */
export function syncMs(folder: string, times = 100): number {
  const file = openSync(join(folder, "sync"), "w");
  const page = Buffer.alloc(4_096, 1);
  let took = 0;
  for (let time = 0; time < times; time++) {
    writeSync(file, page);
    const began = performance.now();
    fdatasyncSync(file);
    took += performance.now() - began;
  }
  closeSync(file);
  return took / times;
}
