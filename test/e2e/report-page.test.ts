/** Report pages as commands write them: whole, the same each time, with the graph of what is declared. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { dataOfPage, faultsOfPage } from "../support/reports/report-page.ts";
import { runHere } from "../support/commands/run-here.ts";
import { estate, serverForFile } from "./support.ts";

const { url } = serverForFile();

const BREAKOUT = "</script><img src=x onerror=alert(1)><!-- ]]>";

/** A folder with objects that need each other, one of which says what was made to break out of a page. */
function hostile(name: string): string {
  const workspace = `${name}-w`;
  return estate(name, {
    "w.yaml": `apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: ${workspace} }\nspec: {}\n`,
    "s.yaml": `apiVersion: plumbline/v1\nkind: Style\nmetadata: { name: s, workspace: ${workspace} }\nspec: { source: ./s.sld }\n`,
    "s.sld": sld(),
    "u.yaml": `apiVersion: plumbline/v1\nkind: UrlCheck\nmetadata: { name: ${name} }\nspec: { regex: "^https://maps", description: ${JSON.stringify(BREAKOUT)} }\n`,
  });
}

async function report(command: readonly string[]): Promise<string> {
  const file = join(temporaryFolder(), "run.html");
  const ran = await runHere([...command, "--report", file], { url: url() });
  expect(ran).toMatchObject({ code: 0 });
  return readFileSync(file, "utf8");
}

test("a plan is a page that is whole, the same each time, and shows what needs what", async () => {
  const folder = hostile("page");
  const page = await report(["plan", folder]);
  expect(faultsOfPage(page)).toEqual([]);
  expect(await report(["plan", folder])).toBe(page);
  const { changes, graph, requests } = dataOfPage(page);
  expect(changes.map(({ address }) => address).toSorted()).toEqual([
    "Style/page",
    "Style/page-w:s",
    "UrlCheck/page",
    "Workspace/page-w",
  ]);
  expect(JSON.stringify(changes)).toContain(JSON.stringify(BREAKOUT).slice(1, -1));
  expect(page.split(BREAKOUT)).toHaveLength(1);
  const edges = graph?.edges.map(([from, to]) => [graph.nodes[from], graph.nodes[to]]);
  expect(edges).toContainEqual(["Style/page-w:s", "Workspace/page-w"]);
  expect(requests).toHaveLength(4);
  // On stdout, too.
  const shown = await runHere(["plan", folder, "-o", "html"], { url: url() });
  expect(shown).toMatchObject({ code: 0, stdout: page, stderr: "" });
});

test("an apply says what became of its requests, and a saved one is shown as a page without a graph", async () => {
  const folder = hostile("ran");
  const saved = join(temporaryFolder(), "run.json");
  const page = await report(["apply", folder, "--yes", "--report", saved]);
  expect(faultsOfPage(page)).toEqual([]);
  const { requests, graph } = dataOfPage(page);
  expect(requests.map(({ fate }) => fate)).toEqual(requests.map(() => "done 201"));
  expect(graph?.nodes).toContain("Workspace/ran-w");
  const shown = await runHere(["show", saved, "-o", "html"]);
  expect(shown.code).toBe(0);
  expect(faultsOfPage(shown.stdout)).toEqual([]);
  expect(dataOfPage(shown.stdout)).toEqual({ ...dataOfPage(page), graph: null });
});
