/** Refusals of requests that bring a secret: it is hidden in whatever form it is quoted, and the rest is shown. */
import { expect, test } from "vitest";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import type { Transport } from "../../src/wire/request.ts";
import { connectTo, startCatalog } from "../support/servers/catalog.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { estateOf } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";

const WORD = 'canary <orchards> & "ten" it\'s /ü\\';

const xml = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const numbered = (text: string) => text.replaceAll(/\W/g, (one) => `&#${one.charCodeAt(0)};`);
const ascii = (text: string) =>
  json(text).replaceAll(
    /[^ -~]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
const form = (text: string) => new URLSearchParams([["", text]]).toString().slice(1);
const page = (text: string) =>
  `<!doctype html><html><head><title>HTTP Status 400</title></head><body><b>Message</b> ${xml(text)}</body></html>`;

/** How an answer quotes a text. */
const quoted: Readonly<Record<string, (text: string) => string>> = {
  plainly: (text) => text,
  "in XML": xml,
  "in XML with numbers": numbered,
  "in XML with hexadecimal numbers": (text) =>
    text.replaceAll(/\W/g, (one) => `&#x${one.charCodeAt(0).toString(16).toUpperCase()};`),
  "in JSON": json,
  "in JSON of ASCII": ascii,
  "in JSON in JSON": (text) => json(json(text)),
  "in an address": encodeURIComponent,
  "in an address in an address": (text) => encodeURIComponent(encodeURIComponent(text)),
  "in a form": form,
  "in XML in XML": (text) => xml(xml(text)),
  "in JSON in XML": (text) => xml(json(text)),
};

/** Answers what creates or changes a store with a refusal. */
function refusing(said: string | Buffer): (real: Transport) => Transport {
  return (real) => async (request) => {
    if (request.method === "GET" || !request.path.includes("/datastores")) return real(request);
    return { status: 400, headers: {}, body: new Uint8Array(Buffer.from(said)) };
  };
}

function estate(word: string): string {
  const folder = temporaryFolder();
  const connectionParameters = { dbtype: "postgis", passwd: { fromFile: "./secret.txt" } };
  const spec = { connectionParameters };
  writeFiles(folder, {
    "w.yaml": manifest("Workspace", { name: "w" }, {}),
    "s.yaml": manifest("DataStore", { workspace: "w", name: "s" }, spec),
    "secret.txt": word,
  });
  return folder;
}

type Catalog = Awaited<ReturnType<typeof startCatalog>>;

/** What is said of the requests for a store with a secret. */
async function toldOf({ app }: Catalog, word: string, said?: string | Buffer): Promise<string> {
  const wrap = said === undefined ? undefined : refusing(said);
  const connection = await connectTo(app, "test", wrap);
  const planned = await planEstate(estateOf(estate(word), {}), connection);
  const { send, inventory } = connection;
  const { execution } = await applyPlan(planned, { send, inventory });
  return execution.reports
    .map(({ message }) => message ?? "")
    .join("\n")
    .trim();
}

for (const [how, quote] of Object.entries(quoted))
  test(`a secret quoted ${how} is hidden, and nothing else`, async () => {
    const catalog = await startCatalog({ dialect: "documented" });
    const said = `Failed to resolve gml.xsd for ${quote(WORD)} of s.`;
    const told = `Failed to resolve gml.xsd for (secret) of s.`;
    expect(await toldOf(catalog, WORD, said)).toBe(told);
    expect(await toldOf(catalog, WORD, page(said))).toBe(told);
  });

test("a secret quoted in Latin-1 is hidden, and nothing else", async () => {
  const catalog = await startCatalog({ dialect: "documented" });
  const said = Buffer.from(`Failed for ${WORD} of sé.`, "latin1");
  expect(await toldOf(catalog, WORD, said)).toBe("Failed for (secret) of sé.");
});

const WHOLE = "The answer is not repeated: it may quote the secret that was sent";

test("an answer that cannot be shown without a part of a secret is not repeated", async () => {
  const catalog = await startCatalog({ dialect: "documented" });
  for (const said of [
    `Near «${WORD.slice(0, 24)}»`,
    `Near «${WORD.slice(-20)}»`,
    `Basic ${Buffer.from(`someone:${WORD}`).toString("base64")}`,
    Buffer.from(WORD).toString("hex"),
  ])
    expect(await toldOf(catalog, WORD, said), said).toBe(WHOLE);
});

test("a secret that is in other words, or very long, is not looked for: the answer is not repeated", async () => {
  const catalog = await startCatalog({ dialect: "documented" });
  expect(await toldOf(catalog, "of", "What of it")).toBe(WHOLE);
  expect(await toldOf(catalog, "canary".repeat(400), "Nothing of it")).toBe(WHOLE);
});

test("an answer to a change is not repeated: it may quote the secret that was there", async () => {
  const catalog = await startCatalog({ dialect: "documented" });
  expect(await toldOf(catalog, "canary of old")).toBe("");
  expect(await toldOf(catalog, "canary of now", "It was canary of old")).toBe(WHOLE);
});
