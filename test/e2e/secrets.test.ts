/**
 * Every secret that a manifest can refer to, in everything that the commands say or write down and in
 * the log of the server: whether requests work, are refused by a server that quotes the secret, or are
 * never answered. 0 hits, in whatever form.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { secret } from "../../src/model/secret.ts";
import { contentsBelow, findWords, formsOf } from "../support/commands/canaries.ts";
import { mapping } from "../support/estates/artefacts.ts";
import { openTestServer, USER } from "../support/servers/catalog.ts";
import { runCli, startServer } from "../support/commands/cli.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { sendRaw } from "../support/servers/http.ts";
import { indexer, manifest, raster, TIME_REGEX } from "../support/mosaics/mosaic-manifests.ts";
import { isCatalogWrite, type Passing } from "../support/servers/proxy.ts";
import { startQuoting } from "../support/servers/quoting.ts";
import { runHere } from "../support/commands/run-here.ts";
import { isProof, testInProof } from "../support/run/scale.ts";

/** Passwords that are declared first, and those that they become. */
const FIRST = {
  KEY: 'canary-zinc <quarries> & "one" ü',
  NEXT_KEY: 'canary-lead <harbours> & "two" ü',
  ACCOUNT: 'canary-iron <lanterns> & "six" ü',
  STORE: 'canary-gold <orchards> & "ten" ü',
  MAPPING: 'canary-opal <meadows> & "ace" ü',
  MOSAIC: 'canary-jade <islands> & "odd" ü',
};
const SECOND = Object.fromEntries(
  Object.entries(FIRST).map(([name, word]) => [name, word.replace("canary", "finch")]),
);
const ADMIN = 'canary-onyx <bridges> & "ivy" ü';
const WORDS = {
  ...FIRST,
  ...Object.fromEntries(Object.entries(SECOND).map(([name, word]) => [`second ${name}`, word])),
  ADMIN,
  "the credentials": `${USER}:${ADMIN}`,
  "a part of a word": "canary-",
  "a part of another": "finch-",
};

const fromEnv = (name: string) => ({ fromEnv: name });

const inWorkspace = (kind: string, name: string, spec: object) =>
  manifest(kind, { workspace: "w", name }, spec);

const ESTATE: Readonly<Record<string, string | Uint8Array>> = {
  "w.yaml": manifest("Workspace", { name: "w" }, {}),
  "k.yaml": manifest(
    "KeystorePassword",
    { name: "keystore" },
    { current: fromEnv("KEY"), new: fromEnv("NEXT_KEY") },
  ),
  "u.yaml": manifest("User", { name: "ann" }, { password: fromEnv("ACCOUNT"), roles: [] }),
  "d.yaml": inWorkspace("DataStore", "d", {
    connectionParameters: { dbtype: "postgis", passwd: fromEnv("STORE"), token: fromEnv("STORE") },
  }),
  "s.yaml": inWorkspace("AppSchemaStore", "s", {
    mapping: "./s.xml",
    variables: { passwd: fromEnv("MAPPING") },
  }),
  "s.xml": mapping(["t:A"]).replace(
    "</parameters>",
    "<Parameter><name>passwd</name><value>${{ var.passwd }}</value></Parameter></parameters>",
  ),
  "m.yaml": inWorkspace("ImageMosaic", "m", {
    definition: "./m/",
    granules: { local: "./g/" },
    variables: { passwd: fromEnv("MOSAIC") },
  }),
  "m/indexer.properties": indexer(),
  "m/timeregex.properties": TIME_REGEX,
  "m/datastore.properties":
    "SPI=org.geotools.data.h2.H2DataStoreFactory\ndatabase=index\npasswd=${{ var.passwd }}\n",
  "g/m_20260101.tif": raster(1),
};

const project = (inventory: string) =>
  `apiVersion: plumbline/v1\nkind: Project\nestate: canaries\ninventory: ${inventory}\nprune: owned\nallow: [keystore]\n`;

/** Whether a request brings a secret to the server. */
function carriesSecret(request: Passing): boolean {
  return isCatalogWrite(request) && /stores|imagemosaic|masterpw|usergroup/.test(request.path);
}

