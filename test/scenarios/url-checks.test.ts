/**
 * URL checks on a stock server, which switches off every check of which a change does not say whether it is on,
 * and in a rehearsal.
 */
import { describe, expect, test } from "vitest";
import { stockServer } from "../stock/server.ts";
import { AUTHORIZATION, connectTo, startCatalog } from "../support/servers/catalog.ts";
import type { Estate } from "../../src/reconciler/estate.ts";
import { rehearse } from "../../src/rehearsal/rehearse.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";

const manifest = (spec: string) => `apiVersion: plumbline/v1
kind: UrlCheck
metadata: { name: icons }
spec: ${spec}
`;

const estateIn = (folder: string): Estate => ({
  name: "test",
  paths: [folder],
  prune: "owned",
  allow: new Set(),
});

function folderOf(spec: string): string {
  const folder = temporaryFolder();
  writeFiles(folder, { "check.yaml": manifest(spec) });
  return folder;
}

test("a check that somebody switched on stays on when its description changes", async () => {
  const { app, state } = stockServer();
  await applyFolder(app, folderOf("{ regex: ^https://a/.*$, description: one }"));
  const on = "<regexUrlCheck><enabled>true</enabled></regexUrlCheck>";
  const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
  await app.inject({ method: "PUT", url: "/rest/urlchecks/icons", headers, payload: on });
  const { result, writes } = await applyFolder(
    app,
    folderOf("{ regex: ^https://a/.*$, description: another }"),
  );
  expect(result?.converged).toBe(true);
  expect(writes).toHaveLength(1);
  expect(state.urlChecks).toEqual([
    { name: "icons", description: "another", enabled: true, regex: "^https://a/.*$" },
  ]);
  await app.close();
});

test("a rehearsal copies the checks that a plan changes", async () => {
  const { app, state } = stockServer();
  const check = { name: "icons", description: "one", enabled: true, regex: "^https://a/.*$" };
  state.urlChecks = [check];
  const spec = "{ regex: ^https://b/.*$, description: another, enabled: true }";
  const { run } = await rehearse(estateIn(folderOf(spec)), await connectTo(app));
  expect(run).toMatchObject({ notRehearsed: [], gaps: [], leftovers: [], converged: true });
  const [first] = run?.calls ?? [];
  expect(first).toMatchObject({ method: "PUT", path: "/urlchecks/icons", status: 200 });
  expect(state.urlChecks).toEqual([check]);
  await app.close();
});

test("two entries of one name in the list are one check", async () => {
  const { app, state } = stockServer();
  const check = { name: "icons", description: undefined, enabled: true, regex: "^https://a/.*$" };
  state.urlChecks = [check, check];
  const { planned } = await applyFolder(app, folderOf("{ regex: ^https://a/.*$, enabled: true }"));
  expect(planned.plan?.steps).toEqual([]);
  await app.close();
});

test.for([
  ["{ regex: 'http://(((' }", "unterminated group"],
  ["{ regex: '' }", "is empty"],
])("%s is reported before anything is sent", async ([spec, why]) => {
  const { app } = stockServer();
  const { planned, writes } = await applyFolder(app, folderOf(spec ?? ""));
  expect(planned.diagnostics.map(({ message }) => message).join()).toContain(why);
  expect(writes).toEqual([]);
  await app.close();
});

describe.for(["ours", "stock"] as const)(
  "what url-check-loosened stops on a server: %s",
  (target) => {
    const [A, B] = ["^https://a/.*$", "^https://b/.*$"];
    const on = `{ regex: ${A}, enabled: true, description: one }`;
    const off = `{ regex: ${A}, enabled: false, description: one }`;
    const other = "URL check icons would let other addresses through than now";
    const turnedOff =
      "URL check icons would be switched off, and what only it lets through is refused";
    const turnedOn = "URL check icons would be switched on, and lets its addresses through";
    const deleted = "URL check icons would be deleted, and what only it lets through is refused";

    test.for([
      ["a new one", undefined, on, []],
      ["another expression", on, `{ regex: ${B}, enabled: true }`, [other]],
      ["another expression, where nobody says that it is on", on, `{ regex: ${B} }`, [other]],
      ["switched off", on, off, [turnedOff]],
      ["switched off with another expression", on, `{ regex: ${B}, enabled: false }`, [turnedOff]],
      ["switched on", off, on, [turnedOn]],
      ["deleted", on, undefined, [deleted]],
      ["a description", on, `{ regex: ${A}, enabled: true, description: two }`, []],
      ["another expression of one that is off", off, `{ regex: ${B}, enabled: false }`, []],
      ["one that is off deleted", off, undefined, []],
    ] as const)("%s", async ([, before, after, stops]) => {
      const { app } = target === "ours" ? await startCatalog() : stockServer();
      const folder = temporaryFolder();
      const anchor =
        "apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: anchor }\nspec: {}\n";
      const write = (spec: string | undefined) =>
        writeFiles(folder, {
          "estate.yaml": [anchor, ...(spec === undefined ? [] : [manifest(spec)])].join("---\n"),
        });
      write(before);
      expect((await applyFolder(app, folder)).result?.converged).toBe(true);
      write(after);
      const { plan } = await planFolder(app, folder, { prune: "owned", allow: ["over-limit"] });
      const named = stops.map((message) => ["url-check-loosened", message]);
      expect(plan?.blocks.map(({ name, message }) => [name, message])).toEqual(named);
      expect(plan?.steps.length).toBe(1);
    });
  },
);
