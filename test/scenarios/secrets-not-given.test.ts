/**
 * Secrets that are not given where a command runs: who only looks needs none, a plan says what it could not
 * compare, and who writes needs all of them.
 */
import { readFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { mapping } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, listenCatalog } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { indexer, manifest, TIME_REGEX } from "../support/mosaics/mosaic-manifests.ts";
import { runHere } from "../support/commands/run-here.ts";
import { slice, testInProof } from "../support/run/scale.ts";

const SECRETS = {
  KEY: "a keystore password for tests",
  NEXT_KEY: "the next Keystore password, 2",
  ACCOUNT: "the word of ann",
  STORE: "the word of the store",
  MAPPING: "the word of the <mapping>",
  MOSAIC: "the word of the mosaic",
};

const fromEnv = (name: string) => ({ fromEnv: name });

const inWorkspace = (kind: string, name: string, spec: object) =>
  manifest(kind, { workspace: "w", name }, spec);

const mapped = (types: readonly string[]) =>
  mapping(types).replace(
    "</parameters>",
    "<Parameter><name>passwd</name><value>${{ var.passwd }}</value></Parameter></parameters>",
  );

const datastore = (database: string) =>
  `SPI=org.geotools.data.h2.H2DataStoreFactory\ndatabase=${database}\npasswd=\${{ var.passwd }}\n`;

const store = (host: string) =>
  inWorkspace("DataStore", "d", {
    connectionParameters: { dbtype: "postgis", host, passwd: fromEnv("STORE") },
  });

const user = (password: object, more: object = {}) =>
  manifest("User", { name: "ann" }, { password, ...more });

/** Every kind that has secrets. */
const ESTATE: Readonly<Record<string, string>> = {
  "plumbline.yaml":
    "apiVersion: plumbline/v1\nkind: Project\nestate: quiet\nprune: owned\nallow: [keystore]\nallowExec: true\n",
  "w.yaml": manifest("Workspace", { name: "w" }, {}),
  "k.yaml": manifest(
    "KeystorePassword",
    { name: "keystore" },
    { current: fromEnv("KEY"), new: fromEnv("NEXT_KEY") },
  ),
  "u.yaml": user(fromEnv("ACCOUNT")),
  "d.yaml": store("db"),
  "s.yaml": inWorkspace("AppSchemaStore", "s", {
    mapping: "./s.xml",
    variables: { passwd: fromEnv("MAPPING") },
  }),
  "s.xml": mapped(["t:A"]),
  "m.yaml": inWorkspace("ImageMosaic", "m", {
    definition: "./m/",
    variables: { passwd: fromEnv("MOSAIC") },
  }),
  "m/indexer.properties": indexer(),
  "m/timeregex.properties": TIME_REGEX,
  "m/datastore.properties": datastore("index"),
};

let url = "";
let folder = "";

beforeEach(async () => {
  url = await listenCatalog();
  folder = temporaryFolder();
  writeFiles(folder, ESTATE);
});

const run = (command: string, ...flags: string[]) => runHere([command, folder, ...flags], { url });
const runWith = (env: Readonly<Record<string, string>>, command: string, ...flags: string[]) =>
  runHere([command, folder, ...flags], { url, env: { ...SECRETS, ...env } });

interface Told {
  readonly changes: readonly { readonly address: string; readonly action: string }[];
  readonly secrets: readonly {
    readonly address: string;
    readonly secret: string;
    readonly reason: string;
    readonly needed: boolean;
  }[];
  readonly digest: string;
  readonly sealed_digest: string | null;
}

async function planned(): Promise<Told> {
  const { code, stdout, stderr } = await run("plan", "-o", "json");
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Told;
}

const differing = ({ changes }: Told) =>
  changes.map(({ address, action }) => `${address} ${action}`).toSorted();

describe("who only looks", () => {
  const looks = ["validate", "render", "get -f", "status", "graph", "drift", "doctor", "plan"];

  test("needs no secret", async () => {
    for (const command of slice(looks, { test: 3 })) {
      const ran = await runHere([...command.split(" "), folder], { url });
      expect(ran.stderr, command).not.toContain("secret-missing");
      expect(ran.code, ran.stderr).toBe(0);
    }
  });

  testInProof(
    "so does diff, of two folders",
    async () => {
      const other = temporaryFolder();
      writeFiles(other, { ...ESTATE, "d.yaml": store("elsewhere") });
      const ran = await runHere(["diff", folder, other], { url });
      expect(ran.stderr).toBe("");
      expect(ran.stdout).toContain("DataStore/w:d");
      expect(ran.stdout).not.toMatch(/AppSchemaStore|ImageMosaic|User/);
      expect(ran.code).toBe(2);
    },
    60_000,
  );

  testInProof(
    "runs no command, which a plan does once",
    async () => {
      const mark = join(folder, "ran.txt");
      const script = `require("node:fs").appendFileSync(${JSON.stringify(mark)}, "x"); console.log("a word")`;
      writeFiles(folder, { "u.yaml": user({ fromExec: [process.execPath, "-e", script] }) });
      for (const command of ["validate", "render", "graph", "status", "drift", "doctor"])
        expect(await run(command), command).toMatchObject({ code: 0 });
      expect(existsSync(mark)).toBe(false);
      expect(await run("plan")).toMatchObject({ code: 0 });
      expect(readFileSync(mark, "utf8")).toBe("x");
    },
    60_000,
  );

  test("a command that may not be run is a fault without running it", async () => {
    writeFiles(folder, {
      "plumbline.yaml": (ESTATE["plumbline.yaml"] ?? "").replace("allowExec: true", ""),
      "u.yaml": user({ fromExec: ["./never"] }),
    });
    const ran = await run("validate");
    expect(ran).toMatchObject({ code: 1 });
    expect(ran.stderr).toContain("does not say allowExec: true [secret-missing]");
  });
});

