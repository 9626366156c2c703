/** The console of a watch in a browser: its token, what waits and is approved, drift and health. */
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { changedBy } from "../../src/model/changed.ts";
import { secret } from "../../src/model/secret.ts";
import type { Change } from "../../src/reconciler/engine/plan/plan.ts";
import { planDocument } from "../../src/reconciler/report/json.ts";
import { renderPage } from "../../src/reconciler/report/page/page.ts";
import { startWatchEndpoints } from "../../src/reconciler/watch/endpoints.ts";
import { openMetrics } from "../../src/reconciler/watch/metrics.ts";
import { consoleFiles } from "../../src/server/console-files.ts";
import { openPage, seriousFindings, startBrowser } from "../support/reports/browser.ts";
import { describeProgram } from "../support/run/parts.ts";
import { passEnd, planWith, waitingPlan, watchState } from "../support/watch/pass-ends.ts";

const digest = `sha256-${"ab".repeat(32)}`;
const about = { url: "http://127.0.0.1:8080/geoserver", version: "0.0.0" };
const gone = (kind: string): Change => ({
  address: { kind, workspace: "w", name: "roads" },
  action: "delete",
  formerly: undefined,
  adopts: false,
  owner: undefined,
  unowned: false,
  fields: [],
  unlike: [],
  before: {},
  after: undefined,
  where: undefined,
  because: undefined,
  alsoDeletes: [],
  comesBack: [],
  cannotComeBack: [],
  deletedWith: undefined,
});
const waiting = waitingPlan({
  digest,
  blocks: ["It deletes <b>the</b> store roads"],
  plan: planDocument(planWith({ digest, changes: [gone("DataStore"), gone("Style")] }), about),
});
const request = { digest, created: waiting.created, summary: {}, blocks: [] };

describeProgram("chromium", "the console of a watch in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test("asks for the token, shows drift and health, and approves by keyboard", async () => {
    const drifted = {
      address: { kind: "Style", workspace: "roads", name: "motorway" },
      gone: false,
      fields: [{ field: "title", label: "title", before: "a", after: "b" }],
      changed: changedBy("alice", "2026-05-12T14:02:00Z", Date.UTC(2026, 5, 1)),
    };
    const lastPass = passEnd({ result: "waiting", drifted: [drifted] });
    let state = watchState({ state: "waiting", lastPass, waiting: [waiting] });
    const approved: string[] = [];
    let asked = 0;
    const endpoints = await startWatchEndpoints({
      port: 0,
      state: () => state,
      onReconcile: () => asked++,
      pageOf: async (given) =>
        given === digest ? renderPage(waiting.plan, { version: "0" }) : undefined,
      approve: async (given) => {
        approved.push(given);
        state = watchState();
        return { approvals: { waiting: [], approved: [] }, request };
      },
      findFile: consoleFiles(),
      metrics: openMetrics(),
      token: secret("t0ken"),
    });
    onTestFinished(() => endpoints.close());
    expect((await fetch(`${endpoints.url}/plans/${digest}`)).status).toBe(401);
    const { page, errors, origins } = await openPage(browser, `${endpoints.url}/console`);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.type("wrong");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("The token is missing or wrong").waitFor();
    // Browsers report an answer of 401.
    expect(errors.length).toBe(1);
    await page.keyboard.type("t0ken");
    await page.keyboard.press("Enter");
    const plans = page.getByRole("region", { name: "Waiting plans" });
    await plans.getByText("It deletes <b>the</b> store roads").waitFor();
    const report = plans.frameLocator("iframe[title='The plan']");
    // The script of the report runs, and its style sheet applies.
    await report.getByText("2 of 2 changes shown").waitFor();
    await report.getByText("delete DataStore/w:roads").first().waitFor();
    // The style sheet of the report gives the verdict its weight.
    const weight = "getComputedStyle(document.querySelector('.verdict')).fontWeight";
    expect(await page.frames()[1]?.evaluate(weight)).toBe("600");
    const folder = process.env["PLUMBLINE_SHOTS"];
    if (folder !== undefined) await page.screenshot({ path: join(folder, "watch.png") });
    const drift = page.getByRole("region", { name: "Drift" }).getByRole("row");
    expect(await drift.last().textContent()).toBe(
      "Style/roads:motorwaytitlechanged by alice on 12 May, 14:02 UTC",
    );
    const health = page.getByRole("region", { name: "Status" });
    expect(await health.getByRole("row", { name: "Ready" }).textContent()).toBe("Readyyes");
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Run now" }).click();
    await page.getByText("Run requested.").waitFor();
    expect([asked, approved.length]).toEqual([1, 0]);
    await plans.getByText("Approve …").focus();
    await page.keyboard.press("Enter");
    expect(await plans.locator("details li").allTextContents()).toEqual([
      "Deletes DataStore/w:roads",
      "Deletes Style/w:roads",
    ]);
    await plans
      .getByRole("button", { name: "Yes, delete DataStore/w:roads, Style/w:roads" })
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(approved).toEqual([]);
    // Whoever does not mean it leaves the question.
    for (const key of ["Tab", "Escape"]) await page.keyboard.press(key);
    expect(await plans.locator("details[open]").count()).toBe(0);
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Approve …");
    await page.keyboard.press("Enter");
    for (const key of ["Tab", "Enter"]) await page.keyboard.press(key);
    await page.getByText("Approved. The watch applies the plan next.").waitFor();
    await plans.getByText("No plan is waiting").waitFor();
    expect(approved).toEqual([digest]);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Endpoint token").waitFor();
    await page.reload();
    await page.getByLabel("Endpoint token").waitFor();
    expect([errors.length, ...origins]).toEqual([1, endpoints.url]);
  });
});
