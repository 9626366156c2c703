/**
 * Data directories with random damages: none is fatal, every answer is an answer, and every file that
 * declared something is answered as before or reported.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openDataDirectory } from "../../src/datadir/open.ts";
import { importCatalog } from "../../src/reconciler/import/import.ts";
import { parseNames } from "../../src/wire/list.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { scale } from "../support/run/scale.ts";
import { smallDirectory } from "./small-directory.ts";
import { entriesOf, tarOf } from "./tar-of.ts";

const files = Object.keys(smallDirectory).toSorted();
const documents = files.filter((file) => file.endsWith(".xml") && !file.startsWith("security/"));

/** One damage to one file. */
interface Damage {
  readonly file: number;
  readonly how: "gone" | "empty" | "cut" | "flip" | "swap" | "drop" | "twice";
  readonly at: number;
}

const damages = fc.array(
  fc.record({
    file: fc.nat(),
    how: fc.constantFrom("gone", "empty", "cut", "flip", "swap", "drop", "twice"),
    at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  }),
  { minLength: 1, maxLength: 6 },
);

function damaged(list: readonly Damage[]): Readonly<Record<string, Uint8Array>> {
  const result = new Map<string, Uint8Array>(
    files.map((file) => [file, Buffer.from(smallDirectory[file] ?? "")]),
  );
  for (const { file, how, at } of list) {
    const path = documents[file % documents.length] ?? "";
    const bytes = result.get(path);
    if (bytes === undefined) continue;
    const place = Math.floor(at * bytes.byteLength);
    if (how === "gone") result.delete(path);
    else if (how === "swap") {
      const other = documents[place % documents.length] ?? path;
      result.set(path, Buffer.from(smallDirectory[other] ?? ""));
    } else if (how === "twice") result.set(path.replace("topo/", "topo/zz-"), bytes);
    else result.set(path, changedBytes(bytes, how, place));
  }
  return Object.fromEntries(result);
}

function changedBytes(bytes: Uint8Array, how: Damage["how"], place: number): Uint8Array {
  if (how === "empty") return Buffer.alloc(0);
  if (how === "cut") return bytes.subarray(0, place);
  if (how === "flip") {
    const copy = Buffer.from(bytes);
    copy[place] = (copy[place] ?? 0) ^ 0x15;
    return copy;
  }
  // One element is dropped with all that is in it.
  const text = Buffer.from(bytes).toString();
  const elements = [...text.matchAll(/<(\w+)[^>]*>[^<]*<\/\1>/g)];
  const chosen = elements[place % Math.max(1, elements.length)]?.[0] ?? "";
  return Buffer.from(text.replace(chosen, ""));
}

const LISTS = [
  ["/workspaces.xml", "workspace", ""],
  ["/styles.xml", "style", "/styles/"],
  ["/workspaces/topo/styles.xml", "style", "/workspaces/topo/styles/"],
  ["/layers.xml", "layer", "/layers/"],
  ["/layergroups.xml", "layerGroup", "/layergroups/"],
  ["/workspaces/topo/datastores.xml", "dataStore", "/workspaces/topo/datastores/"],
  ["/workspaces/topo/coveragestores.xml", "coverageStore", "/workspaces/topo/coveragestores/"],
  ["/workspaces/topo/featuretypes.xml", "featureType", "/workspaces/topo/featuretypes/"],
  ["/workspaces/topo/coverages.xml", "coverage", "/workspaces/topo/coverages/"],
  ["/workspaces/topo/layergroups.xml", "layerGroup", "/workspaces/topo/layergroups/"],
] as const;

test("whatever is damaged, the rest is there", { timeout: 600_000 }, async () => {
  const archive = join(temporaryFolder(), "data_dir");
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(damages, async (list) => {
      const changed = damaged(list);
      writeFileSync(archive, tarOf(entriesOf(changed)));
      const { read, server, notes: remarks } = await openDataDirectory(archive);
      const told = new Set(remarks.map(({ where }) => where?.file.slice(archive.length + 1)));
      let shown = "";
      for (const [path, noun, single] of LISTS) {
        const response = await read({ method: "GET", path });
        if (response.status === 404) continue;
        for (const name of parseNames(response, noun)) {
          if (single === "") continue;
          const one = await read({
            method: "GET",
            path: `${single}${encodeURIComponent(name)}.xml`,
          });
          expect(one.status).toBe(200);
          shown += Buffer.from(one.body).toString();
        }
      }
      for (const file of documents) {
        const before = smallDirectory[file] ?? "";
        const name = /<name>([^<]*)<\/name>/.exec(before)?.[1] ?? "";
        const isThere = shown.includes(`<name>${name}</name>`) || shown.includes(`:${name}</name>`);
        const isGone = changed[file] === undefined || name === "of-the-document";
        if (Buffer.from(changed[file] ?? []).toString() !== before) continue;
        expect(isThere || isGone || told.has(file) || !isObject(file), `${file} is lost`).toBe(
          true,
        );
      }
      // Trying manifests out takes much longer than reading does.
      runs += 1;
      if (runs % scale({ test: 30, proof: 20 }) === 0)
        await importCatalog({ read, server, account: "" }, { statedOnly: true });
    }),
    { numRuns: scale({ test: 60, proof: 1_000 }), seed: 20_261_122 },
  );
});

/** Whether a file declares something that the lists above show. */
function isObject(file: string): boolean {
  return /(?:datastore|coveragestore|featuretype|coverage)\.xml$|(?:^|\/)(?:styles|layergroups)\//.test(
    file,
  );
}
