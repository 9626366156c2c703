/** Commands that look at an estate and its catalog: status, get, graph. They never write. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, listenCatalog } from "../support/servers/catalog.ts";
import type { Ran } from "../support/commands/cli.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";
import { project, style } from "./support.ts";

const WORKSPACE = `apiVersion: plumbline/v1
kind: Workspace
metadata: { name: roads }
spec: {}
`;
const STORE = `apiVersion: plumbline/v1
kind: DataStore
metadata: { workspace: roads, name: db }
spec: { type: PostGIS, connectionParameters: { dbtype: postgis, host: db.example.org } }
---
apiVersion: plumbline/v1
kind: FeatureType
metadata: { workspace: roads, name: ways }
spec: { store: db }
---
apiVersion: plumbline/v1
kind: Layer
metadata: { workspace: roads, name: ways }
spec: { defaultStyle: rivers }
`;

let url = "";
let folder = "";

/** An estate with three styles, a workspace and a layer. */
beforeEach(() => {
  folder = temporaryFolder();
  writeFiles(folder, {
    "plumbline.yaml": project("estate: looked-at"),
    "styles.yaml": ["rivers", "lakes", "wells"].map(style).join("---\n"),
    "rivers.sld": sld({ name: "rivers" }),
    "lakes.sld": sld({ name: "lakes" }),
    "wells.sld": sld({ name: "wells" }),
    "roads.yaml": WORKSPACE,
    "store.yaml": STORE,
  });
});

/** The same, applied to a server of its own. */
async function applied(): Promise<void> {
  url = await listenCatalog();
  expect(await here("apply", folder, "--yes")).toMatchObject({ code: 0 });
}

const here = (...args: string[]): Promise<Ran> => runHere(args, { url });

async function send(method: string, path: string, type?: string, body?: string): Promise<void> {
  const headers = { authorization: AUTHORIZATION, ...(type ? { "content-type": type } : {}) };
  const answer = await fetch(`${url}/rest${path}`, { method, headers, ...(body ? { body } : {}) });
  expect(answer.status, `${method} ${path}`).toBeLessThan(300);
}

interface StatusDocument {
  readonly objects: readonly { readonly address: string; readonly state: string }[];
}

async function statesOf(): Promise<Readonly<Record<string, string>>> {
  const { code, stdout } = await here("status", folder, "-o", "json");
  expect(code).toBe(0);
  const { objects } = JSON.parse(stdout) as StatusDocument;
  return Object.fromEntries(objects.map(({ address, state }) => [address, state]));
}

const SLD = "application/vnd.ogc.sld+xml";

