/**
 * What writers of crash tests write, and a ledger of what was acknowledged: afterwards every key holds what was
 * acknowledged last, or what was under way, whole.
 */
import { expect } from "vitest";
import { mapping, sld, zipOf } from "../estates/artefacts.ts";
import { AUTHORIZATION } from "./catalog.ts";
import { sendRaw } from "./http.ts";
import { archiveOf, granuleName, granules } from "../mosaics/mosaics.ts";

/** What a key holds: the acknowledged text (null: nothing), and one that may have come through. */
export interface Written {
  readonly acknowledged: string | null;
  readonly pending: string | null | undefined;
}

/** What is known of each key. */
export type Ledger = Map<string, Written>;

/** A write of one key. */
export interface WriteJob {
  readonly method: "PUT" | "POST" | "DELETE";
  /** Begins below `/rest`. */
  readonly path: string;
  readonly type?: string;
  readonly body?: string | Uint8Array;
  /** The kind and the slot. */
  readonly key: string;
  /** What the key holds afterwards; null when nothing. */
  readonly leaves: string | null;
}

/** What each writer has of a kind. */
const SLOTS = 12;

const SLD = "application/vnd.ogc.sld+xml";
const XML = "text/xml";
const ZIP = "application/zip";

const packed = await zipOf({
  "s.appschema": mapping(["t:A", "t:B"]),
  "more.txt": "x".repeat(10_000),
});
const archives = await Promise.all(
  Array.from({ length: SLOTS }, (_unused, slot) => archiveOf(granules(slot, 1))),
);

/** Where a write goes: the slot, as `WRITER-NUMBER`, its number, and what is known of its key. */
interface Place {
  readonly slot: string;
  readonly writer: number;
  readonly at: number;
  readonly holds: string | null;
  readonly remove: boolean;
  /** Number of the write. */
  readonly n: number;
}

type Work = Omit<WriteJob, "key">;

const storeOf = (writer: number) => `/workspaces/kill/coveragestores/m${writer}`;
const granulesOf = (writer: number) => `${storeOf(writer)}/coverages/m${writer}/index/granules`;
const textOf = (n: number) => sld({ colour: `#${String(n).padStart(6, "0")}` });

const works = {
  style: ({ slot, holds, remove, n }: Place): Work => {
    if (remove) return { method: "DELETE", path: `/styles/k${slot}?purge=true`, leaves: null };
    const made =
      holds === null
        ? ({ method: "POST", path: `/styles?name=k${slot}` } as const)
        : ({ method: "PUT", path: `/styles/k${slot}` } as const);
    return { ...made, type: SLD, body: textOf(n), leaves: textOf(n) };
  },
  file: ({ slot, remove, n }: Place): Work => {
    const path = `/resource/kill/${slot}.txt`;
    return remove
      ? { method: "DELETE", path, leaves: null }
      : { method: "PUT", path, type: "text/plain", body: textOf(n), leaves: textOf(n) };
  },
  store: ({ slot, remove }: Place): Work => {
    const path = `/workspaces/kill/datastores/d${slot}`;
    if (remove) return { method: "DELETE", path: `${path}?recurse=true`, leaves: null };
    const upload = `${path}/file.appschema?configure=none`;
    return { method: "PUT", path: upload, type: ZIP, body: packed, leaves: "store" };
  },
  rule: ({ slot, holds, remove, n }: Place): Work => {
    const rule = `kill${slot}.*.r`;
    const path = "/security/acl/layers";
    if (remove) return { method: "DELETE", path: `${path}/${rule}`, leaves: null };
    const body = `<rules><rule resource="${rule}">R${n}</rule></rules>`;
    return { method: holds === null ? "POST" : "PUT", path, type: XML, body, leaves: `R${n}` };
  },
  granule: ({ writer, at, remove, n }: Place): Work => {
    const filter = encodeURIComponent(`location='${granuleName(at)}'`);
    const path = `${granulesOf(writer)}.xml?filter=${filter}&purge=all`;
    if (remove) return { method: "DELETE", path, leaves: null };
    const upload = `${storeOf(writer)}/file.imagemosaic`;
    const method = n % 2 === 0 ? "PUT" : "POST";
    return { method, path: upload, type: ZIP, body: archives[at] ?? packed, leaves: "granule" };
  },
  name: ({ slot, holds, remove, n }: Place): Work => {
    const name = (text: string) => `n${slot}${text}`;
    if (holds === null) {
      const path = `/styles?name=${name("a")}`;
      return { method: "POST", path, type: SLD, body: textOf(n), leaves: "a" };
    }
    const path = `/styles/${name(holds)}`;
    if (remove) return { method: "DELETE", path: `${path}?purge=true`, leaves: null };
    const leaves = holds === "a" ? "b" : "a";
    const body = `<style><name>${name(leaves)}</name></style>`;
    return { method: "PUT", path, type: XML, body, leaves };
  },
} as const satisfies Record<string, (place: Place) => Work>;

