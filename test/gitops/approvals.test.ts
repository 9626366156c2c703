/** Approvals over HTTP that the watch cannot keep. */
import { expect, onTestFinished, test } from "vitest";
import { secret } from "../../src/model/secret.ts";
import { startWatchEndpoints } from "../../src/reconciler/watch/endpoints.ts";
import { openMetrics } from "../../src/reconciler/watch/metrics.ts";
import { watchState } from "../support/watch/pass-ends.ts";

test("an approval that cannot be kept says why, and what to do", async () => {
  const endpoints = await startWatchEndpoints({
    port: 0,
    state: () => watchState({ serverReachable: false }),
    onReconcile: () => {},
    approve: () => Promise.reject(new Error("maps.example.org does not answer")),
    pageOf: async () => undefined,
    findFile: () => undefined,
    metrics: openMetrics(),
    token: secret("t0ken"),
  });
  onTestFinished(() => endpoints.close());
  const headers = { authorization: "Bearer t0ken" };
  const answer = await fetch(`${endpoints.url}/approvals/sha256-1`, { method: "POST", headers });
  expect([answer.status, await answer.json()]).toEqual([
    503,
    {
      format_version: "1.0",
      error:
        "The approval could not be kept: maps.example.org does not answer; approve again once the watch reaches the server",
    },
  ]);
});
