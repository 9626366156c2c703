/** Kinds of documents out of a table of fields alone: outside of workspaces, with nothing inside them. */
import { expect, test } from "vitest";
import { z } from "zod";
import type { Part } from "../../src/model/schema.ts";
import { documentKind } from "../../src/reconciler/kinds/document/document-kind.ts";
import { partsSpec } from "../../src/reconciler/kinds/fields/part-specs.ts";
import { partHandlers } from "../../src/reconciler/kinds/fields/parts.ts";
import type { ArtefactSource, KindContext } from "../../src/reconciler/kind.ts";
import type { WireResponse } from "../../src/wire/request.ts";

const table = {
  title: { type: "text" },
  mood: { type: "filled-text", values: ["good", "bad"] },
  enabled: { type: "flag", means: "Whether it is shown." },
} as const satisfies Readonly<Record<string, Part>>;

const spec = () => z.strictObject(partsSpec(table));

type Spec = z.infer<ReturnType<typeof spec>>;

const address = { kind: "Note", workspace: null, name: "door" };

const kind = documentKind<Spec, Spec>({
  name: "Note",
  description: "A note.",
  workspace: "none",
  spec,
  example: { metadata: { name: "door" }, spec: {} },
  requests: [],
  weight: 1,
  noun: "note",
  root: "note",
  fields: () => partHandlers(table),
  read: async ({ spec: declared }) => ({ declared, diagnostics: [] }),
  list: { outside: async () => [address] },
  paths: {
    read: ({ name }, suffix) => `/notes/${name}.${suffix}`,
    collection: () => "/notes",
    single: ({ name }) => `/notes/${name}`,
  },
});

const document =
  "<note><name>door</name><title>Hello</title><mood>odd</mood><enabled>false</enabled></note>";

const answer = (status: number, text: string): WireResponse => ({
  status,
  headers: {},
  body: new TextEncoder().encode(text),
});

const context: KindContext = {
  read: async ({ path }) => (path === "/notes/door.xml" ? answer(200, document) : answer(404, "")),
  server: {
    software: "geoserver",
    dialect: "geoserver",
    version: "2",
    resources: true,
    digests: false,
  },
  account: "admin",
};

const where = { file: "note.yaml", line: 1, column: 1 };
const files = {} as ArtefactSource;

test("a spec takes what the table says, and nothing else", () => {
  expect(spec().safeParse({ title: "", mood: "bad", enabled: true }).success).toBe(true);
  for (const wrong of [{ mood: "odd" }, { enabled: "yes" }, { colour: "red" }])
    expect(spec().safeParse(wrong).success).toBe(false);
});

test("what a manifest says is compared, sent, and said again", async () => {
  const given: Spec = { title: "Bye", enabled: true };
  const manifest = {
    kind: "Note",
    name: "door",
    workspace: null,
    lifecycle: undefined,
    spec: given,
    locate: () => where,
  };
  const { resources, diagnostics } = await resolveOne(manifest);
  expect(diagnostics).toEqual([]);
  expect(resources).toMatchObject([
    { address, facts: { title: "Bye", enabled: true }, requires: [] },
  ]);
  const [resource] = resources;
  if (resource === undefined) throw new Error("nothing was resolved");
  const [live] = await kind.observe(context, [{ ...resource }]);
  expect(live).toMatchObject({ address, facts: { title: "Hello", enabled: false }, requires: [] });
  if (live === undefined) throw new Error("nothing was found");
  const change = { resource, live, fields: ["title"], recorded: undefined, isDeleted: () => false };
  expect(await kind.update?.(change, context)).toMatchObject([
    {
      summary: "change title of note door",
      request: {
        method: "PUT",
        path: "/notes/door",
        body: { text: "<note><title>Bye</title></note>" },
      },
    },
  ]);
  expect(kind.remove?.(live)).toEqual([
    { summary: "delete note door", request: { method: "DELETE", path: "/notes/door" } },
  ]);
});

test("what is there is declared, but for a value that no manifest can have", async () => {
  const place = { workspaces: [], statedOnly: true, fileName: (name: string) => name };
  const outside = await kind.declare?.(context, { ...place, workspace: null });
  expect(outside?.declarations).toMatchObject([
    { kind: "Note", workspace: null, name: "door", spec: { title: "Hello", enabled: false } },
  ]);
  expect(outside?.declarations[0]?.spec).not.toHaveProperty("mood");
  const inside = await kind.declare?.(context, { ...place, workspace: "w" });
  expect(inside).toEqual({ declarations: [], undeclared: [] });
});

async function resolveOne(manifest: Parameters<NonNullable<typeof kind.resolve>>[0]) {
  const resolution = await kind.resolve?.(manifest, files);
  if (resolution === undefined) throw new Error("the kind resolves nothing");
  return resolution;
}
