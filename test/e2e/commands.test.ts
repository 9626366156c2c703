/**
 * Every command, as a process in a proof: as text and as JSON, with the exit codes that it ends with by itself. What
 * takes a race or a signal while it works (6 and 130) is in endings.test.ts and interrupt.test.ts.
 */
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { exitCodes } from "../../src/cli/process/exit-codes.ts";
import { documentMapping, sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { runCli, type Ran } from "../support/commands/cli.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { waitingState } from "../support/watch/waiting.ts";
import { runHere } from "../support/commands/run-here.ts";
import { isProof, slice } from "../support/run/scale.ts";
import { estate, leaseOf, manifest, mode, serverForFile, style } from "./support.ts";

const { url } = serverForFile();

const DIGEST = "9f2c61d4aa".padEnd(64, "0");
const SHEET = "* { stroke: #ff0000; }\n";

/** A command in a situation: what it is called with, and how it ends. */
interface Row {
  readonly command: string;
  readonly situation: string;
  readonly code: number;
  readonly args: (name: string) => Promise<readonly string[]> | readonly string[];
  /** `away` where the server is not there, `stopped` where the command runs until it is stopped. */
  readonly how?: How | undefined;
}

type How = "away" | "stopped";

const rows = (
  command: string,
  endings: Readonly<Record<string, readonly [code: number, args: Row["args"], how?: How]>>,
): readonly Row[] =>
  Object.entries(endings).map(([situation, [code, args, how]]) => {
    return { command, situation, code, args, how };
  });

const AWAY = ["--catalog", "postgres://a@127.0.0.1:1/c", "--files", "/nowhere/files"];

const workspace = (name: string) => manifest("Workspace", `name: ${name}`);
const gone = manifest("Layer", "workspace: w, name: gone");

async function applied(name: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = estate(name, more);
  expect(await runHere(["apply", folder, "--yes"], { url: url() })).toMatchObject({ code: 0 });
  return folder;
}

const invalid = (name: string) => [estate(name, { "b.yaml": style("missing") })];
const unformed = (name: string) => [estate(name, { "b.yaml": `# late\n\n\n${style(name)}` })];
const files = (contents: Readonly<Record<string, string>>) => {
  const folder = temporaryFolder();
  writeFiles(folder, contents);
  return (...names: readonly string[]) => names.map((name) => join(folder, name));
};

async function send(method: string, path: string, type: string, body: string): Promise<void> {
  const headers = { authorization: AUTHORIZATION, "content-type": type };
  const answer = await fetch(`${url()}/rest${path}`, { method, headers, body });
  expect(answer.status, `${method} ${path}`).toBeLessThan(300);
}

/** An estate of which a plan waits for approval; `allow` is what would lift its block. */
async function waiting(name: string, allow: string | null = "workspace-delete") {
  const blocks = [{ allow, message: "Workspace roads would be deleted", hint: "Look." }];
  const created = "2026-01-02T03:04:05.000Z";
  const plan = { digest: `sha256-${DIGEST}`, created, summary: { delete: 1 }, blocks };
  const folder = estate(name);
  const kept = await waitingState(name, [plan], { folder, url: url() });
  for (const [file, text] of Object.entries(kept))
    await send("PUT", `/resource/plumbline/${name}/${file}`, "application/json", text);
  return folder;
}

async function lock(folder: string): Promise<string> {
  const take = ["lock", folder, "--take", "--reason", "a disk is moved"];
  expect(await runHere(take, { url: url() })).toMatchObject({ code: 0 });
  return folder;
}
const locked = (name: string) => lock(estate(name));

const stale = async (name: string) => {
  const folder = estate(name);
  const plan = join(temporaryFolder(), "plan.json");
  await runHere(["plan", folder, "--out", plan], { url: url() });
  writeFiles(folder, { [`${name}.sld`]: sld({ colour: "#0d0e0f" }) });
  return [folder, "--plan", plan];
};

const drifted = async (name: string) => {
  const folder = await applied(name);
  const body = sld({ colour: "#0a0b0c" });
  await send("PUT", `/styles/${name}?raw=true`, "application/vnd.ogc.sld+xml", body);
  return folder;
};

beforeAll(async () => {
  await send("POST", "/workspaces", "text/xml", "<workspace><name>w1</name></workspace>");
  const types = { A: { store: "db", collection: "stations" } };
  const mapping = documentMapping(types, { db: "mongodb://127.0.0.1:9/geo" });
  const path = "/workspaces/w1/datastores/st/file.appschema?configure=none";
  await send("PUT", path, "text/xml", mapping);
});

const table: readonly Row[] = [
  ...rows("init", {
    "an empty folder": [0, () => [temporaryFolder(), "--estate", "new"]],
    "a name that is none": [64, () => [temporaryFolder(), "--estate", "a/b"]],
  }),
  ...rows("validate", {
    "a valid folder": [0, (name) => [estate(name)]],
    "an invalid one": [1, invalid],
  }),
  ...rows("fmt", {
    "a folder out of form": [0, unformed],
    "the same, only asked": [2, (name) => [...unformed(name), "--check"]],
    "no YAML": [1, () => files({ "a.yaml": "a: [\n" })("a.yaml")],
  }),
  ...rows("render", {
    "a valid folder": [0, (name) => [estate(name)]],
    "an invalid one": [1, () => files({ "a.yaml": "kind: Nothing\n" })("a.yaml")],
  }),
  ...rows("plan", {
    "something to do": [0, (name) => [estate(name)]],
    "something to do, as a code": [2, (name) => [estate(name), "--detailed-exitcode"]],
    "what a guard stops": [0, (name) => [estate(name, { "m.yaml": mode("CHALLENGE") })]],
    "what a guard stops, as a code": [
      3,
      (name) => [estate(name, { "m.yaml": mode("CHALLENGE") }), "--detailed-exitcode"],
    ],
    "an invalid folder": [1, invalid],
    "no server": [1, (name) => [estate(name)], "away"],
  }),
  ...rows("rehearse", {
    "what works": [0, (name) => [estate(name)]],
    "what a guard stops": [3, (name) => [estate(name, { "m.yaml": mode("CHALLENGE") })]],
    "an invalid folder": [1, invalid],
  }),
  ...rows("apply", {
    "something to do": [0, (name) => [estate(name), "--yes"]],
    "something to do, as a code": [2, (name) => [estate(name), "--yes", "--detailed-exitcode"]],
    "an invalid folder": [1, (name) => [...invalid(name), "--yes"]],
    "what a guard stops": [3, (name) => [estate(name, { "m.yaml": mode("CHALLENGE") }), "--yes"]],
    "a plan of something else": [4, stale],
    "a locked estate": [5, async (name) => [await locked(name), "--yes"]],
    "nobody to ask": [64, (name) => [estate(name)]],
  }),
  ...rows("drift", {
    "all as it was": [0, async (name) => [await applied(name)]],
    "a change by somebody": [2, async (name) => [await drifted(name)]],
    "no server": [1, (name) => [estate(name)], "away"],
  }),
  ...rows("import", {
    "a catalog": [0, () => ["--out", join(temporaryFolder(), "in")]],
    "no server": [1, () => ["--out", join(temporaryFolder(), "in")], "away"],
    "no data directory": [
      1,
      () => ["--from", temporaryFolder(), "--out", join(temporaryFolder(), "in")],
    ],
  }),
  ...rows("show", {
    "a saved plan": [
      0,
      async (name) => {
        const file = join(temporaryFolder(), "plan.json");
        await runHere(["plan", estate(name), "--out", file], { url: url() });
        return [file];
      },
    ],
    "something else": [1, () => files({ "a.json": "{}" })("a.json")],
  }),
  ...rows("history", {
    "an estate that was applied": [0, async (name) => ["-p", await applied(name)]],
    "a run that is not there": [1, async (name) => ["nothing", "-p", await applied(name)]],
  }),
  ...rows("approve", {
    "what waits": [0, async (name) => [DIGEST, "--yes", "-p", await waiting(name)]],
    "what waits, unasked": [64, async (name) => [DIGEST, "-p", await waiting(name)]],
    "what nobody can lift": [3, async (name) => [DIGEST, "-p", await waiting(name, null)]],
    "what does not wait": [4, (name) => [DIGEST, "-p", estate(name)]],
    "too few digits": [64, (name) => ["9f", "-p", estate(name)]],
    "no server": [1, (name) => ["-p", estate(name)], "away"],
  }),
  ...rows("destroy", {
    "an estate, by its name": [0, async (name) => [await applied(name), "--confirm", name]],
    "the same, as a code": [
      2,
      async (name) => [await applied(name), "--confirm", name, "--detailed-exitcode"],
    ],
    "what a guard stops, only planned": [
      3,
      async (name) => [
        await applied(name, { "w.yaml": workspace(name) }),
        "--plan-only",
        "--detailed-exitcode",
      ],
    ],
    "no name": [3, async (name) => [await applied(name)]],
    "another name": [64, async (name) => [await applied(name), "--confirm", "other"]],
    "a locked estate": [5, async (name) => [await lock(await applied(name)), "--confirm", name]],
    "no server": [1, (name) => [estate(name), "--confirm", name], "away"],
  }),
  ...rows("operation", {
    "a store": [0, () => ["clean-schemas", "w1:st", "--yes"]],
    "a store that is not there": [1, () => ["clean-schemas", "w1:none", "--yes"]],
    "nobody to ask": [64, () => ["clean-schemas", "w1:st"]],
    "a locked estate": [
      5,
      async (name) => ["clean-schemas", "w1:st", "-p", await locked(name), "--yes"],
    ],
  }),
  ...rows("watch", {
    "a folder, until it is stopped": [0, (name) => [estate(name)], "stopped"],
    "a project file that is none": [1, (name) => [estate(name, { "plumbline.yaml": "a: [" })]],
    "endpoints at no address": [64, (name) => [estate(name), "--endpoints", "nowhere"]],
  }),
  ...rows("doctor", {
    "all is well": [0, async (name) => [await applied(name)]],
    "no server": [1, (name) => [estate(name)], "away"],
  }),
  ...rows("lock", {
    "who holds it": [0, async (name) => [await locked(name)]],
    "a locked estate": [5, async (name) => [await locked(name), "--take", "--reason", "mine"]],
    "no reason": [64, (name) => [estate(name), "--take"]],
    "no server": [1, (name) => [estate(name)], "away"],
  }),
  ...rows("unlock", {
    "its id": [
      0,
      async (name) => [await locked(name), "--force", String((await leaseOf(url(), name))["id"])],
    ],
    "another id": [5, async (name) => [await locked(name), "--force", "another"]],
    "no server": [1, (name) => [estate(name), "--force", "any"], "away"],
  }),
  ...rows("status", {
    "an estate": [0, async (name) => [await applied(name)]],
    "an invalid folder": [1, invalid],
    "no server": [1, (name) => [estate(name)], "away"],
  }),
  ...rows("get", {
    "all objects": [0, () => []],
    "a kind that is none": [64, () => ["Stile/*"]],
    "no server": [1, () => [], "away"],
  }),
  ...rows("describe", { "an object that is not there": [1, () => ["style", "nowhere"]] }),
  ...rows("verify", { "a layer that is gone": [7, (name) => [estate(name, { "l.yaml": gone })]] }),
  ...rows("graph", {
    "an estate": [0, (name) => [estate(name)]],
    "an invalid folder": [1, invalid],
  }),
  ...rows("diff", {
    "the same twice": [0, () => files({ "a.sld": sld(), "b.sld": sld() })("a.sld", "b.sld")],
    "two colours": [
      2,
      () => files({ "a.sld": sld(), "b.sld": sld({ colour: "#010203" }) })("a.sld", "b.sld"),
    ],
    "a file that is not there": [1, () => files({ "a.sld": sld() })("a.sld", "b.sld")],
  }),
  ...rows("check", {
    "a sound data folder": [0, () => ended()],
    "one with something to look at": [1, () => ended({ ".orphans/2026-01-01/a": "x" })],
    "nobody to ask": [
      64,
      async () => [...(await ended({ ".orphans/2026-01-01/a": "x" })), "--remove-orphans"],
    ],
  }),
  ...rows("backup", {
    "a data folder": [0, async () => [join(temporaryFolder(), "b.tar"), ...(await ended())]],
    "no data folder": [1, () => [join(temporaryFolder(), "b.tar"), "--data", temporaryFolder()]],
  }),
  ...rows("restore", {
    "a backup": [0, async () => [await backedUp(), "--data", join(temporaryFolder(), "r")]],
    "no backup": [1, () => [...files({ "b.tar": "b" })("b.tar"), "--data", temporaryFolder()]],
  }),
  ...rows("catalog", {
    "no database": [1, async () => ["copy", "--to", "database", ...AWAY, ...(await ended())]],
    "nowhere to go": [64, async () => ["copy", ...AWAY, ...(await ended())]],
  }),
  ...rows("explain", {
    "a field": [0, () => ["Style.source"]],
    "no such kind": [64, () => ["Stile"]],
  }),
  ...rows("style", {
    "a sheet": [0, () => ["translate", ...files({ "a.css": SHEET })("a.css")]],
    "a broken one": [1, () => ["translate", ...files({ "a.css": "* { stroke" })("a.css")]],
    "a picture of one": [0, () => ["draw", ...files({ "a.css": SHEET })("a.css")]],
    "none of nothing": [1, () => ["draw", temporaryFolder()]],
  }),
  ...rows("version", { asked: [0, () => []] }),
];

const ended = async (files: Readonly<Record<string, string>> = {}) => {
  const { folder, close } = await startCatalog();
  await close();
  writeFiles(folder, files);
  return ["--data", folder];
};

const backedUp = async () => {
  const file = join(temporaryFolder(), "b.tar");
  expect(await runHere(["backup", file, ...(await ended())])).toMatchObject({ code: 0 });
  return file;
};

/** Commands without a choice of form: what they print is for a program, or they end with a signal. */
const plain: readonly Row[] = [
  ...rows("schema", { "a kind": [0, () => ["Style"]], "no kind": [64, () => ["Stile"]] }),
  ...rows("completion", { "a shell": [0, () => ["bash"]], "no shell": [64, () => ["dos"]] }),
  ...rows("serve", {
    "no place for its data": [1, () => ["--data", "/dev/null/data"]],
    "no folder": [64, () => []],
  }),
];

/** Text is for people; JSON is a document or lines of them, or nothing where the command failed. */
function readAnswer(output: string, { code, stdout }: Ran): void {
  if (code === exitCodes.success) expect(stdout).not.toBe("");
  if (output === "text") {
    // oxlint-disable-next-line no-control-regex -- a terminal's commands are control characters.
    expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f]|undefined|\[object/);
    return;
  }
  if (stdout === "") return;
  const isLines = stdout.startsWith('{"');
  const documents = isLines ? stdout.trimEnd().split("\n") : [stdout];
  for (const [index, text] of documents.entries()) {
    const document = JSON.parse(text) as object;
    if (index === 0) expect(document).toMatchObject({ format_version: "1.0" });
  }
}

