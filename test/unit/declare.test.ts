/** Every kind that has manifests can be imported, and names of files fit every file system. */
import { expect, test } from "vitest";
import { fileNames } from "../../src/reconciler/import/names.ts";
import { kinds } from "../../src/reconciler/kinds/registry.ts";
import { dataFile as limits } from "../../src/model/limits.ts";
import { testInProof } from "../support/run/scale.ts";

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
  "files beyond the bound are told, and none that a style draws with",
  async () => {
    const icons = Array.from({ length: limits.files + 3 }, (_, at) => `${at + 1_000_000}.svg`);
    const drawn = icons.at(-1) ?? "";
    const children = icons.map((icon) => `<child><name>${icon}</name></child>`).join("");
    const folder = (name: string, inside: string) =>
      `<ResourceDirectory><name>${name}</name><children>${inside}</children></ResourceDirectory>`;
    const bodies: Readonly<Record<string, string>> = {
      "/resource/styles": folder("styles", "<child><name>icons</name></child>"),
      "/resource/styles/icons": folder("icons", children),
      "/styles.xml": "<styles><style><name>s</name></style></styles>",
      "/styles/s.xml": "<style><name>s</name><format>css</format></style>",
      "/styles/s.css": `* { mark: url("icons/${drawn}") }`,
    };
    const metadata = (type: string) => `<ResourceMetadata><type>${type}</type></ResourceMetadata>`;
    const found = await kinds.get("File")?.declare?.(
      {
        read: async ({ path, query = {} }) => {
          const isIcon = path.startsWith("/resource/styles/icons/");
          const isAsked = query["operation"] === "metadata";
          const type = isIcon ? "resource" : "directory";
          const body = isAsked ? metadata(type) : isIcon ? "content" : bodies[path];
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
    expect(found?.declarations.map(({ name, spec }) => ({ name, spec }))).toEqual([
      { name: "styles/icons", spec: { source: "./styles/icons.d/" } },
    ]);
    const files = [...(found?.declarations[0]?.artefacts?.keys() ?? [])];
    expect(files.length).toBe(limits.files);
    expect(files).toContain(`styles/icons.d/${drawn}`);
    expect(found?.undeclared).toEqual([
      {
        address: { kind: "File", workspace: null, name: "styles/icons/*" },
        reason: expect.stringMatching(/^3 files /) as unknown,
        onPurpose: true,
      },
    ]);
  },
  60_000,
);
