/** Secrets from commands (fromExec): as good as those of the environment, and only where they are allowed. */
import { join } from "node:path";
import { cpSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bodyStore } from "../../src/reconciler/manifest/artefacts.ts";
import { loadDesired } from "../../src/reconciler/manifest/resolve.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { root } from "../support/project/sources.ts";

const manifest = (kind: string, metadata: string, spec: string) =>
  `apiVersion: plumbline/v1\nkind: ${kind}\nmetadata: ${metadata}\nspec: ${spec}\n`;

const cascade = (kind: string, reference: string) =>
  manifest(
    kind,
    "{ workspace: w, name: s }",
    `{ capabilitiesUrl: "http://maps.example/", secrets: { authKey: ${reference} } }`,
  );

/** Manifests with a secret at a place; `reference` says where it comes from. */
const kinds: Readonly<Record<string, (reference: string) => string>> = {
  "AppSchemaStore spec.variables": (reference) =>
    manifest(
      "AppSchemaStore",
      "{ workspace: w, name: s }",
      `{ mapping: ./boreholes.xml, variables: { host: db, user: gis, passwd: ${reference} } }`,
    ),
  "DataStore spec.connectionParameters": (reference) =>
    manifest(
      "DataStore",
      "{ workspace: w, name: s }",
      `{ type: PostGIS, connectionParameters: { dbtype: postgis, passwd: ${reference} } }`,
    ),
  "ImageMosaic spec.variables": (reference) =>
    manifest(
      "ImageMosaic",
      "{ workspace: w, name: sst }",
      `{ definition: ./sst/, coverages: [{ name: sst }], variables: { user: gis, passwd: ${reference} } }`,
    ),
  "KeystorePassword spec.current": (reference) =>
    manifest(
      "KeystorePassword",
      "{ name: keystore }",
      `{ current: ${reference}, new: { fromEnv: OTHER } }`,
    ),
  "KeystorePassword spec.new": (reference) =>
    manifest(
      "KeystorePassword",
      "{ name: keystore }",
      `{ current: { fromEnv: OTHER }, new: ${reference} }`,
    ),
  "WmsStore spec.secrets": (reference) => cascade("WmsStore", reference),
  "WmtsStore spec.secrets": (reference) => cascade("WmtsStore", reference),
  "User spec.password": (reference) =>
    manifest("User", "{ name: jane }", `{ password: ${reference} }`),
};

const SECRET = "secret of a command";
const COMMAND = `{ fromExec: [${process.execPath}, "-e", "console.log('${SECRET}')"] }`;

async function load(text: string, allowExec: boolean) {
  const folder = temporaryFolder();
  const cases = join(root, "test/corpus/cases");
  cpSync(
    join(cases, "store--variables-changed/before/boreholes.xml"),
    join(folder, "boreholes.xml"),
  );
  cpSync(join(cases, "mosaic--secret-changed/before/sst"), join(folder, "sst"), {
    recursive: true,
  });
  writeFiles(folder, { "a.yaml": text });
  const environment = { SECRET, OTHER: "another secret" };
  const { state, diagnostics } = await loadDesired([folder], {
    bodies: bodyStore(),
    environment,
    allowExec,
  });
  const facts = state.resources.map(({ address, facts: own }) => ({ address, facts: own }));
  return {
    facts,
    messages: diagnostics
      .filter(({ severity }) => severity === "error")
      .map(({ code, message }) => `${code}: ${message}`),
  };
}

describe("fromExec", () => {
  test.for(Object.entries(kinds))("%s", async ([, write]) => {
    const [given, said] = [
      await load(write(COMMAND), true),
      await load(write("{ fromEnv: SECRET }"), true),
    ];
    expect(given).toEqual(said);
    expect(given.facts.length).toBeGreaterThan(0);
    expect(JSON.stringify(given)).not.toContain(SECRET);
    const refused = await load(write(COMMAND), false);
    expect(refused.messages).toEqual([
      expect.stringMatching(
        /^secret-missing: The command .* is not run: the project file does not say allowExec: true$/,
      ),
    ]);
  });

  test.for([
    ["prints nothing", `[${process.execPath}, "-e", ""]`, /printed nothing$/],
    [
      "fails, whatever it says",
      `[${process.execPath}, "-e", "console.error('${SECRET}'); process.exit(3)"]`,
      /failed \(3\)$/,
    ],
    ["is not there", "[./no-such-command]", /failed \(ENOENT\)$/],
  ] as const)("a command that %s", async ([, command, message]) => {
    const { messages } = await load(
      manifest("User", "{ name: jane }", `{ password: { fromExec: ${command} } }`),
      true,
    );
    expect(messages).toEqual([expect.stringMatching(message)]);
    expect(messages.join()).not.toContain(SECRET);
  });
});
