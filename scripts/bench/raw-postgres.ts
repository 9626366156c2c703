/**
 * The statements of a PUT of a style in PostgreSQL: the lock and the changes in one call, and a commit, each on the
 * disk, from as many connections.
 */
import { Client, type ClientConfig } from "pg";
import { digestOf } from "../../src/model/digest.ts";
import { styleOf } from "./write-load.ts";

const SCHEMA = "raw";

const TABLES = `
  create schema if not exists ${SCHEMA};
  set search_path = ${SCHEMA};
  create table if not exists records (kind text, workspace text, name text, value text, created text, modified text,
    primary key (kind, workspace, name));
  create table if not exists links (kind text, workspace text, name text, link text,
    primary key (kind, workspace, name, link));
  create table if not exists files (path text primary key, digest text, bytes bigint, modified text);
  create index if not exists files_by_digest on files (digest);
  create table if not exists blobs (digest text primary key, content bytea);
  create table if not exists identities (digest text primary key, identity text);
  create table if not exists counters (name text primary key, value bigint, token text);
  create table if not exists audit (id bigint primary key, at text, revision bigint, account text, address text,
    method text, path text, token text);
  insert into counters values ('revision', 0) on conflict do nothing;
  create or replace function put(style text, meaning text, file text, hash text, bytes bytea, now text)
    returns void language plpgsql as $$
  declare
    old text;
    made bigint;
  begin
    perform pg_advisory_xact_lock(1);
    perform 1 from records where kind = 'style' and workspace = '' and name = style;
    insert into records as r values ('style', '', style, meaning, now, null)
      on conflict (kind, workspace, name) do update set value = excluded.value, modified = excluded.created;
    delete from links where kind = 'style' and workspace = '' and name = style and link <> file;
    insert into links values ('style', '', style, file) on conflict do nothing;
    select digest into old from files where path = file;
    insert into blobs values (hash, bytes) on conflict (digest) do update set content = excluded.content;
    insert into files values (file, hash, length(bytes), now) on conflict (path)
      do update set digest = excluded.digest, bytes = excluded.bytes, modified = excluded.modified;
    delete from blobs where digest = old and not exists (select 1 from files where digest = old);
    delete from identities where digest = old and not exists (select 1 from files where digest = old);
    update counters set value = value + 1, token = hash where name = 'revision' returning value into made;
    insert into audit values ((select coalesce(max(id), 0) + 1 from audit), now, made, 'admin', '127.0.0.1', 'PUT',
      file, hash);
  end $$;`;

/** PUTs a second of so many connections. Rejects with errors of the database. */
export async function rawPostgresPuts(
  config: ClientConfig,
  connections: number,
  seconds: number,
): Promise<number> {
  const clients = Array.from({ length: connections }, () => new Client(config));
  await Promise.all(clients.map((client) => client.connect()));
  try {
    await clients[0]?.query(TABLES);
    let count = 0;
    const began = performance.now();
    const until = began + seconds * 1_000;
    await Promise.all(
      clients.map(async (client) => {
        await client.query(`set search_path = ${SCHEMA}`);
        while (performance.now() < until) await put(client, count++);
      }),
    );
    return (count / (performance.now() - began)) * 1_000;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function put(client: Client, number: number): Promise<void> {
  const [name, bytes] = [`s${number % 64}`, Buffer.from(styleOf(number))];
  const path = `styles/${name}.sld`;
  const meaning = JSON.stringify({ format: "sld", version: "1.0.0", fileName: path, legend: null });
  const now = new Date().toISOString();
  await client.query("begin");
  await client.query({
    name: "put",
    text: "select put($1, $2, $3, $4, $5, $6)",
    values: [name, meaning, path, digestOf(bytes), bytes, now],
  });
  await client.query("commit");
}