/** Ends a command with its first words, as a supervisor does. */
function stopWhenItSpeaks(child: ChildProcess): void {
  child.stdout?.once("data", () => child.kill("SIGTERM"));
}

/** As an executable in a proof; that it passes on what a command gives is seen by some others in every run. */
const run: typeof runCli = (args, options) => (isProof ? runCli : runHere)(args, options);

const cells = table.flatMap((row) => ["text", "json"].map((output) => ({ ...row, output })));

describe("every command", () => {
  test("is here, and every exit code that needs no race", async () => {
    const { stdout } = await runHere(["--help"]);
    const known = [...stdout.matchAll(/^ {2}([a-z]+)(?: [[<]| {2,})/gm)].map(([, name]) => name);
    expect(known).toContain("plan");
    const tested = [...table, ...plain].map(({ command }) => command);
    expect(known.filter((name) => !tested.includes(name ?? ""))).toEqual(["help"]);
    const { partial: _race, interrupted: _signal, ...others } = exitCodes;
    expect(new Set(table.map(({ code }) => code))).toEqual(new Set(Object.values(others)));
  });

  test.for(slice(cells, { test: 13 }))(
    "$command, $situation, as $output: $code",
    async ({ command, situation, output, code, args, how }) => {
      const name = `${command}-${situation}-${output}`.replaceAll(/[^a-z]+/g, "-");
      const given = [command, ...(await args(name)), "-o", output];
      const target = { url: how === "away" ? `${url()}/nowhere` : url() };
      const ran =
        how === "stopped"
          ? await runCli(given, { ...target, onStart: stopWhenItSpeaks })
          : await run(given, target);
      expect(ran, ran.stderr).toMatchObject({ code });
      expect(ran.stderr).not.toMatch(/\n {4}at |failed in a way it should not/);
      if (code === exitCodes.usage || code === exitCodes.error)
        expect(ran.stdout + ran.stderr).not.toBe("");
      readAnswer(output, ran);
    },
  );

  test.for(slice(plain, { test: 1 }))(
    "$command, $situation: $code",
    async ({ command, args, code }) => {
      const ran = await run([command, ...(await args(command))]);
      expect(ran, ran.stderr).toMatchObject({ code });
      expect(ran.stderr).not.toMatch(/\n {4}at /);
    },
  );

  const all = [...table, ...plain].map(({ command }) => command);
  test.for(slice([...new Set(all)], { test: 2 }))(
    "%s with a flag that is not there: 64",
    async (command) => {
      const ran = await run([command, "--no-such-flag"]);
      expect(ran).toMatchObject({
        code: 64,
        stdout: "",
        stderr: expect.stringMatching(/^error: /),
      });
    },
  );
});
