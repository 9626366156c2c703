/**
 * Released clients of Python, made for stock servers, each at one version from its registry: what our scripts in
 * `python/` call of them, in both dialects. A call that fails without a reason below fails the test, and so does
 * a reason without a failure.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { dialects, type DialectName } from "../../src/model/dialect.ts";
import { sld } from "../support/estates/artefacts.ts";
import { PASSWORD, USER } from "../support/servers/catalog.ts";
import { describeProgram } from "../support/run/parts.ts";
import { serveHere } from "../support/servers/serve-here.ts";
import { temporaryFolder } from "../support/run/folders.ts";

const run = promisify(execFile);
const scripts = join(import.meta.dirname, "python");

/** The script, what it needs from the registry, how many calls it makes, and those that fail, with the reason. */
interface Client {
  readonly name: string;
  readonly packages: readonly string[];
  readonly calls: number;
  readonly fails: Readonly<Record<string, string>>;
}

const requests = ["requests==2.32.5", "urllib3==2.8.0", "idna==3.20", "certifi==2026.10.19.post1", "charset-normalizer==3.5.3"];

const clients: readonly Client[] = [
  { name: "gsconfig_py3", packages: ["gsconfig-py3==1.0.8", ...requests], calls: 27, fails: {} },
  {
    name: "geoserver_rest",
    packages: ["geoserver-rest==2.10.0", "pygments==2.19.2", "xmltodict==1.0.2", ...requests],
    calls: 50,
    fails: {
      get_feature_attribute: "no attributes unless somebody sent some: the server opens no data",
      get_all_usergroups: "the client names no format and reads XML: lists are JSON then",
    },
  },
  { name: "geoserver_py", packages: ["geoserver-py==0.2.1", "typing-extensions==4.15.0", ...requests], calls: 55, fails: {} },
];

/** Where packages stay between runs: below a folder that git ignores, by what is in it. */
async function install(packages: readonly string[]): Promise<string> {
  const kept = createHash("sha256").update(packages.join()).digest("hex").slice(0, 12);
  const folder = join(import.meta.dirname, "../../node_modules/.cache/python-clients", kept);
  if (existsSync(folder)) return folder;
  const making = `${folder}-${process.pid}`;
  rmSync(making, { recursive: true, force: true });
  const quiet = ["--quiet", "--disable-pip-version-check", "--root-user-action=ignore", "--no-compile"];
  await run("python3", ["-m", "pip", "install", ...quiet, "--no-deps", "--target", making, ...packages]);
  renameSync(making, folder);
  return folder;
}

interface Calls {
  readonly passed: readonly string[];
  readonly failed: Readonly<Record<string, string>>;
}

/** What the calls of a script came to, against a server of its own. */
async function callAll({ name }: Client, packages: string, dialect: DialectName): Promise<Calls> {
  const server = await serveHere(temporaryFolder(), { dialect });
  const settings = { CLIENT_URL: server.url, CLIENT_USER: USER, CLIENT_PASSWORD: PASSWORD, CLIENT_SLD: sld({ name: "red", colour: "#ff0000" }) };
  const env = { ...process.env, ...settings, PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: "1" };
  const { stdout } = await run("python3", [join(scripts, `${name}.py`)], { env }).finally(server.end);
  // Clients print as they go; ours is the last line.
  return JSON.parse(stdout.slice(stdout.lastIndexOf('{"passed"'))) as Calls;
}

describeProgram("python3", "clients of Python", () => {
  describe.each(clients)("$name", (client) => {
    let packages: string | undefined;
    beforeAll(async () => {
      packages = await install(client.packages).catch((error: Error) => {
        const reason = error.message.trim().split("\n").at(-1);
        process.stderr.write(`SKIPPED, pip installs no ${client.packages[0]} (${reason}): client ${client.name}\n`);
        return undefined;
      });
    });
    test.for(dialects)("in the %s dialect", async (dialect, context) => {
      if (packages === undefined) {
        context.skip();
        return;
      }
      const { passed, failed } = await callAll(client, packages, dialect);
      expect(Object.fromEntries(Object.entries(failed).filter(([call]) => !(call in client.fails)))).toEqual({});
      expect(Object.keys(client.fails).filter((call) => !(call in failed))).toEqual([]);
      expect(passed.length + Object.keys(failed).length).toBe(client.calls);
    });
  });
});
