/**
 * Folders of manifests that are damaged: whatever is missing, nothing is deleted on that ground, and
 * the message names the place.
 */
import type { FastifyInstance } from "fastify";
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mapping, sld } from "../support/estates/artefacts.ts";
import { startCatalog } from "../support/servers/catalog.ts";
import { runCli } from "../support/commands/cli.ts";
import { damages, type Damage, type Victim } from "../support/estates/damages.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { indexer, raster, TIME_REGEX } from "../support/mosaics/mosaic-manifests.ts";
import { runHere } from "../support/commands/run-here.ts";
import { slice } from "../support/run/scale.ts";

/** What lies in `mount/`; the first manifest can go without the others. */
interface Mounted {
  readonly name: string;
  readonly manifests: readonly string[];
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** Path of the artefact that is damaged. */
  readonly artefact: string;
}

const document = (kind: string, metadata: string, spec: string) =>
  `apiVersion: plumbline/v1\nkind: ${kind}\nmetadata: { ${metadata} }\nspec: ${spec}\n`;
const rules = (name: string, spec: string) => document("AccessRules", `name: ${name}`, spec);

const estates: readonly Mounted[] = [
  {
    name: "styles",
    manifests: [
      document("Style", "name: red", "{ source: ./red.css }"),
      document("Style", "workspace: base-styles, name: icons", "{ source: ./icons/ }"),
    ],
    files: { "red.css": "* { stroke: red; }\n", "icons/a.sld": sld(), "icons/a.svg": "<svg/>" },
    artefact: "red.css",
  },
  {
    name: "mappings",
    manifests: [
      rules("mapped", '{ mode: exclusive, scope: ["mapped.*"], rules: { "mapped.A.r": [R] } }'),
      document("Workspace", "name: mapped", '{ namespace: "http://example.org/t" }'),
      document("AppSchemaStore", "workspace: mapped, name: s", "{ mapping: ./s/ }"),
      document("Layer", "workspace: mapped, name: A", "{ defaultStyle: line }"),
      document("LayerGroup", "workspace: mapped, name: all", "{ layers: [{ layer: A }] }"),
    ],
    files: { "s/s.appschema": mapping(["t:A"], { includes: ["b.xml"] }), "s/b.xml": mapping([]) },
    artefact: "s/b.xml",
  },
  {
    name: "documents",
    manifests: [
      rules("requests", '{ domain: services, mode: merge, rules: { "wfs.GetFeature": [R] } }'),
      document(
        "DataStore",
        "workspace: base-documents, name: db",
        "{ connectionParameters: { dbtype: postgis } }",
      ),
      document("FeatureType", "workspace: base-documents, name: ways", "{ store: db }"),
      document(
        "CoverageStore",
        "workspace: base-documents, name: relief",
        '{ type: GeoTIFF, url: "file:a.tif" }',
      ),
      document("Coverage", "workspace: base-documents, name: heights", "{ store: relief }"),
      document("Style", "workspace: base-documents, name: ways", "{ source: ./ways.sld }"),
    ],
    files: { "ways.sld": sld() },
    artefact: "ways.sld",
  },
  {
    name: "accounts",
    manifests: [
      rules("rest", '{ domain: rest, mode: merge, rules: { "/styles/**:GET": [ROLE_DAMAGED] } }'),
      document("Role", "name: ROLE_DAMAGED", "{}"),
      document("User", "name: ann", "{ password: { fromFile: ./ann.txt }, roles: [ROLE_DAMAGED] }"),
      document("Style", "name: of-accounts", "{ source: ./of/ }"),
    ],
    files: { "ann.txt": "a password for ann\n", "of/a.sld": sld(), "of/a.png": "image" },
    artefact: "of/a.sld",
  },
  {
    name: "mosaics",
    manifests: [
      document("Style", "name: of-mosaics", "{ source: ./a.sld }"),
      document(
        "ImageMosaic",
        "workspace: base-mosaics, name: sst",
        "{ definition: ./sst/, granules: { local: ./granules/, policy: mirror } }",
      ),
    ],
    files: {
      "a.sld": sld(),
      "sst/indexer.properties": indexer(),
      "sst/timeregex.properties": TIME_REGEX,
      "granules/sst_20260101.tif": raster(1),
      "granules/sst_20260102.tif": raster(2),
    },
    artefact: "a.sld",
  },
];

