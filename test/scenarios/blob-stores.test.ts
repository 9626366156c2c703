/**
 * Blob stores: what a server keeps to itself, what is not said, the default one. The
 * danger blob-store-in-use.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import { renderPlan } from "../../src/reconciler/report/text.ts";
import type { Transport, WireResponse } from "../../src/wire/request.ts";
import { connectTo } from "../support/servers/catalog.ts";
import { applyFolder, estateOf, type EstateOptions } from "../support/estates/estate.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { importFrom, textsOf, undeclaredOf } from "../support/commands/imports.ts";
import { stockServer } from "../stock/server.ts";

const manifest = (name: string, spec: object) =>
  JSON.stringify({ apiVersion: "plumbline/v1", kind: "BlobStore", metadata: { name }, spec });
const anchor =
  '{"apiVersion":"plumbline/v1","kind":"Workspace","metadata":{"name":"anchor"},"spec":{}}';
const file = (more: object = {}) => ({ type: "File", baseDirectory: "/srv/tiles", ...more });

const xml = (body: string): WireResponse => ({
  status: 200,
  headers: { "content-type": "application/xml" },
  body: new TextEncoder().encode(body),
});

/** A server of which one tile layer names the store `disk`. */
const withTileLayer =
  (real: Transport): Transport =>
  async (request) => {
    if (request.path === "/gwc/rest/layers.xml")
      return xml("<layers><layer><name>w:a</name></layer></layers>");
    if (request.path.startsWith("/gwc/rest/layers/"))
      return xml("<GeoServerLayer><blobStoreId>disk</blobStoreId></GeoServerLayer>");
    return real(request);
  };

function open(wrap?: (real: Transport) => Transport) {
  const { app, state } = stockServer();
  const folder = temporaryFolder();
  const options: EstateOptions = {
    prune: "owned",
    allow: ["over-limit"],
    environment: { KEY: "hush hush" },
  };
  return {
    state,
    write: (...manifests: readonly string[]) =>
      writeFileSync(join(folder, "estate.yaml"), [anchor, ...manifests].join("\n---\n")),
    apply: () => applyFolder(app, folder, options),
    plan: async (more: EstateOptions = {}) => {
      const connection = await connectTo(app, "test", wrap);
      return planEstate(estateOf(folder, { ...options, ...more }), connection);
    },
  };
}

test("a plan that deletes or recreates one that a tile layer names stops", async () => {
  const { write, apply, plan } = open(withTileLayer);
  const blocks = async (allow: EstateOptions["allow"] = ["over-limit"]) =>
    (await plan({ allow })).plan?.blocks.map(({ name, message }) => [name, message]);
  write(manifest("disk", file()), manifest("other", file({ baseDirectory: "/srv/other" })));
  await apply();
  expect(await blocks()).toEqual([]);
  write(manifest("disk", { type: "Mbtiles", rootDirectory: "/srv/tiles" }));
  const recreated =
    "Recreating the blob store disk leaves tile layer w:a without the place of their tiles";
  expect((await blocks())?.[0]).toEqual(["blob-store-in-use", recreated]);
  write();
  const deleted =
    "Deleting the blob store disk leaves tile layer w:a without the place of their tiles";
  expect((await blocks())?.[0]).toEqual(["blob-store-in-use", deleted]);
  expect(await blocks(["over-limit", "blob-store-in-use"])).toEqual([]);
});

test("an import says what a placeholder stands for as a note, and the rest as a manifest", async () => {
  const { app, state } = stockServer();
  const settings =
    "<bucket>${BUCKET}</bucket><access>${ACCESS}</access><maxConnections>${MOST}</maxConnections><useHTTPS>${HTTPS}</useHTTPS><useGzip>true</useGzip>";
  const text = `<S3BlobStore><id>s3</id><enabled>true</enabled>${settings}</S3BlobStore>`;
  state.blobStores.set("s3", text);
  const { imported } = await importFrom(app);
  expect(undeclaredOf(imported).filter((one) => one.startsWith("BlobStore"))).toEqual([]);
  const found = imported.objects.find(({ address }) => address.name === "s3");
  expect(found?.notes).toEqual(["access", "maxConnections", "useHTTPS"]);
  const said = Object.values(textsOf(imported)).find((one) => one.includes("kind: BlobStore"));
  expect(said).toMatch(/bucket: .*BUCKET/);
  expect(said).toContain("useGzip: true");
  expect(said).not.toMatch(/^ +(?:access|maxConnections|useHTTPS):/m);
});

