/**
 * Terraform with the provider of Camptocamp: a SQL view is applied, the next plan is empty, and so is the one after
 * a change. No registry of packages has the provider; a machine that has both programs runs this.
 */
import { execFile, spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { PASSWORD, USER } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { PROGRAMS } from "../support/run/parts.ts";
import { serveHere } from "../support/servers/serve-here.ts";

const provider = process.env["PLUMBLINE_TERRAFORM_PROVIDER"] ?? "";
const hasTerraform = spawnSync("terraform", ["--version"]).error === undefined;
const missing = !hasTerraform ? "no program terraform on this machine" : provider === "" ? "PLUMBLINE_TERRAFORM_PROVIDER names no terraform-provider-geoserver" : undefined;
if (missing !== undefined) process.stderr.write(`SKIPPED, ${missing}: Terraform\n`);

const box = (name: string) => ["min_x = 0", "max_x = 10", "min_y = 40", "max_y = 50", 'crs_value = "EPSG:4326"'].map((line) => `${name}_bounding_box_${line}`).join("\n  ");
/** A view with carriage returns, a comparison and a line break at its end, as a stock server lays it out. */
const view = (sql: string) =>
  `\n      <virtualTable>\n        <name>wells</name>\n        <sql>${sql}</sql>\n        <escapeSql>false</escapeSql>\n        <keyColumn>id</keyColumn>\n        <geometry>\n          <name>geom</name>\n          <type>Point</type>\n          <srid>4326</srid>\n        </geometry>\n      </virtualTable>\n    `;

const configuration = (url: string, depth: number) => `
terraform {
  required_providers {
    geoserver = { source = "camptocamp/geoserver" }
  }
}
provider "geoserver" {
  url      = "${url}/rest"
  gwc_url  = "${url}/gwc/rest"
  username = "${USER}"
  password = "${PASSWORD}"
}
resource "geoserver_workspace" "w" {
  name = "w"
}
resource "geoserver_datastore" "db" {
  workspace_name    = geoserver_workspace.w.name
  name              = "db"
  connection_params = { dbtype = "postgis", host = "db", port = "5432", database = "gis", schema = "public", user = "reader", namespace = "http://w" }
}
resource "geoserver_featuretype" "wells" {
  workspace_name = geoserver_workspace.w.name
  datastore_name = geoserver_datastore.db.name
  name           = "wells"
  native_name    = "wells"
  enabled        = true
  ${box("lat_lon")}
  ${box("native")}
  projection_policy = "FORCE_DECLARED"
  srs               = "EPSG:4326"
  metadata = { "JDBC_VIRTUAL_TABLE" = ${JSON.stringify(view(`select id,&#xd;\ngeom&#xd;\nfrom wells where kind = &apos;deep&apos; and depth &gt; ${depth}\n`))} }
}
`;

describe.skipIf(missing !== undefined)("Terraform", PROGRAMS, () => {
  test.each(dialects)("the plan after an apply of a SQL view is empty, %s dialect", async (dialect) => {
    const server = await serveHere(temporaryFolder(), { dialect });
    const folder = temporaryFolder();
    const settings = `provider_installation {\n  dev_overrides {\n    "camptocamp/geoserver" = ${JSON.stringify(dirname(provider))}\n  }\n}\n`;
    const env = { ...process.env, TF_CLI_CONFIG_FILE: join(folder, "settings"), CHECKPOINT_DISABLE: "1" };
    const terraform = (...args: readonly string[]) => promisify(execFile)("terraform", [...args, "-no-color", "-input=false"], { cwd: folder, env });
    try {
      for (const depth of [5, 6]) {
        writeFiles(folder, { settings, "main.tf": configuration(server.url, depth) });
        await terraform("apply", "-auto-approve");
        const { stdout } = await terraform("plan");
        expect(stdout).toContain("No changes.");
      }
      await terraform("destroy", "-auto-approve");
    } finally {
      await server.end();
    }
  });
});