function lay({ name, manifests, files, artefact }: Mounted): Victim {
  const root = temporaryFolder();
  writeFiles(root, {
    "plumbline.yaml": `apiVersion: plumbline/v1\nkind: Project\nestate: ${name}\nmanifests: [base, mount]\nprune: owned\nallow: [over-limit, public-access]\n`,
    "base/base.yaml": document(
      "Workspace",
      `name: base-${name}`,
      `{ namespace: "http://example.org/${name}" }`,
    ),
    "mount/own.yaml": manifests.join("---\n"),
  });
  const mount = join(root, "mount");
  writeFiles(mount, files);
  return { root, mount, own: join(mount, "own.yaml"), artefact: join(mount, artefact) };
}

/** What a server was asked that changes the catalog; the state of estates are not of it. */
function listen(app: FastifyInstance, onState: () => void): string[] {
  const writes: string[] = [];
  app.server.on("request", ({ method = "", url = "" }: { method?: string; url?: string }) => {
    if (url.endsWith("/inventory.json")) onState();
    const reads = method === "GET" || method === "HEAD";
    if (!reads && !url.includes("/resource/plumbline/")) writes.push(`${method} ${url}`);
  });
  return writes;
}

async function suffer(mounted: Mounted, wounds: readonly Damage[]): Promise<void> {
  const { app } = await startCatalog();
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const options = { name: mounted.name, prune: "owned", allow: ["over-limit"] } as const;
  const whole = lay(mounted);
  const { result } = await applyFolder(app, whole.root, options);
  expect(result?.converged).toBe(true);
  let meanwhile = () => {};
  const writes = listen(app, () => meanwhile());
  for (const { name, inflict, meanwhile: later, told, needsProcess } of wounds) {
    const victim = lay(mounted);
    const damaged = Promise.resolve(inflict(victim));
    meanwhile = () => {
      meanwhile = () => {};
      later?.(victim);
    };
    const paths = [join(victim.root, "base"), victim.mount];
    const { code, stderr } = await (needsProcess ? runCli : runHere)(["apply", ...paths, "--yes"], {
      url,
    });
    await damaged;
    expect({ name, code, writes, stderr }).toEqual({
      name,
      code: 1,
      writes: [],
      stderr: expect.stringMatching(told),
    });
  }
  // The folder would have been believed if it were merely smaller, so that the above says something.
  rmSync(whole.own);
  const smaller = await planFolder(app, whole.root, options);
  expect(smaller.plan?.summary.delete).toBeGreaterThan(1);
}

describe("a damaged folder deletes nothing", () => {
  const cases = estates.flatMap((mounted) => damages.map((damage) => ({ mounted, damage })));
  const chosen = Map.groupBy(slice(cases, { test: 3 }), ({ mounted }) => mounted);
  const wounded = [...chosen].map(([mounted, own]) => ({ name: mounted.name, mounted, own }));
  test.for(wounded)("$name", { timeout: 300_000 }, async ({ mounted, own }) => {
    await suffer(
      mounted,
      own.map(({ damage }) => damage),
    );
  });

  test("a byte order mark and links are no damage", async () => {
    const [mounted] = estates;
    if (mounted === undefined) throw new Error("there are estates");
    const { app } = await startCatalog();
    const options = { name: mounted.name, prune: "owned" } as const;
    const marked = lay(mounted);
    await applyFolder(app, marked.root, options);
    writeFileSync(marked.own, `\ufeff${readFileSync(marked.own, "utf8")}`);
    const linked = lay(mounted);
    const elsewhere = temporaryFolder();
    cpSync(linked.mount, elsewhere, { recursive: true });
    rmSync(linked.mount, { recursive: true });
    symlinkSync(elsewhere, linked.mount);
    for (const { root } of [marked, linked]) {
      const { plan } = await planFolder(app, root, options);
      expect(plan?.changes.filter(({ action }) => action !== "none")).toEqual([]);
      expect(plan?.changes).toHaveLength(3);
    }
  });

  test("a Git that is done in a moment is waited for", async () => {
    const [mounted] = estates;
    if (mounted === undefined) throw new Error("there are estates");
    const { app } = await startCatalog();
    const { root, own } = lay(mounted);
    const whole = readFileSync(own);
    const lock = join(root, ".git", "index.lock");
    writeFiles(root, { ".git/index.lock": "" });
    rmSync(own);
    setTimeout(() => {
      writeFileSync(own, whole);
      rmSync(lock);
    }, 100);
    const { plan, diagnostics } = await planFolder(app, root, { prune: "owned" });
    expect(diagnostics).toEqual([]);
    expect(plan?.changes).toHaveLength(3);
  });
});
