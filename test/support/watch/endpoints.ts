/** Endpoints of a watch that is only a state, for tests. */
import { onTestFinished } from "vitest";
import {
  startWatchEndpoints,
  type WatchEndpointOptions,
} from "../../../src/reconciler/watch/endpoints.ts";
import { openMetrics } from "../../../src/reconciler/watch/metrics.ts";
import type { WatchState } from "../../../src/reconciler/watch/pass-end.ts";
import { watchState } from "./pass-ends.ts";

/** Endpoints of this state; they end with the test. */
export async function startEndpoints(
  given: WatchState | (() => WatchState) = watchState(),
  more: Partial<WatchEndpointOptions> = {},
) {
  const metrics = openMetrics();
  let asked = 0;
  const endpoints = await startWatchEndpoints({
    port: 0,
    state: typeof given === "function" ? given : () => given,
    onReconcile: () => asked++,
    approve: async () => ({ refused: "unknown" }),
    pageOf: async () => undefined,
    findFile: () => undefined,
    metrics,
    ...more,
  });
  onTestFinished(() => endpoints.close());
  const get = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${endpoints.url}${path}`, init);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { ...endpoints, get, metrics, asked: () => asked };
}