describe("a plan", () => {
  testInProof(
    "shows what would be sent, and what apply needs for it",
    async () => {
      const told = await planned();
      expect(differing(told)).toEqual([
        "AppSchemaStore/w:s create",
        "DataStore/w:d create",
        "ImageMosaic/w:m create",
        "KeystorePassword/keystore update",
        "User/ann create",
        "Workspace/w create",
      ]);
      const needed = told.secrets.filter((one) => one.needed);
      expect(needed.map(({ address, secret }) => `${address} ${secret}`).toSorted()).toEqual([
        "AppSchemaStore/w:s passwd",
        "DataStore/w:d passwd",
        "ImageMosaic/w:m passwd",
        "KeystorePassword/keystore current",
        "KeystorePassword/keystore new",
        "User/ann password",
      ]);
      const { stdout } = await run("plan");
      expect(stdout).toContain(
        "  ? User/ann  password is needed to apply this: The environment variable ACCOUNT is not set",
      );
      const { stdout: markdown } = await run("plan", "-o", "markdown");
      expect(markdown).toContain("User/ann password is needed to apply this");
    },
    60_000,
  );

  test("is applied where they are given, and says afterwards what it does not compare", async () => {
    const file = join(folder, "plan.json");
    expect(await run("plan", "--out", file)).toMatchObject({ code: 0 });
    expect(readFileSync(file, "utf8")).not.toMatch(/scrypt-[0-9a-f]{32}/);
    const { digest } = await planned();
    const applied = await runWith({}, "apply", "--plan", file);
    expect(applied.code, applied.stderr).toBe(0);
    // Who approved it finds the run by what they saw.
    expect(applied.stdout).toContain(`Digest ${digest.slice(7, 15)}.`);
    const history = await runHere(["history", "-p", folder, "-o", "json"], { url });
    expect(JSON.parse(history.stdout)).toMatchObject({ runs: [{ plan: digest }] });
    const told = await planned();
    expect(differing(told)).toEqual([]);
    expect(told.secrets.every(({ needed }) => !needed)).toBe(true);
    const { stdout, code } = await run("plan", "--detailed-exitcode");
    expect(code).toBe(0);
    expect(stdout).toContain(
      "  ? User/ann  password not compared: The environment variable ACCOUNT is not set",
    );
    expect(stdout).toContain("No changes.");
    const drift = await run("drift");
    expect(drift).toMatchObject({ code: 0, stdout: expect.stringContaining("No drift.") });
    const status = await run("status");
    expect(status.stdout).toMatch(/in sync +User\/ann +quiet +password not compared/);
    expect(await runWith({}, "plan", "--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  testInProof(
    "finds all else that differs",
    async () => {
      await runWith({}, "apply", "--yes");
      writeFiles(folder, {
        "u.yaml": user(fromEnv("ACCOUNT"), { enabled: false }),
        "d.yaml": store("elsewhere"),
        "s.xml": mapped(["t:A"]).replace("</parameters>", "<Parameter/></parameters>"),
        "m/datastore.properties": datastore("other"),
      });
      const told = await planned();
      const here = differing(told);
      const there = await runWith({}, "plan", "-o", "json");
      expect(here).toEqual(differing(JSON.parse(there.stdout) as Told));
      expect(here).toEqual([
        "AppSchemaStore/w:s update",
        "DataStore/w:d update",
        "ImageMosaic/w:m update",
        "User/ann update",
      ]);
      const needed = told.secrets.filter((one) => one.needed).map(({ address }) => address);
      // Switching an account off sends no password.
      expect(needed.toSorted()).toEqual(["AppSchemaStore/w:s", "DataStore/w:d", "ImageMosaic/w:m"]);
    },
    60_000,
  );

  testInProof(
    "finds what somebody else changed around the secrets",
    async () => {
      await runWith({}, "apply", "--yes");
      const answer = await fetch(
        `${url}/rest/workspaces/w/datastores/s/file.appschema?configure=none`,
        {
          method: "PUT",
          headers: { authorization: AUTHORIZATION, "content-type": "text/xml" },
          body: mapped(["t:A"]).replace("</parameters>", "<Parameter/></parameters>"),
        },
      );
      expect(answer.ok).toBe(true);
      expect(await run("drift")).toMatchObject({
        code: 2,
        stdout: expect.stringContaining("AppSchemaStore/w:s"),
      });
      expect(differing(await planned())).toEqual(["AppSchemaStore/w:s update"]);
    },
    60_000,
  );

  testInProof(
    "a value that is empty is told as that, and one that is unusable stays an error",
    async () => {
      const empty = await runHere(["plan", folder], { url, env: { ...SECRETS, ACCOUNT: "" } });
      expect(empty).toMatchObject({ code: 0 });
      expect(empty.stdout).toContain("The environment variable ACCOUNT is empty");
      const unusable = await runWith({ ACCOUNT: "a\u0001b" }, "plan");
      expect(unusable).toMatchObject({ code: 1 });
      expect(unusable.stderr).toContain("[password-unusable]");
    },
    60_000,
  );
});

describe("who writes", () => {
  testInProof(
    "needs every secret, and sends nothing without",
    async () => {
      const ran = await run("apply", "--yes");
      expect(ran).toMatchObject({ code: 1, stdout: "" });
      expect(ran.stderr.match(/\[secret-missing\]/g)).toHaveLength(6);
      expect(differing(await planned())).toHaveLength(6);
    },
    60_000,
  );

  testInProof(
    "destroy needs none",
    async () => {
      writeFiles(folder, { "k.yaml": "# plumbline: ignore\n" });
      await runWith({}, "apply", "--yes");
      const ran = await run("destroy", "--confirm", "quiet", "--allow", "workspace-delete");
      expect(ran.stderr).not.toContain("secret-missing");
      expect(ran.code, ran.stderr).toBe(0);
    },
    60_000,
  );

  testInProof(
    "a rehearsal makes words up where none are given",
    async () => {
      for (const env of [{}, { KEY: SECRETS.KEY }]) {
        const ran = await runHere(["rehearse", folder], { url, env });
        expect(ran.code, ran.stdout + ran.stderr).toBe(0);
        expect(ran.stdout).toContain("Predicted: every request works");
        expect(ran.stdout).toContain("? User/ann  password is needed to apply this");
        expect(ran.stdout).not.toContain("scrypt-");
      }
      const half = await runHere(["rehearse", folder], {
        url,
        env: { NEXT_KEY: SECRETS.NEXT_KEY },
      });
      expect(half).toMatchObject({ code: 1 });
      expect(half.stdout).toContain("Not rehearsed:\n    ! KeystorePassword/keystore");
      expect(half.stdout).not.toContain("422");
    },
    60_000,
  );
});

describe("what was approved without secrets", () => {
  const file = () => join(folder, "plan.json");

  testInProof(
    "runs by its digest too",
    async () => {
      const { digest } = await planned();
      const ran = await runWith({}, "apply", "--expect", digest);
      expect(ran.code, ran.stderr).toBe(0);
    },
    60_000,
  );

  testInProof(
    "not where a password has changed besides",
    async () => {
      await runWith({}, "apply", "--yes");
      writeFiles(folder, { "d.yaml": store("elsewhere") });
      await run("plan", "--out", file());
      const ran = await runWith({ ACCOUNT: "another word of ann" }, "apply", "--plan", file());
      expect(ran).toMatchObject({ code: 4, stdout: "" });
      expect(ran.stderr).toContain("User/ann is new: update (password)");
    },
    60_000,
  );

  testInProof(
    "not without them",
    async () => {
      await run("plan", "--out", file());
      expect(await run("apply", "--plan", file())).toMatchObject({ code: 1, stdout: "" });
    },
    60_000,
  );

  testInProof(
    "what was approved with one secret does not run with another",
    async () => {
      await runWith({}, "plan", "--out", file());
      for (const name of ["ACCOUNT", "STORE", "MAPPING", "MOSAIC"]) {
        const ran = await runWith({ [name]: "another word, 1" }, "apply", "--plan", file());
        expect(ran, name).toMatchObject({ code: 4, stdout: "" });
      }
      const told = JSON.parse((await runWith({}, "plan", "-o", "json")).stdout) as Told;
      const sealed = told.sealed_digest ?? "";
      const ran = await runWith({ ACCOUNT: "another word" }, "apply", "--expect", sealed);
      expect(ran).toMatchObject({ code: 4, stdout: "" });
      // The digest of a plan is that of what it shows, whoever makes it.
      expect((await planned()).digest).toBe(told.digest);
      expect((await planned()).sealed_digest).toBe(null);
      expect(await runWith({}, "apply", "--expect", sealed)).toMatchObject({ code: 0 });
    },
    60_000,
  );
});
