/** Every kind that has manifests can be imported, and names of files fit every file system. */
import { expect, test } from "vitest";
import { fileNames } from "../../src/reconciler/import/names.ts";
import { kinds } from "../../src/reconciler/kinds/registry.ts";
import { dataFile as limits } from "../../src/model/limits.ts";
import { testInProof } from "../support/scale.ts";

test("a kind with manifests says how its objects are declared", () => {
  const without = [...kinds.values()].filter(
    ({ manifest, declare }) => manifest !== undefined && declare === undefined,
  );
  expect(without.map(({ name }) => name)).toEqual([]);
});

test("no two names share a file, and none is one that a system refuses", () => {
  const name = fileNames(["global"]);
  const given = ["Roads", "roads", "ROADS-2", "roads-2", "global", "a/b", "a:b", "con", ".hidden"];
  const files = [...given, "end.", "x.sld", "node_modules", "straße", "", "é".repeat(200)].map(
    name,
  );
  expect(files.slice(0, 14)).toEqual([
    "Roads",
    "roads-2",
    "ROADS-2-2",
    "roads-2-3",
    "global-2",
    "a_b",
    "a_b-2",
    "_con",
    "_hidden",
    "end_",
    "x.sld_",
    "_node_modules",
    "straße",
    "_",
  ]);
  expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(files.length);
  expect(Buffer.byteLength(files.at(-1) ?? "")).toBeLessThan(140);
  expect(name("roads")).toBe("roads-2");
});

testInProof(
  "files beyond the bound are told",
  async () => {
    const count = limits.files + 3;
    const children = Array.from({ length: count }, (_, at) => `<child><name>${at}</name></child>`);
    const bodies: Readonly<Record<string, string>> = {
      "/resource/www": `<ResourceDirectory><name>www</name><children>${children.join("")}</children></ResourceDirectory>`,
      metadata: "<ResourceMetadata><type>resource</type></ResourceMetadata>",
    };
    const found = await kinds.get("File")?.declare?.(
      {
        read: async ({ path, query = {} }) => {
          const body = path.startsWith("/resource/www/")
            ? (bodies[query["operation"] ?? ""] ?? "content")
            : bodies[path];
          const status = body === undefined ? 404 : 200;
          return { status, headers: {}, body: new TextEncoder().encode(body) };
        },
        server: {
          software: "geoserver",
          dialect: "geoserver",
          version: "3",
          resources: true,
          digests: false,
        },
        account: "admin",
      },
      { workspace: null, workspaces: [], statedOnly: false, fileName: (name) => name },
    );
    expect(found?.declarations.length).toBe(limits.files);
    expect(found?.undeclared.length).toBe(3);
  },
  60_000,
);
