/**
 * curl with the requests of docs/interface.md 4.1, 4.2 and 4.4, as a person types them, against
 * the server as a process; then the bad manners that real clients have.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dialects, type DialectName } from "../../src/model/dialect.ts";
import { PNG, mapping, sld, xsd, zipOf } from "../support/estates/artefacts.ts";
import { PASSWORD, USER } from "../support/servers/catalog.ts";
import { startServer } from "../support/commands/cli.ts";
import { writeFiles } from "../support/run/folders.ts";
import { isProof } from "../support/run/scale.ts";
import { describeProgram } from "../support/run/parts.ts";

const MEBIBYTE = 1024 * 1024;
const LONG = "a_name_of_more_than_one_hundred_characters_".repeat(4);
const SLD = "Content-Type: application/vnd.ogc.sld+xml";
const XML = "Content-Type: text/xml";
const ZIP = "Content-Type: application/zip";
const CSS = "Content-Type: application/vnd.service.geocss+css";

type Status = number | Readonly<Record<DialectName, number>>;
/** What is done, the arguments of curl, the path below the REST root, the status. */
type Call = readonly [name: string, args: readonly string[], path: string, status: Status];

const appSchema: readonly Call[] = [
  ["4.1 a mapping makes a store", ["-X", "PUT", "-H", XML, "--data-binary", "@one.xml"], "/workspaces/w/datastores/one/file.appschema?configure=all", 201],
  ["4.1 a mapping replaces one", ["-X", "PUT", "-H", XML, "--data-binary", "@one.xml"], "/workspaces/w/datastores/one/file.appschema?configure=none", { documented: 200, geoserver: 201 }],
  ["4.1 a ZIP makes a store and its types", ["-X", "PUT", "-H", ZIP, "--data-binary", "@bundle.zip"], "/workspaces/w/datastores/two/file.appschema?configure=all", { documented: 200, geoserver: 201 }],
  ["4.1 the store", ["-X", "GET"], "/workspaces/w/datastores/one.xml", 200],
];

const styles: readonly Call[] = [
  ["4.2 the list", [], "/styles.json", 200],
  ["4.2 the list of a workspace", ["-X", "GET", "-H", "Accept: text/xml"], "/w/styles.xml", { documented: 200, geoserver: 404 }],
  ["4.2 an entry", ["-X", "POST", "-H", XML, "-d", "<style><name>roads</name><filename>roads.sld</filename></style>"], "/styles", 201],
  ["4.2 its content", ["-X", "PUT", "-H", SLD, "-d", "@roads.sld"], "/styles/roads", 200],
  ["4.2 its SLD", [], "/styles/roads.sld", 200],
  ["4.2 a package", ["-X", "POST", "-H", ZIP, "--data-binary", "@package.zip"], "/styles", 201],
  ["4.2 the SLD of a package", [], "/styles/roads_style.sld", 200],
  ["4.2 CSS", ["-X", "POST", "-H", CSS, "-d", "@lines.css"], "/styles?name=lines", 201],
  ["4.2 an entry of a workspace", ["-X", "POST", "-H", XML, "-d", "<style><name>own</name><filename>own.sld</filename></style>"], "/workspaces/w/styles", 201],
  ["4.2 content of a workspace's style", ["-X", "PUT", "-H", SLD, "-d", "@roads.sld"], "/workspaces/w/styles/own", 200],
  ["4.2 a package over a style", ["-X", "PUT", "-H", ZIP, "--data-binary", "@package.zip"], "/styles/roads_style.zip", 200],
  ["4.2 remove an entry", ["-X", "DELETE"], "/styles/roads", 200],
  ["4.2 remove entry and content", ["-X", "DELETE"], "/styles/roads_style?purge=true", 200],
];

const security: readonly Call[] = [
  ["4.4 the catalog mode", [], "/security/acl/catalog.xml", 200],
  ["4.4 another catalog mode", ["-X", "PUT", "-H", XML, "-d", "<catalog><mode>MIXED</mode></catalog>"], "/security/acl/catalog.xml", 200],
  ["4.4 the rules", [], "/security/acl/layers.xml", 200],
  ["4.4 a list of rules", ["-X", "POST", "-H", XML, "-d", '<rules><rule resource="w.*.r">ROLE_A</rule><rule resource="w.*.w">ROLE_B</rule></rules>'], "/security/acl/layers.xml", { documented: 201, geoserver: 200 }],
  ["4.4 remove one", ["-X", "DELETE"], "/security/acl/layers/w.*.r", 200],
];

