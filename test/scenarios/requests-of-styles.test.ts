/**
 * What plans and applies of many styles ask of a stock server, counted by sort of request: each style is sent once and
 * read once, and all else is asked for many together.
 */
import { expect, onTestFinished, test } from "vitest";
import { addressesIn } from "../../src/reconciler/inventory/inventory.ts";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import type { WireRequest } from "../../src/wire/request.ts";
import { stockServer } from "../stock/server.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { se, sld } from "../support/estates/artefacts.ts";
import { connectTo, type Exchange } from "../support/servers/catalog.ts";
import { estateOf } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { scale } from "../support/run/scale.ts";

const STYLES = scale({ test: 420, proof: 1_200 });

/** Every sixth style is SLD 1.1, and a tenth lies in a workspace. */
function estate(): string {
  const folder = temporaryFolder();
  const styles = Array.from({ length: STYLES }, (_one, index) => {
    const name = `style-${index}`;
    const scope = index % 10 === 0 ? ", workspace: roads" : "";
    return [
      [
        `${name}.yaml`,
        `apiVersion: plumbline/v1\nkind: Style\nmetadata: { name: ${name}${scope} }\nspec: { source: ./${name}.sld }\n`,
      ],
      [`${name}.sld`, index % 6 === 0 ? se(name) : sld({ name })],
    ] as const;
  });
  writeFiles(folder, {
    "roads.yaml":
      "apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: roads }\nspec: { namespace: http://example.org/roads }\n",
    ...Object.fromEntries(styles.flat()),
  });
  return folder;
}

/** A request without what differs from style to style. */
function sortOf({ method, path, query, headers }: WireRequest): string {
  const sort = path.replace(/style-\d+/, "NAME").replace("/workspaces/roads/styles", "/styles");
  const more = [
    query?.["operation"],
    headers?.["accept"]?.includes("se+xml") === true ? "se" : undefined,
  ];
  return [method, sort, ...more.filter((one) => one !== undefined)].join(" ");
}

function counted(log: readonly Exchange[]): Readonly<Record<string, number>> {
  const sorts = Map.groupBy(log, ({ request }) => sortOf(request));
  return Object.fromEntries([...sorts].map(([sort, own]) => [sort, own.length]));
}

/** How many requests of a log there are for each style. */
function perStyle({ log }: { readonly log: readonly Exchange[] }): number {
  return log.length / STYLES;
}

test("a style that is created costs two requests at a stock server, and one that is as declared costs one", async () => {
  const { app } = stockServer();
  onTestFinished(() => app.close());
  const folder = estate();
  const applying = await connectTo(app);
  const { send, inventory } = applying;
  const result = await applyPlan(await planEstate(estateOf(folder, {}), applying), {
    send,
    inventory,
  });
  expect(result).toMatchObject({ converged: true, diagnostics: [] });
  const newer = STYLES / 6;
  expect(counted(applying.log)).toMatchObject({
    "POST /styles": STYLES,
    "GET /styles/NAME.sld": STYLES - newer,
    "GET /styles/NAME se": newer,
  });
  expect(perStyle(applying)).toBeLessThanOrEqual(2.1);

  const planning = await connectTo(app);
  const again = await planEstate(estateOf(folder, {}), planning);
  expect(again.plan?.steps).toEqual([]);
  expect(counted(planning.log)).toMatchObject({
    "GET /styles/NAME.sld": STYLES - newer,
    "GET /styles/NAME se": newer,
  });
  expect(perStyle(planning)).toBeLessThanOrEqual(1.05);
});

test("a style of SLD 1.1 that somebody changed is found, and one whose entry reads another file", async () => {
  const { app, state } = stockServer();
  onTestFinished(() => app.close());
  const folder = temporaryFolder();
  const names = ["left", "changed", "older", "moved"];
  for (const name of names)
    writeFiles(folder, {
      [`${name}.yaml`]: `apiVersion: plumbline/v1\nkind: Style\nmetadata: { name: ${name} }\nspec: { source: ./${name}.sld }\n`,
      [`${name}.sld`]: se(name),
    });
  const connection = await connectTo(app);
  const { send, inventory } = connection;
  const planned = await planEstate(estateOf(folder, {}), connection);
  await applyPlan(planned, { send, inventory });
  state.files.set("styles/changed.sld", Buffer.from(se("other")));
  const older = state.styles.get(":older") ?? expect.unreachable();
  older.version = "1.0.0";
  const moved = state.styles.get(":moved") ?? expect.unreachable();
  moved.fileName = "elsewhere.sld";
  state.files.set("styles/elsewhere.sld", Buffer.from(se("elsewhere")));
  const { plan } = await planEstate(estateOf(folder, {}), await connectTo(app));
  const changed = plan?.changes.filter(({ action }) => action !== "none");
  expect(changed?.map(({ address, action }) => [address.name, action])).toEqual([
    ["changed", "update"],
    ["moved", "update"],
  ]);
});

test("a style that somebody else makes after the plan is left alone, and not owned", async () => {
  const { app, state } = stockServer();
  onTestFinished(() => app.close());
  const folder = temporaryFolder();
  writeFiles(folder, {
    "rivers.yaml":
      "apiVersion: plumbline/v1\nkind: Style\nmetadata: { name: rivers }\nspec: { source: ./rivers.sld }\n",
    "rivers.sld": sld({ name: "rivers" }),
  });
  const connection = await connectTo(app);
  const { send, inventory } = connection;
  const planned = await planEstate(estateOf(folder, {}), connection);
  const theirs = { kind: "text", text: sld({ name: "theirs" }) } as const;
  const path = "/styles";
  const mediaType = "application/vnd.ogc.sld+xml";
  const query = { name: "rivers", raw: "true" };
  await send({ method: "POST", path, query, mediaType, body: theirs });
  const result = await applyPlan(planned, { send, inventory });
  expect(result.converged).toBe(false);
  expect(result.execution.reports).toMatchObject([
    { outcome: "refused", status: 403, message: expect.stringMatching(/already exists/) },
  ]);
  expect(Buffer.from(state.files.get("styles/rivers.sld") ?? []).toString()).toBe(theirs.text);
  expect([...addressesIn(await inventory.load())]).toEqual([]);
});
