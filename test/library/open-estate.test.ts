/** An estate for programs: what it gives, when it refuses, and that one writes at a time. */
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { EstateError, LockError, openEstate, PlanStoppedError } from "../../src/index.ts";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, listenCatalog, PASSWORD, USER } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";

const style =
  "apiVersion: plumbline/v1\nkind: Style\nmetadata:\n  name: lakes\nspec:\n  source: ./lakes.sld\n";

const environment = { PLUMBLINE_USER: USER, PLUMBLINE_PASSWORD: PASSWORD };

/** An estate of one style on a server of its own, with the file `more` beside it. */
async function begin(more: Readonly<Record<string, string>> = {}) {
  const url = await listenCatalog();
  const folder = temporaryFolder();
  const project = `apiVersion: plumbline/v1\nkind: Project\nestate: lakes\nprune: owned\ntargets:\n  here: { url: "${url}" }\n  there: { url: "http://127.0.0.1:1" }\n`;
  const files = { "manifests/lakes.yaml": style, "manifests/lakes.sld": sld() };
  writeFiles(folder, { "plumbline.yaml": project, ...files, ...more });
  const open = async () => {
    const estate = await openEstate({ project: folder, target: "here", environment });
    onTestFinished(estate.close);
    return estate;
  };
  const call = async (method: string, path: string, body?: string) => {
    const headers = { authorization: AUTHORIZATION, "content-type": "application/vnd.ogc.sld+xml" };
    const answer = await fetch(`${url}/rest${path}`, { method, headers, ...(body && { body }) });
    return answer.status;
  };
  return { url, folder, open, call };
}

/** What a promise rejects with. */
async function reasonOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

test("plans, applies what was planned, and sees what somebody else changes", async () => {
  const { url, open, call } = await begin();
  const estate = await open();
  expect([estate.name, estate.url]).toEqual(["lakes", url]);
  const first = await estate.plan();
  expect(first.plan.steps).toHaveLength(1);
  const sent: string[] = [];
  const run = await estate.apply(first, { onEvent: ({ type }) => void sent.push(type) });
  expect([run.converged, run.diagnostics, sent.length > 0]).toEqual([true, [], true]);
  expect((await estate.plan()).plan.steps).toEqual([]);
  expect((await estate.drift()).drifted).toEqual([]);
  expect(await call("PUT", "/styles/lakes", sld({ colour: "#123456" }))).toBe(200);
  const [drifted] = (await estate.drift()).drifted;
  expect(drifted?.address).toMatchObject({ kind: "Style", name: "lakes" });
});

describe("nothing is written", () => {
  test("where another plan is due than the one that was agreed to", async () => {
    const { folder, open, call } = await begin();
    const estate = await open();
    const agreed = await estate.plan();
    writeFiles(folder, { "manifests/lakes.sld": sld({ colour: "#123456" }) });
    const reason = await reasonOf(estate.apply(agreed));
    expect(reason).toBeInstanceOf(EstateError);
    expect((reason as EstateError).diagnostics).toMatchObject([{ code: "plan-stale" }]);
    expect(await call("GET", "/styles/lakes")).toBe(404);
  });

  test("where a guard stops the plan", async () => {
    const mode =
      "apiVersion: plumbline/v1\nkind: CatalogMode\nmetadata: { name: catalog }\nspec: { mode: CHALLENGE }\n";
    const { open, call } = await begin({ "manifests/mode.yaml": mode });
    const estate = await open();
    const reason = await reasonOf(estate.apply(await estate.plan()));
    expect(reason).toBeInstanceOf(PlanStoppedError);
    expect((reason as PlanStoppedError).blocks).toMatchObject([{ name: "catalog-mode" }]);
    expect(await call("GET", "/styles/lakes")).toBe(404);
  });

  test("while somebody else holds the lock, and afterwards it is let go", async () => {
    const { open, call } = await begin();
    const [one, other] = [await open(), await open()];
    const agreed = await one.plan();
    let refused: unknown;
    const run = await one.apply(agreed, {
      onEvent: ({ type }) => {
        if (type === "started") refused ??= reasonOf(other.apply(agreed));
      },
    });
    expect(run.converged).toBe(true);
    expect(await refused).toBeInstanceOf(LockError);
    expect(await call("DELETE", "/styles/lakes")).toBe(200);
    expect((await other.apply(await other.plan())).converged).toBe(true);
  });

  test("once the signal says so", async () => {
    const { open, call } = await begin();
    const estate = await open();
    const run = await estate.apply(await estate.plan(), { signal: AbortSignal.abort() });
    expect(run.converged).toBe(false);
    expect(await call("GET", "/styles/lakes")).toBe(404);
  });
});

describe("what is wrong is said, every fault at once", () => {
  test("of the manifests", async () => {
    const broken = style.replace("source", "sauce");
    const { open } = await begin({ "manifests/more.yaml": broken, "manifests/other.yaml": broken });
    const estate = await open();
    for (const ask of [estate.plan, estate.drift]) {
      const reason = await reasonOf(ask());
      expect(reason).toBeInstanceOf(EstateError);
      const places = (reason as EstateError).diagnostics.map(({ where }) => where?.file);
      expect(new Set(places.map((file) => file?.split("/").at(-1)))).toEqual(
        new Set(["more.yaml", "other.yaml"]),
      );
    }
  });

  test("of the target and the project file", async () => {
    const { folder } = await begin();
    const project = join(folder, "plumbline.yaml");
    for (const [options, code] of [
      [{ project, target: "nowhere" }, "target-unknown"],
      [{ project }, "target-unknown"],
      [{ project: join(folder, "missing.yaml"), target: "here" }, "file-unreadable"],
    ] as const) {
      const reason = await reasonOf(openEstate({ ...options, environment }));
      expect(reason, code).toBeInstanceOf(EstateError);
      expect((reason as EstateError).diagnostics).toMatchObject([{ code }]);
    }
  });

  test("of the way to the server", async () => {
    const { folder } = await begin();
    const reason = await reasonOf(openEstate({ project: folder, target: "there", environment }));
    expect(reason).toMatchObject({ name: "TransportError" });
  });
});
