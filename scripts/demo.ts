/**
 * The demo: a server on a temporary folder, the manifests of this project, and what happens to
 * them when somebody edits a style or a mapping. Ends by itself.
 */
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { styleText } from "node:util";

const CLI = fileURLToPath(new URL("../bin/plumbline.js", import.meta.url));
const MANIFESTS = fileURLToPath(new URL("../manifests", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "plumbline-demo-"));
const password = randomBytes(18).toString("base64url");
const env = {
  ...process.env,
  PLUMBLINE_USER: "admin",
  PLUMBLINE_PASSWORD: password,
  PLUMBLINE_ADMIN_PASSWORD: password,
};

function say(text: string): void {
  console.log(`\n${styleText("cyan", text)}`);
}

/** Starts the server and gives its address. */
function serve(): Promise<{ url: string; end: () => Promise<void> }> {
  const child = spawn(
    process.execPath,
    [CLI, "serve", "--port", "0", "--data", join(folder, "catalog"), "--log-level", "error"],
    { env, stdio: ["ignore", "pipe", "inherit"] },
  );
  const ended = new Promise<void>((resolve) => void child.on("close", () => resolve()));
  const end = async () => {
    child.kill();
    await ended;
  };
  return new Promise((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const url = /Listening on (\S+)\/rest/.exec(chunk.toString())?.[1];
      if (url !== undefined) resolve({ url, end });
    });
    child.on("close", (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

/** Runs a command as a user would type it; ends the demo when it does not end as expected. */
function run(url: string, expected: number, ...args: string[]): void {
  console.log(`\n${styleText("bold", `$ plumbline ${args.join(" ")}`)}`);
  const { status } = spawnSync(process.execPath, [CLI, ...args], {
    cwd: folder,
    env: { ...env, PLUMBLINE_URL: url },
    stdio: "inherit",
  });
  if (status !== expected)
    throw new Error(`plumbline ${args[0]} ended with ${status}, not ${expected}`);
}

function edit(file: string, from: string | RegExp, to: string): void {
  const path = join(folder, "manifests", file);
  writeFileSync(path, readFileSync(path, "utf8").replaceAll(from, to));
}

cpSync(MANIFESTS, join(folder, "manifests"), { recursive: true });
const server = await serve();
try {
  say("A catalog server runs on an empty folder. The manifests are checked without it:");
  run(server.url, 0, "validate");
  say("What would happen:");
  run(server.url, 0, "plan");
  say("Make it so:");
  run(server.url, 0, "apply", "--yes");
  say("Nothing is left to do:");
  run(server.url, 0, "plan", "--detailed-exitcode");
  say("Somebody lays out a style anew, with other prefixes and a comment. It means the same:");
  edit("styles/roads.sld", "ogc:", "f:");
  edit("styles/roads.sld", "xmlns:ogc", "xmlns:f");
  edit("styles/roads.sld", "<NamedLayer>", "<!-- the road network -->\n  <NamedLayer>");
  run(server.url, 0, "plan", "--detailed-exitcode");
  say("Somebody changes a colour:");
  edit("styles/roads.sld", "#B03A2E", "#943126");
  run(server.url, 2, "plan", "--detailed-exitcode");
  say(
    "Somebody maps another type. The store has to be made anew, and what hangs on it comes back:",
  );
  edit("geology/boreholes/boreholes.appschema", "geology:Rig", "geology:Interval");
  run(server.url, 2, "plan", "--detailed-exitcode");
  run(server.url, 0, "apply", "--yes");
  run(server.url, 0, "plan", "--detailed-exitcode");
} finally {
  await server.end();
  rmSync(folder, { recursive: true, force: true });
}