describe("status", () => {
  test("distinguishes every state", async () => {
    await applied();
    expect(new Set(Object.values(await statesOf()))).toEqual(new Set(["in-step"]));
    // Somebody changes one style on the server and deletes another; the folder moves on too.
    await send("PUT", "/styles/rivers?raw=true", SLD, sld({ name: "other" }));
    await send("DELETE", "/layers/roads:ways?recurse=true");
    writeFileSync(join(folder, "lakes.sld"), sld({ name: "changed" }));
    writeFileSync(join(folder, "styles.yaml"), ["rivers", "lakes"].map(style).join("---\n"));
    writeFiles(folder, {
      "more.yaml": `${style("fresh")}---\n${style("elsewhere").replace("name: elsewhere", "name: elsewhere, lifecycle: ignore")}`,
      "fresh.sld": sld(),
      "elsewhere.sld": sld(),
    });
    expect(await statesOf()).toEqual({
      "DataStore/roads:db": "in-step",
      "FeatureType/roads:ways": "missing",
      "Layer/roads:ways": "missing",
      "Style/elsewhere": "ignored",
      "Style/fresh": "missing",
      "Style/lakes": "differs",
      "Style/rivers": "drifted",
      "Style/wells": "undeclared",
      "Workspace/roads": "in-step",
    });
  });

  test("as text and as a document, with owners and what differs", async () => {
    await applied();
    await send("POST", "/styles?name=theirs", SLD, sld({ name: "theirs" }));
    await send("PUT", "/styles/lakes?raw=true", SLD, sld({ name: "other" }));
    writeFiles(folder, { "more.yaml": style("theirs"), "theirs.sld": sld({ name: "theirs" }) });
    const text = await here("status", folder);
    expect(text).toMatchObject({ code: 0, stderr: "" });
    expect(text.stdout).toMatch(/^in sync {2}Style\/theirs +nobody +not owned yet$/m);
    expect(text.stdout).toMatch(
      /^drifted {2}Style\/lakes +looked-at +content; changed by admin on .* UTC$/m,
    );
    expect(text.stdout).toMatch(/\n\n8 objects: 7 in sync, 1 drifted\.\n$/);
    const document = JSON.parse((await here("status", folder, "-o", "json")).stdout) as object;
    expect(document).toMatchObject({
      format_version: "1.0",
      complete: true,
      summary: { "in-step": 7, differs: 0, drifted: 1, missing: 0, undeclared: 0, ignored: 0 },
      diagnostics: [],
      objects: expect.arrayContaining([
        expect.objectContaining({
          address: "Style/lakes",
          owner: "looked-at",
          fields: [expect.objectContaining({ field: "content" })],
        }),
        expect.objectContaining({ address: "Style/theirs", owner: null, note: "not owned yet" }),
      ]) as unknown,
    });
  });

  test("what another estate owns is reported with its name", async () => {
    await applied();
    const other = temporaryFolder();
    writeFiles(other, {
      "plumbline.yaml": project("estate: another"),
      "a.yaml": style("rivers"),
      "rivers.sld": sld({ name: "rivers" }),
    });
    const { stdout } = await here("status", other);
    expect(stdout).toMatch(/^in sync {2}Style\/rivers {2}looked-at {2}/m);
  });

  test("faults end it with an error", async () => {
    await applied();
    writeFileSync(join(folder, "roads.yaml"), "");
    const broken = await here("status", folder, "-o", "json");
    expect(broken.code).toBe(1);
    expect(JSON.parse(broken.stdout)).toMatchObject({ complete: false });
    writeFileSync(join(folder, "roads.yaml"), STORE.replaceAll("roads", "nowhere"));
    const dangling = await here("status", folder, "-o", "json");
    expect(dangling.code).toBe(1);
    expect(JSON.parse(dangling.stdout)).toMatchObject({
      complete: false,
      objects: expect.arrayContaining([
        expect.objectContaining({ address: "Style/rivers", state: "in-step" }),
      ]) as unknown,
      diagnostics: expect.arrayContaining([
        expect.objectContaining({ code: "reference-missing" }),
      ]) as unknown,
    });
  });
});

interface GetDocument {
  readonly objects: readonly {
    readonly address: string;
    readonly owner: string | null;
    readonly declared: boolean | null;
    readonly comes_with: string | null;
  }[];
}