/** Whether a server looks at a secret to answer a request. */
function showsSecret({ path }: Passing): boolean {
  return /masterpw|stores\/[^/]+\.xml|resource\/data/.test(path);
}

interface Run {
  readonly url?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Exit codes that are expected; any when absent. */
  readonly ends?: number;
}

/** A server and a folder, with everything that was said so far. */
async function begin(inventory: "catalog" | "local") {
  const data = temporaryFolder();
  // Keys cost little to derive in a folder that was filled before.
  const administrator = { user: USER, password: secret(ADMIN) };
  const keystore = { password: secret(FIRST.KEY) };
  await (await openTestServer(data, { administrator, keystore })).close();
  const server = await startServer(data, {
    args: ["--log-level", "debug"],
    env: { PLUMBLINE_MASTER_PASSWORD: FIRST.KEY, PLUMBLINE_ADMIN_PASSWORD: ADMIN },
  });
  const folder = temporaryFolder();
  writeFiles(folder, { "plumbline.yaml": project(inventory), ...ESTATE });
  const hits: string[] = [];
  const run = async (args: readonly string[], { url = server.url, env, ends }: Run = {}) => {
    const all = { PLUMBLINE_PASSWORD: ADMIN, ...FIRST, ...env };
    const [command = "", ...flags] = args;
    // In a proof Node has a word too.
    const ran = await (isProof ? runCli : runHere)([command, folder, ...flags], { url, env: all });
    const where = `${args.join(" ")} (${ran.code})`;
    hits.push(...findWords(`${where} stdout`, ran.stdout, WORDS));
    hits.push(...findWords(`${where} stderr`, ran.stderr, WORDS));
    if (ends !== undefined) expect(ran.code, `${where}\n${ran.stdout}${ran.stderr}`).toBe(ends);
    return ran;
  };
  /** Looks into what was written down, and into what the server says of it. */
  const finish = async () => {
    const authorization = `Basic ${Buffer.from(`${USER}:${ADMIN}`).toString("base64")}`;
    const headers = { authorization };
    for (const path of [
      "/rest/plumbline/audit?limit=1000",
      "/rest/resource/plumbline/canaries/inventory.json",
      "/rest/resource/plumbline/canaries/lock.json",
    ]) {
      const { body, status } = await sendRaw(server.url, { method: "GET", path, headers });
      const isThere = inventory === "catalog" || path.includes("audit");
      expect(status, path).toBe(isThere ? 200 : 404);
      hits.push(...findWords(path, body, WORDS));
    }
    await server.end();
    const log = server.stderr();
    expect(log).toContain('"level":');
    hits.push(...findWords("the log of the server", log, WORDS));
    for (const [path, content] of contentsBelow(folder))
      if (/\.plumbline|\.plan$|report\./.test(path)) hits.push(...findWords(path, content, WORDS));
    expect(hits).toEqual([]);
  };
  return { server, folder, run, finish };
}

const words = [...Object.values(FIRST), ...Object.values(SECOND), ADMIN];

test("words are found in every form", () => {
  const word = FIRST.STORE;
  const documents = [
    word,
    JSON.stringify({ word }),
    `<a b="${word.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}"/>`,
    `?password=${encodeURIComponent(word)}`,
    new URLSearchParams({ word }).toString(),
    `Basic ${Buffer.from(`someone:${word}`).toString("base64")}`,
    Buffer.from(`x${word}`, "utf16le"),
    Buffer.from(word).toString("hex"),
  ];
  for (const one of documents) expect(findWords("here", one, { word })).not.toEqual([]);
  expect(findWords("here", "canary-silver", { word })).toEqual([]);
  expect(formsOf(word).every((form) => form.length > 20)).toBe(true);
});

test("what works", async () => {
  const { folder, run, finish } = await begin("catalog");
  const file = join(folder, "approved.plan");
  await run(["plan", "-o", "json", "--out", file], { ends: 0 });
  expect(readFileSync(file, "utf8")).toContain("DataStore/w:d");
  const reports = ["md", "html", "json", "junit.xml", "sarif"].flatMap((ending) => [
    "--report",
    join(folder, `report.${ending}`),
  ]);
  await run(["apply", "-v", "-o", "json", "--plan", file, ...reports], { ends: 0 });
  expect(readFileSync(join(folder, "report.md"), "utf8")).toContain("DataStore/w");
  const drift = await run(["drift", "-o", "json"], { ends: 0 });
  expect(drift.stdout).toContain('"checked": 6');
  await finish();
}, 120_000);

