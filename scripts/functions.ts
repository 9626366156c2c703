/**
 * The functions of `src`, and their files, that run for a plan of one style and for a PUT of a mapping
 * to a server that has answered such a PUT before. A source that is only loaded is not counted.
 *
 *     node scripts/functions.ts [FOLDER OF SOURCES]
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { z } from "zod";

const PORT = 18_977;
const URL_OF_SERVER = `http://127.0.0.1:${PORT}/geoserver`;
const root = resolve(process.argv[2] ?? fileURLToPath(new URL("..", import.meta.url)));
const preload = new URL("functions/preload.ts", import.meta.url).href;
const scratch = mkdtempSync(join(tmpdir(), "plumbline-functions-"));
const counted = join(scratch, "counted");
mkdirSync(counted);

const countedSources = z.array(
  z.object({
    url: z.string(),
    functions: z.array(
      z.object({
        functionName: z.string(),
        ranges: z.array(z.object({ count: z.number(), startOffset: z.number() })),
      }),
    ),
  }),
);

const environment = {
  ...process.env,
  PLUMBLINE_USER: "admin",
  PLUMBLINE_PASSWORD: "a password for counting",
  PLUMBLINE_ADMIN_PASSWORD: "a password for counting",
  PLUMBLINE_KEYSTORE_PASSWORD: "a keystore password for counting",
  PLUMBLINE_FUNCTIONS: counted,
};
const authorization = `Basic ${Buffer.from("admin:a password for counting").toString("base64")}`;

function argumentsOf(words: readonly string[]): string[] {
  return ["--import", preload, join(root, "src/cli/main.ts"), ...words];
}

function sourcesIn(name: string): z.infer<typeof countedSources> {
  return countedSources.parse(JSON.parse(readFileSync(join(counted, name), "utf8")));
}

/** Prints what ran, of all functions and of those with a name, by room. */
function tell(title: string): void {
  const base = pathToFileURL(`${root}/src/`).href;
  const run = new Map<string, Map<string, boolean>>();
  for (const { url, functions } of readdirSync(counted).flatMap(sourcesIn)) {
    // The function of a source that begins where it does is its own body, which runs when it is loaded.
    const ran = functions.filter(
      ({ ranges: [range] }) => range !== undefined && range.count > 0 && range.startOffset > 0,
    );
    if (!url.startsWith(base) || ran.length === 0) continue;
    const file = relative(root, fileURLToPath(url));
    const before = run.get(file) ?? [];
    const named = ran.map(
      ({ functionName, ranges }) => [`${ranges[0]?.startOffset}`, functionName !== ""] as const,
    );
    run.set(file, new Map([...before, ...named]));
  }
  const files = [...run].map(([file, ran]) => ({
    file,
    ran: ran.size,
    named: [...ran.values()].filter(Boolean).length,
  }));
  const rooms = new Map<string, { count: number; named: number }>();
  for (const { file, named } of files) {
    const room = dirname(file).split("/").slice(1, 3).join("/");
    const { count, named: before } = rooms.get(room) ?? { count: 0, named: 0 };
    rooms.set(room, { count: count + 1, named: before + named });
  }
  const sum = (of: (one: (typeof files)[number]) => number) =>
    files.reduce((all, one) => all + of(one), 0);
  console.log(
    `${title}: ${sum(({ named }) => named)} named functions in ${files.filter(({ named }) => named > 0).length} files, ${sum(({ ran }) => ran)} of all in ${files.length}`,
  );
  for (const [room, { count, named }] of [...rooms].toSorted((a, b) => b[1].named - a[1].named))
    console.log(`  ${String(named).padStart(5)} in ${String(count).padStart(3)}  ${room}`);
}

async function startServer(): Promise<ChildProcess> {
  const server = spawn(
    process.execPath,
    argumentsOf(["serve", "--port", `${PORT}`, "--data", join(scratch, "data")]),
    {
      env: environment,
      stdio: "ignore",
    },
  );
  for (let tries = 0; tries < 200; tries++) {
    const answer = await fetch(`${URL_OF_SERVER}/rest/about/version.json`, {
      headers: { authorization },
    }).catch(() => undefined);
    if (answer?.ok === true) return server;
    await wait(100);
  }
  throw new Error("The server does not answer.");
}

async function send(method: string, path: string, type: string, body: string): Promise<void> {
  const answer = await fetch(`${URL_OF_SERVER}/rest/${path}`, {
    method,
    headers: { authorization, "content-type": type },
    body,
  });
  await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
}

/** Has a server write what ran since the last time. */
async function taken(server: ChildProcess): Promise<void> {
  server.kill("SIGWINCH");
  await wait(1_000);
}

/** One style that the server does not have. */
function planOfOneStyle(): void {
  const folder = join(scratch, "estate");
  mkdirSync(folder);
  writeFileSync(
    join(folder, "plumbline.yaml"),
    `apiVersion: plumbline/v1\nkind: Project\nestate: counting\nurl: ${URL_OF_SERVER}\nprune: none\n`,
  );
  writeFileSync(
    join(folder, "style.yaml"),
    "apiVersion: plumbline/v1\nkind: Style\nmetadata:\n  name: roads\nspec:\n  source: roads.sld\n",
  );
  const sld = readFileSync(join(root, "examples/01-first-style/manifests/roads.sld"), "utf8");
  writeFileSync(join(folder, "roads.sld"), sld);
  const { status, stderr } = spawnSync(
    process.execPath,
    argumentsOf(["plan", folder, "--no-cache"]),
    {
      env: environment,
      encoding: "utf8",
    },
  );
  if (status !== 0 && status !== 2) throw new Error(`The plan ended with ${status}: ${stderr}`);
  tell("A plan of one style");
  for (const name of readdirSync(counted)) rmSync(join(counted, name));
}

/** A PUT of a mapping that makes a store, after one that made such a store in another workspace. */
async function putOfMapping(server: ChildProcess): Promise<void> {
  const mapping = readFileSync(
    join(root, "examples/03-app-schema-store/manifests/gauges/gauges.appschema"),
    "utf8",
  );
  for (const workspace of ["before", "water"]) {
    await send("POST", "workspaces", "application/json", `{"workspace":{"name":"${workspace}"}}`);
    await taken(server);
    await send(
      "PUT",
      `workspaces/${workspace}/datastores/gauges/file.appschema`,
      "application/xml",
      mapping,
    );
  }
  await taken(server);
  tell("A PUT of a mapping");
}

const server = await startServer();
try {
  planOfOneStyle();
  await putOfMapping(server);
} finally {
  if (server.exitCode === null && server.kill()) await once(server, "exit");
  rmSync(scratch, { recursive: true, force: true });
}