const manners: readonly Call[] = [
  ["a charset", ["-X", "POST", "-H", "Content-Type: text/xml; charset=utf-8", "-d", "<style><name>charset</name><filename>charset.sld</filename></style>"], "/styles", 201],
  ["a charset in quotes", ["-X", "PUT", "-H", 'Content-type: text/xml;charset="UTF-8"', "--data-binary", "@quoted.xml"], "/workspaces/w/datastores/quoted/file.appschema", 201],
  ["a DELETE with a type and no body", ["-X", "DELETE", "-H", XML], "/styles/charset", 200],
  ["doubled slashes", [], "//styles//lines.css", 200],
  ["a trailing slash", [], "/styles/lines/", 200],
  ["a trailing slash of a collection", ["-X", "POST", "-H", XML, "-d", "<style><name>slash</name><filename>slash.sld</filename></style>"], "/styles/", 201],
  ["a long name", ["-X", "POST", "-H", SLD, "-d", "@roads.sld"], `/styles?name=${LONG}`, 201],
  ["a long name read", [], `/styles/${LONG}.sld`, 200],
  ["a long name of a store", ["-X", "PUT", "-H", XML, "--data-binary", "@long.xml"], `/workspaces/w/datastores/${LONG}/file.appschema`, 201],
  ["a chunked body", ["-X", "PUT", "-H", SLD, "-H", "Transfer-Encoding: chunked", "--data-binary", "@roads.sld"], "/styles/lines", 200],
  ["an empty chunked body", ["-X", "DELETE", "-H", "Transfer-Encoding: chunked", "-d", ""], "/styles/slash", 200],
  ["50 MB after a pause for 100 Continue", ["-X", "PUT", "-H", ZIP, "-H", "Expect: 100-continue", "--data-binary", "@big.zip"], "/workspaces/w/datastores/big/file.appschema", { documented: 200, geoserver: 201 }],
  ["50 MB in chunks", ["-X", "PUT", "-H", ZIP, "-H", "Transfer-Encoding: chunked", "-T", "big.zip"], "/workspaces/w/datastores/big/file.appschema", { documented: 200, geoserver: 201 }],
  ["50 MB of style", ["-X", "POST", "-H", ZIP, "--data-binary", "@bigstyle.zip"], "/styles?name=big", 201],
  ["an upload by -T", ["-H", SLD, "-T", "roads.sld"], "/styles/big", 200],
  ["no credentials", ["-u", ":"], "/styles.json", 401],
];

const folder = mkdtempSync(join(tmpdir(), "plumbline-curl-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function writeBodies(): Promise<void> {
  const granule = randomBytes(50 * MEBIBYTE);
  writeFiles(folder, {
    "one.xml": mapping(["t:A", "t:B"]),
    "quoted.xml": mapping(["t:E"]),
    "long.xml": mapping(["t:F"]),
    "roads.sld": sld({ name: "roads" }),
    "lines.css": "* { stroke: #ff0000; }\n",
    "bundle.zip": await zipOf({
      "two.appschema": mapping(["t:C"], { schemas: ["t.xsd"] }),
      "t.xsd": xsd(["C"]),
    }),
    "package.zip": await zipOf({ "roads.sld": sld({ name: "roads_style" }), "icon.png": PNG }),
    "big.zip": await zipOf({ "big.appschema": mapping(["t:D"]), "data.bin": granule }, { store: true }),
    "bigstyle.zip": await zipOf({ "big.sld": sld(), "texture.png": granule }, { store: true }),
  });
}

/** Runs curl in the folder of the bodies; the status that it saw. */
function curl(args: readonly string[]): Promise<number> {
  const all = ["-sS", "-o", join(folder, "answer"), "-w", "%{http_code}", "-u", `${USER}:${PASSWORD}`, ...args];
  return new Promise((resolve, reject) => {
    const child = spawn("curl", all, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
    let status = "";
    child.stdout.on("data", (chunk: Buffer) => (status += chunk.toString()));
    child.on("error", reject);
    child.on("close", () => resolve(Number(status)));
  });
}

describeProgram("curl", "curl", () => {
  beforeAll(writeBodies);
  describe.each(isProof ? dialects : dialects.slice(0, 1))("in the %s dialect", (dialect) => {
    let url = "";
    let stop: () => Promise<unknown> = async () => undefined;
    beforeAll(async () => {
      const data = mkdtempSync(join(tmpdir(), "plumbline-curl-data-"));
      const server = await startServer(data, { args: ["--dialect", dialect] });
      url = `${server.url}/rest`;
      stop = async () => {
        await server.end();
        rmSync(data, { recursive: true, force: true });
      };
      const made = ["-X", "POST", "-H", XML, "-d", "<workspace><name>w</name></workspace>", `${url}/workspaces`];
      const status = await curl(made);
      if (status !== 201) throw new Error(`the workspace was answered with ${status}`);
    });
    afterAll(() => stop());
    test.each([...appSchema, ...styles, ...security, ...manners])("%s", async (_, args, path, status) => {
      const expected = typeof status === "number" ? status : status[dialect];
      expect(await curl([...args, `${url}${path}`])).toBe(expected);
    });
  });
});