test("tile layers are read once, however many stores go", async () => {
  let reads = 0;
  const { write, apply, plan } = open((real) => async (request) => {
    if (request.path.startsWith("/gwc/rest/layers/")) reads++;
    return withTileLayer(real)(request);
  });
  write(...["a", "b", "c"].map((name) => manifest(name, file({ baseDirectory: `/srv/${name}` }))));
  await apply();
  write();
  expect((await plan()).plan?.steps.length).toBe(3);
  expect(reads).toBe(1);
});

test("the default one is not deleted, whatever is allowed, until another one is", async () => {
  const { write, apply, plan, state } = open();
  write(manifest("disk", file({ default: true })), manifest("other", file({ enabled: false })));
  await apply();
  expect(state.blobStores.get("disk")).toMatch(/^<FileBlobStore default="true">/);
  write(manifest("other", file({ enabled: false })));
  expect((await plan()).plan?.blocks.map(({ message }) => message)).toEqual([
    "BlobStore/disk is the default blob store, which cannot be deleted",
  ]);
  expect([...state.blobStores.keys()].toSorted()).toEqual(["disk", "other"]);
  const other = manifest("other", file({ enabled: false, default: true }));
  write(other);
  expect((await plan()).plan?.blocks.length).toBe(1);
  const requests: string[] = [];
  for (const manifests of [[manifest("disk", file()), other], [other]]) {
    write(...manifests);
    const { writes } = await apply();
    requests.push(...writes.map(({ request: { method, path } }) => `${method} ${path}`));
  }
  expect(requests).toEqual(["PUT /gwc/rest/blobstores/other", "DELETE /gwc/rest/blobstores/disk"]);
});

test("keys are compared by fingerprints, kept where they are not said, and never shown", async () => {
  const { write, apply, plan, state } = open();
  const secrets = { awsSecretKey: { fromEnv: "KEY" } };
  write(manifest("s3", { type: "S3", bucket: "a", secrets }));
  const first = await apply();
  expect(state.blobStores.get("s3")).toMatch(/<awsSecretKey>hush hush</);
  const told = first.planned.plan === undefined ? "" : renderPlan(first.planned.plan);
  expect(told).not.toMatch(/hush/);
  expect((await plan()).plan?.steps.length).toBe(0);
  // Somebody else changes the key, and the plan notices.
  const shown = state.blobStores.get("s3") ?? "";
  state.blobStores.set("s3", shown.replace("hush hush", "loud"));
  const changed = (await plan()).plan?.changes.find(({ action }) => action === "update");
  expect(changed?.fields.map(({ field }) => field)).toEqual(["secrets"]);
  // What a manifest does not say goes along.
  write(manifest("s3", { type: "S3", bucket: "b" }));
  await apply();
  expect(state.blobStores.get("s3")).toMatch(/<bucket>b<.*<awsSecretKey>loud</);
});

test("a setting of another type is refused, and a key in clear has no place", async () => {
  const { write, plan } = open();
  write(manifest("disk", file({ bucket: "a" })));
  expect((await plan()).diagnostics.map(({ message }) => message)).toEqual([
    "A blob store of type File has no bucket; S3, GoogleCloudStorage has it",
  ]);
  write(manifest("s3", { type: "S3", bucket: "a", awsSecretKey: "in clear" }));
  expect((await plan()).diagnostics.map(({ message }) => message)).toEqual([
    "spec.awsSecretKey is not a known field",
  ]);
  const secrets = { bucket: { fromEnv: "KEY" }, accountKey: { fromEnv: "KEY" } };
  write(manifest("s3", { type: "S3", bucket: "a", secrets }));
  expect((await plan()).diagnostics.map(({ message }) => message)).toEqual([
    "A blob store of type S3 has no accountKey; Azure has it",
    "A blob store of type S3 has no secret bucket; it is no secret: write it beside the type",
  ]);
});
