/**
 * The container image: made without a registry, as its page says, from the package and a system of Debian's own
 * packages; started, used, stopped, and gone without a trace.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { VERSION } from "../../src/version.ts";
import { PASSWORD, USER } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { blocksOf } from "../support/project/pages.ts";
import { PROGRAMS } from "../support/run/parts.ts";
import { root } from "../support/project/sources.ts";

const LONG = 600_000;
const WHAT = "the container image";
const TAG = `plumbline:${VERSION}`;

/** Where programs of the system's administrator keep what they know of layers, whatever storage they are given. */
const CACHE = "/var/lib/containers";

const isRoot = process.getuid?.() === 0;

/** What this machine lacks for images to be made; undefined where it has everything. */
function lacking(): string | undefined {
  for (const program of ["buildah", "mmdebstrap"])
    if (spawnSync(program, ["--version"]).error !== undefined)
      return `no program ${program} on this machine`;
  // Accounts of an image are those that /etc/subuid gives to this user.
  const own = isRoot ? [] : ["--user", "--map-root-user", "--map-auto"];
  const { status } = spawnSync("unshare", [...own, "--mount", "true"]);
  return status === 0 ? undefined : "no namespaces for this user";
}

/** Whether apt can fetch from the first source of this machine, by its own settings and proxies. */
function reachesSources(): boolean {
  const format = "$(REPO_URI)dists/$(RELEASE)/InRelease";
  const listed = spawnSync("apt-get", ["indextargets", "--format", format], { encoding: "utf8" });
  const [url = ""] = listed.stdout.split("\n");
  const helper = "/usr/lib/apt/apt-helper";
  const target = join(home, "InRelease");
  const settings = ["-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=20"];
  return url === "" || spawnSync(helper, [...settings, "download-file", url, target]).status === 0;
}

/** Everything that is made lies here: temporary files, layers, containers. */
let home = "";
let isReached = false;
const hadCache = existsSync(CACHE);

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const environment = () => ({
  ...process.env,
  TMPDIR: home,
  CONTAINERS_STORAGE_CONF: join(home, "storage.conf"),
  // Works where programs that start containers are missing, and shares the network.
  BUILDAH_ISOLATION: "chroot",
});

/** Starts a program; what it said is there when it has ended, and what it says meanwhile for `onText`. */
function start(
  command: string,
  args: readonly string[],
  onText: (text: string) => void = () => undefined,
): { readonly child: ChildProcess; readonly ended: Promise<Ran> } {
  const child = spawn(command, args, {
    cwd: root,
    env: environment(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { out: "", err: "" };
  for (const name of ["out", "err"] as const)
    child[`std${name}`].on("data", (chunk: Buffer) => {
      said[name] += chunk.toString();
      onText(said.out + said.err);
    });
  const ended = new Promise<Ran>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, ...said }));
  });
  return { child, ended };
}

/** Flags that keep buildah to the storage of this test, whatever settings it finds. */
const ours = () => ["--root", join(home, "storage"), "--runroot", join(home, "run")];

const buildah = (...args: readonly string[]) => start("buildah", [...ours(), ...args]).ended;

/** Output of buildah; throws with all that it said where it fails. */
async function outputOf(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await buildah(...args);
  if (code !== 0) throw new Error(`buildah ${args.join(" ")} ended with ${code}: ${out}${err}`);
  return out.trim();
}

/** Layers share files where this user may mount them over each other; else each is a copy. */
async function chooseStorage(): Promise<void> {
  for (const driver of ["overlay", "vfs"]) {
    const lines = [
      "[storage]",
      `driver = "${driver}"`,
      `graphroot = "${join(home, "storage")}"`,
      `runroot = "${join(home, "run")}"`,
    ];
    writeFileSync(join(home, "storage.conf"), `${lines.join("\n")}\n`);
    const made = await buildah("from", "scratch");
    if (made.code === 0) return void (await outputOf("rm", made.out.trim()));
  }
}

/** What an image starts, its own words before those that are given: `buildah run` takes none from it. */
async function entryPoint(): Promise<readonly string[]> {
  const text = await outputOf("inspect", "--type", "image", TAG);
  const inspected = JSON.parse(text) as { OCIv1: { config: { Entrypoint: string[] } } };
  return inspected.OCIv1.config.Entrypoint;
}

/** How a script in the container ends. On a busy machine buildah may not pass on all that it says. */
async function inside(script: string): Promise<number | null> {
  return (await buildah("run", await container(), "--", "sh", "-c", script)).code;
}

/** Runs Plumbline in a container of the image, with flags for the container. */
async function plumbline(flags: readonly string[], args: readonly string[]): Promise<Ran> {
  return buildah("run", ...flags, await container(), "--", ...(await entryPoint()), ...args);
}

let made: Promise<string> | undefined;
/** The container in which everything runs. */
const container = () => (made ??= outputOf("from", "--pull-never", TAG));