describe("get", () => {
  const list = async (...args: string[]) => {
    const { code, stdout } = await here("get", ...args, "-o", "json");
    expect(code).toBe(0);
    return (JSON.parse(stdout) as GetDocument).objects;
  };
  const names = async (...args: string[]) => (await list(...args)).map(({ address }) => address);

  test("the whole catalog, with owners and what is declared", async () => {
    await applied();
    await send("POST", "/styles?name=theirs", SLD, sld({ name: "theirs" }));
    const all = await list("-f", folder);
    const about = (address: string) => all.find((one) => one.address === address);
    expect(about("Style/theirs")).toMatchObject({ owner: null, declared: false });
    expect(about("Style/rivers")).toMatchObject({ owner: "looked-at", declared: true });
    expect(about("Layer/roads:ways")).toMatchObject({ owner: "looked-at", declared: true });
    expect(all.map(({ address }) => address)).toEqual(
      expect.arrayContaining([
        "AccessRule/*.*.r",
        "CatalogMode/catalog",
        "DataStore/roads:db",
        "FeatureType/roads:ways",
        "Role/ADMIN",
        "User/admin",
        "Workspace/roads",
      ]),
    );
    expect(all.some(({ address }) => address.startsWith("KeystorePassword/"))).toBe(false);
    rmSync(join(folder, "store.yaml"));
    writeFiles(folder, { "type.yaml": STORE.split("---\n").slice(0, 2).join("---\n") });
    const [layer] = await list("Layer", "-f", folder);
    expect(layer).toMatchObject({ declared: false, comes_with: "FeatureType/roads:ways" });
  });

  test("a part of it, by kind, name and workspace", async () => {
    await applied();
    await send("POST", "/workspaces/roads/styles?name=own", SLD, sld({ name: "own" }));
    expect(await names("Workspace")).toEqual(["Workspace/roads"]);
    expect(await names("Style/r*")).toEqual(expect.arrayContaining(["Style/rivers"]));
    expect(await names("Style/roads:*", "Layer/*")).toEqual([
      "Layer/roads:ways",
      "Style/roads:own",
    ]);
    expect(await names("*/roads:own")).toEqual(["Style/roads:own"]);
    expect(await names("Style/nothing")).toEqual([]);
  });

  test("as text and as manifests; without those nobody knows what is declared", async () => {
    await applied();
    const { stdout } = await here("get", "Style/lakes", "-f", folder);
    expect(stdout).toBe(
      "Object       Owner      Declared\nStyle/lakes  looked-at  yes\n\n1 object.\n",
    );
    const yaml = await here("get", "Style/lakes", "-f", folder, "-o", "yaml");
    expect(yaml.stdout).toMatch(/^# Beside it: lakes\.sld\n/);
    expect(parse(yaml.stdout)).toEqual({
      apiVersion: "plumbline/v1",
      kind: "Style",
      metadata: { name: "lakes" },
      spec: { source: "./lakes.sld" },
    });
    const several = await here("get", "Style/*", "Workspace", "-o", "yaml");
    const [reasons = "", ...manifests] = several.stdout.split(/^(?=apiVersion)/m);
    expect(reasons).toContain("# Style/point: Every catalog has it from the start\n");
    const kinds = manifests.map(
      (text) => (parse(text.split("---")[0] ?? "") as { kind: string }).kind,
    );
    expect(kinds).toEqual(["Style", "Style", "Style", "Workspace"]);
    const elsewhere = { url, cwd: temporaryFolder() };
    expect(await runHere(["get", "Style/lakes"], elsewhere)).toEqual({
      code: 0,
      stdout: "Object       Owner      Declared\nStyle/lakes  looked-at  unknown\n\n1 object.\n",
      stderr: "",
    });
  });

  test("a kind that there is not, and manifests that cannot be read", async () => {
    const unknown = await here("get", "Stile");
    expect(unknown).toMatchObject({ code: 64, stdout: "" });
    expect(unknown.stderr).toContain("Did you mean Style?");
    url = await listenCatalog();
    writeFileSync(join(folder, "roads.yaml"), "");
    const broken = await here("get", "Style", "-f", folder, "-o", "json");
    expect(broken.code).toBe(1);
    expect(JSON.parse(broken.stdout)).toMatchObject({ diagnostics: [{ code: "manifest-empty" }] });
  });
});

describe("graph", () => {
  test("of the manifests, without a server", async () => {
    const { code, stdout } = await runHere(["graph", folder]);
    expect(code).toBe(0);
    expect(stdout).toBe(`Style/lakes
Style/rivers
└─ Layer/roads:ways
Style/wells
Workspace/roads
└─ DataStore/roads:db
   └─ FeatureType/roads:ways
      └─ Layer/roads:ways  (comes with it)
`);
  });

  test("of the catalog, and of what one object is used by", async () => {
    await applied();
    const all = await here("graph", folder, "--live", "-o", "json");
    expect(all.code).toBe(0);
    const { edges } = JSON.parse(all.stdout) as { edges: readonly object[] };
    expect(edges).toContainEqual({
      from: "Layer/roads:ways",
      to: "FeatureType/roads:ways",
      type: "comes-with",
    });
    const used = await here("graph", folder, "--live", "--of", "Style/rivers");
    expect(used.stdout).toBe(
      "Style/rivers\n└─ Layer/roads:ways\n\n1 object depends on Style/rivers.\n" +
        "shown by  Layer/roads:ways (by default)\nseen in   WMS\n",
    );
    const unused = await here("graph", folder, "--of", "Style/lakes");
    expect(unused.stdout).toBe("Style/lakes\n\nNothing depends on Style/lakes.\n");
  });

  test("for drawing programs", async () => {
    const dot = await runHere(["graph", folder, "-o", "dot"]);
    expect(dot.stdout).toContain('\n  "Layer/roads:ways" -> "Style/rivers";\n');
    const mermaid = await runHere(["graph", folder, "-o", "mermaid"]);
    expect(mermaid.stdout).toMatch(/^graph LR\n {2}n0\["Style\/lakes"\]\n/);
  });

  test("what is not there is an error with the nearest that is", async () => {
    const { code, stdout, stderr } = await runHere([
      "graph",
      folder,
      "--of",
      "Style/river",
      "-o",
      "json",
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain("Did you mean Style/rivers?");
    expect(JSON.parse(stdout)).toMatchObject({ diagnostics: [{ code: "object-unknown" }] });
    expect(await runHere(["graph", folder, "-o", "dto"])).toMatchObject({
      code: 64,
      stderr: expect.stringContaining("Did you mean dot?") as unknown,
    });
  });
});
