/** Approving from the page of a real watch, against a real server: what the page names is deleted, and nothing before. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { passed, startWatching } from "../e2e/watching.ts";
import { manifest, project } from "../e2e/support.ts";
import { startServer } from "../support/commands/cli.ts";
import { sld } from "../support/estates/artefacts.ts";
import { openPage, seriousFindings, startBrowser } from "../support/reports/browser.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { describeProgram } from "../support/run/parts.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";

describeProgram("chromium", "a plan with two deletions", () => {
  test("is read on the page of a watch and approved there, by keyboard, and then they are gone", async () => {
    const server = await startServer(join(temporaryFolder(), "data"));
    onTestFinished(async () => void (await server.end()));
    const browser = await startBrowser();
    onTestFinished(() => browser.close());
    const folder = temporaryFolder();
    writeFiles(folder, {
      "plumbline.yaml": project("estate: roads\nprune: owned\nwatch: { poll: 1s }"),
      "kept.yaml": manifest("Workspace", "name: kept"),
      "roads.yaml": manifest("Workspace", "name: roads"),
      "style.yaml":
        "apiVersion: plumbline/v1\nkind: Style\nmetadata: { workspace: roads, name: lines }\nspec: { source: ./lines.sld }\n",
      "lines.sld": sld(),
    });
    const token = join(temporaryFolder(), "token");
    writeFileSync(token, "t0ken");
    const endpoints = ["--endpoints", "127.0.0.1:0", "--endpoints-token-file", token];
    const watch = await startWatching(server.url, folder, ...endpoints);
    await watch.event(passed("applied"));
    const statusOf = async (path: string) => {
      const headers = { authorization: AUTHORIZATION };
      return (await fetch(`${server.url}/rest/${path}`, { headers })).status;
    };
    const paths = ["workspaces/roads.json", "workspaces/roads/styles/lines.json"];
    const statuses = () => Promise.all([...paths, "workspaces/kept.json"].map(statusOf));
    expect(await statuses()).toEqual([200, 200, 200]);

    for (const file of ["roads.yaml", "style.yaml"]) rmSync(join(folder, file));
    await watch.event(passed("waiting"));
    const address = /endpoints (http:\S+)/.exec(watch.stderr())?.[1] ?? "";
    const { page, errors, origins } = await openPage(browser, `${address}/console`);
    await page.keyboard.type("t0ken");
    await page.keyboard.press("Enter");
    const plans = page.getByRole("region", { name: "Waiting plans" });
    const report = plans.frameLocator("iframe[title='The plan']");
    for (const deleted of ["delete Workspace/roads", "delete Style/roads:lines"])
      await report.locator("#changes").getByText(deleted).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await plans.getByText("Approve …").focus();
    await page.keyboard.press("Enter");
    const names = await plans.locator("details li").allTextContents();
    expect(names.toSorted()).toEqual(["Deletes Style/roads:lines", "Deletes Workspace/roads"]);
    expect(await seriousFindings(page)).toEqual([]);
    const yes = plans.getByRole("button", { name: /^Yes, delete / });
    const named = (await yes.textContent())?.replace("Yes, delete ", "").split(", ");
    expect(named?.toSorted()).toEqual(["Style/roads:lines", "Workspace/roads"]);
    // The watch has gone on, and nothing is gone that nobody has approved.
    const before = watch.events().length;
    await page.getByRole("button", { name: "Run now" }).click();
    await watch.event(passed("waiting"), before);
    expect(await statuses()).toEqual([200, 200, 200]);
    if (!(await yes.isVisible())) await plans.getByText("Approve …").press("Enter");
    await yes.focus();
    await page.keyboard.press("Enter");
    await page.getByText("Approved. The watch applies the plan next.").waitFor();
    await watch.event(passed("applied"), before);
    expect(await statuses()).toEqual([404, 404, 200]);
    await page.getByRole("button", { name: "Refresh" }).click();
    await plans.getByText("No plan is waiting").waitFor();
    expect([errors, ...origins]).toEqual([[], address]);
  });
});