test("what a server refuses and quotes", async () => {
  const { server, run, finish } = await begin("catalog");
  // What a server can know before anything is there.
  const known = [...Object.values(FIRST), ADMIN];
  const url = await startQuoting(server.url, known, carriesSecret);
  const failed = await run(["apply", "--yes"], { url, env: { PLUMBLINE_DEBUG: "1" }, ends: 6 });
  expect(failed.stdout + failed.stderr).toContain('The password "(secret)" was refused.');
  expect(failed.stdout + failed.stderr).toContain("The answer is not repeated");
  await run(["apply", "--yes"], { ends: 0 });
  const later = await startQuoting(server.url, words, carriesSecret);
  const changed = { ...SECOND, KEY: FIRST.NEXT_KEY };
  const refused = await run(["apply", "--yes"], { url: later, env: changed, ends: 6 });
  expect(refused.stdout + refused.stderr).not.toContain("was refused");
  const reading = await startQuoting(server.url, words, showsSecret);
  await run(["plan"], { url: reading, env: SECOND, ends: 1 });
  await finish();
}, 120_000);

for (const inventory of ["catalog", "local"] as const)
  testInProof(
    `all commands in all forms, inventory ${inventory}`,
    async () => {
      const { server, folder, run, finish } = await begin(inventory);
      for (const output of ["text", "json"]) {
        await run(["validate", "-o", output], { ends: 0 });
        await run(["plan", "-o", output], { ends: 0 });
      }
      await run(["apply", "--yes", "-o", "text"], { ends: 0 });
      const changed = { ...SECOND, KEY: FIRST.NEXT_KEY };
      for (const output of ["text", "json", "markdown", "junit", "sarif"]) {
        const env = changed;
        await run(["drift", "-o", output], { env });
        await run(["plan", "-o", output], { env, ends: 0 });
        const quoting = await startQuoting(server.url, words, carriesSecret);
        await run(["apply", "--yes", "-o", output], { url: quoting, env, ends: 6 });
        const reading = await startQuoting(server.url, words, showsSecret);
        for (const command of ["plan", "drift"])
          await run([command, "-o", output], { url: reading, env });
        await run(["apply", "--yes", "-o", output], { url: reading, env });
        await run(["unlock", "-o", output, "--force", "none"], { env });
        await run(["unlock", "-o", output, "--force", "none"], { url: reading, env });
        const [nowhere, open] = ["http://127.0.0.1:1", new URL(server.url)];
        [open.username, open.password] = ["someone", ADMIN];
        for (const url of [nowhere, open.href, `nonsense://a:${ADMIN}@b`, `http://a:${ADMIN}@[`])
          for (const command of ["plan", "apply", "drift"])
            await run([command, "-o", output, "--url", url], { env });
        await run(["plan", "-o", output], { env: { PLUMBLINE_PASSWORD: FIRST.STORE } });
        await run(["plan", "-o", output], { env: { PLUMBLINE_USER: FIRST.STORE } });
        await run(["plan", "-o", output], { env: { KEY: FIRST.STORE, NEXT_KEY: FIRST.KEY } });
        writeFiles(folder, {
          "d.yaml": inWorkspace("DataStore", "d", {
            connectionParameters: { passwd: fromEnv("NOT_SET"), user: { fromFile: "./none.txt" } },
          }),
        });
        await run(["validate", "-o", output], { env });
        await run(["plan", "-o", output], { env, ends: 0 });
        await run(["apply", "--yes", "-o", output], { env, ends: 1 });
        writeFiles(folder, { "d.yaml": ESTATE["d.yaml"] ?? "" });
      }
      await run(["apply", "--yes", "-o", "json"], { env: changed, ends: 0 });
      await finish();
    },
    900_000,
  );