/** Ends all containers, and takes away what they and their making left. */
async function removeAll(): Promise<void> {
  if (!existsSync(home)) return;
  if (isReached) for (const verb of ["rm", "rmi"]) await buildah(verb, "--all");
  // Layers of others than root belong to accounts of theirs that only a namespace has.
  if (!isRoot) await buildah("unshare", "rm", "-rf", join(home, "storage"));
  rmSync(home, { recursive: true, force: true });
  if (!hadCache) rmSync(CACHE, { recursive: true, force: true });
}

const without = lacking();
if (without !== undefined) process.stderr.write(`SKIPPED, ${without}: ${WHAT}\n`);

describe.skipIf(without !== undefined)(WHAT, { ...PROGRAMS, timeout: LONG }, () => {
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), "plumbline-image-"));
    chmodSync(home, 0o755);
    isReached = reachesSources();
    if (!isReached)
      process.stderr.write(`SKIPPED, no source of apt can be reached from this machine: ${WHAT}\n`);
    else await chooseStorage();
  }, LONG);

  beforeEach(({ skip }) => skip(!isReached, "no source of apt can be reached"));

  afterAll(removeAll, LONG);

  test("is made by the line of its page, and nothing of the making stays", async () => {
    const block = blocksOf("docs/how-to/run-in-a-container.md").find(({ words }) =>
      words.has("image"),
    );
    expect(block?.text).toContain(TAG);
    const ran = await start("sh", ["-ec", block?.text ?? "exit 1"]).ended;
    expect(ran.code, ran.out + ran.err).toBe(0);
    expect(await outputOf("images", "--format", "{{.Name}}:{{.Tag}}")).toBe(`localhost/${TAG}`);
    expect(await outputOf("containers", "--quiet")).toBe("");
  });

  test("holds no sources of apt", async () => {
    const kept = "-name '*.sources' -o -name '*.list' -o -name '*_Packages*'";
    const look = `found=$(find /etc/apt /var/lib/apt/lists -type f \\( ${kept} \\)) && test -z "$found"`;
    expect(await inside(look)).toBe(0);
  });

  test("starts Plumbline, as no administrator", async () => {
    expect(await plumbline([], ["--version"])).toMatchObject({ code: 0, out: `${VERSION}\n` });
    expect(await inside('test "$(id -u)" = 1000')).toBe(0);
  });

  test("serves, plans against what it serves, and stops when it is asked to", async () => {
    const flags = ["--env", `PLUMBLINE_ADMIN_PASSWORD=${PASSWORD}`];
    // Its number, which is the same outside: programs that run containers pass signals on, this one does not.
    const numbered = ["sh", "-c", 'echo "$$"; exec "$@"', "sh", ...(await entryPoint())];
    const served = ["serve", "--data", "/tmp/catalog", "--port", "0"];
    const args = [...ours(), "run", ...flags, await container(), "--", ...numbered, ...served];
    let listening: (url: string) => void = () => undefined;
    const heard = new Promise<string>((resolve) => (listening = resolve));
    const { child, ended } = start("buildah", args, (text) => {
      const [, url] = /Listening on (http:[^\s"]+)\/rest\b/.exec(text) ?? [];
      if (url !== undefined) listening(url);
    });
    let number = "";
    child.stdout?.once("data", (chunk: Buffer) => (number = chunk.toString().split("\n")[0] ?? ""));
    const url = await Promise.race([heard, ended]);
    if (typeof url !== "string") throw new Error(`The server ended: ${url.out}${url.err}`);
    expect(number).toMatch(/^\d+$/);
    try {
      const folder = temporaryFolder();
      writeFiles(folder, {
        "plumbline.yaml": "apiVersion: plumbline/v1\nkind: Project\nestate: roads\nprune: none\n",
        "manifests/roads.yaml":
          "apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: roads }\nspec: {}\n",
      });
      chmodSync(folder, 0o755);
      const env = { PLUMBLINE_URL: url, PLUMBLINE_USER: USER, PLUMBLINE_PASSWORD: PASSWORD };
      const given = Object.entries(env).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
      const ran = await plumbline([...given, "--volume", `${folder}:/maps:ro`], ["plan"]);
      expect(ran.code, ran.err).toBe(0);
      expect(ran.out).toMatch(/^ +\+ Workspace\/roads$/m);
      expect(ran.out).toMatch(/^Plan: 1 create, 0 update/m);
    } finally {
      process.kill(Number(number), "SIGTERM");
    }
    expect((await ended).code).toBe(0);
    await expect(fetch(url)).rejects.toThrow("fetch failed");
  });

  test("goes without a trace", async () => {
    expect(await outputOf("images", "--quiet")).not.toBe("");
    await removeAll();
    expect(existsSync(home)).toBe(false);
    expect(existsSync(CACHE)).toBe(hadCache);
    expect(readFileSync("/proc/self/mountinfo", "utf8")).not.toContain(home);
  });
});