/** Styles, files, stores, rules, granules of mosaics, and names that change. */
export type WriteKind = keyof typeof works;

/** The next write of a writer; undefined where it is not known what the key holds. */
export function nextJob(
  ledger: Ledger,
  kinds: readonly WriteKind[],
  { writer, n, random }: { readonly writer: number; readonly n: number; random: () => number },
): WriteJob | undefined {
  const at = Math.floor(random() * SLOTS);
  const slot = `${writer}-${at}`;
  const kind = kinds[Math.floor(random() * kinds.length)] ?? "style";
  const key = `${kind} ${slot}`;
  const { acknowledged, pending } = ledger.get(key) ?? { acknowledged: null, pending: undefined };
  const remove = acknowledged !== null && random() < 0.25;
  if (pending !== undefined) return undefined;
  return { ...works[kind]({ slot, writer, at, holds: acknowledged, remove, n }), key };
}

/** Asks a server as its administrator; gives the status and the text. */
async function get(origin: string, path: string): Promise<{ status: number; text: string }> {
  const headers = { authorization: AUTHORIZATION };
  const answer = await sendRaw(origin, { method: "GET", path: `/rest${path}`, headers });
  expect([200, 404], `GET ${path}: ${answer.body.toString()}`).toContain(answer.status);
  return { status: answer.status, text: answer.body.toString() };
}

/** What a key holds at a server; a text that no write leaves where it is half done. */
async function read(
  origin: string,
  key: string,
  rules: Readonly<Record<string, string>>,
): Promise<string | null> {
  const [kind = "", slot = ""] = key.split(" ");
  const textAt = async (path: string) => {
    const { status, text } = await get(origin, path);
    return status === 200 ? text : null;
  };
  if (kind === "rule") return rules[`kill${slot}.*.r`] ?? null;
  if (kind === "style") return textAt(`/styles/k${slot}.sld`);
  if (kind === "file") return textAt(`/resource/kill/${slot}.txt`);
  if (kind === "store") {
    // Files stay when their store goes.
    const entry = await textAt(`/workspaces/kill/datastores/d${slot}.xml`);
    if (entry === null) return null;
    const content = await textAt(`/resource/data/kill/d${slot}/more.txt`);
    return content === "x".repeat(10_000) ? "store" : "half";
  }
  if (kind === "name") {
    const found = await Promise.all(
      ["a", "b"].map((name) => textAt(`/styles/n${slot}${name}.sld`)),
    );
    const names = ["a", "b"].filter((_name, at) => found[at] !== null);
    return names.length === 0 ? null : names.join(" and ");
  }
  const [writer = "", at = ""] = slot.split("-");
  const filter = encodeURIComponent(`location='${granuleName(Number(at))}'`);
  const text = await textAt(`${granulesOf(Number(writer))}.json?filter=${filter}`);
  const { features } = JSON.parse(text ?? '{"features":[]}') as { features: unknown[] };
  if (features.length === 0) return null;
  return features.length === 1 ? "granule" : `${features.length} times`;
}

/**
 * Sees that each key holds what was acknowledged last, or what was under way since, and notes which of them. `keys`
 * are all by default.
 */
export async function verify(
  origin: string,
  ledger: Ledger,
  keys: readonly string[] = [...ledger.keys()],
): Promise<void> {
  const { text } = await get(origin, "/security/acl/layers.json");
  const rules = JSON.parse(text) as Record<string, string>;
  for (const key of keys) {
    const { acknowledged, pending } = ledger.get(key) ?? { acknowledged: null, pending: undefined };
    const found = await read(origin, key, rules);
    expect(pending === undefined ? [acknowledged] : [acknowledged, pending], key).toContain(found);
    ledger.set(key, { acknowledged: found, pending: undefined });
  }
}
