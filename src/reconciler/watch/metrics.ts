/** Prometheus metrics of watch mode. Nothing is counted twice, and no label is unbounded. */
import { Counter, Gauge, Histogram, Registry } from "@prometheus-io/client";
import { parseAddress } from "../../model/address.ts";
import { endpoints as limits } from "../../model/limits.ts";
import type { Transport } from "../../wire/request.ts";
import { passResults, syncs, type PassEnd } from "./pass-end.ts";

/** The metrics of one watch. */
export interface Metrics {
  readonly passEnded: (end: PassEnd) => void;
  /** Counts requests; without a response the code is 0. */
  readonly counting: (send: Transport) => Transport;
  readonly expose: () => Promise<string>;
  readonly contentType: string;
}

/** Opens a registry that is not shared with other watches of this process. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const requests = new Counter({
    name: "plumbline_http_requests_total",
    help: "Requests sent to the catalog, by method and status; code 0 where no answer came.",
    labelNames: ["method", "code"],
    registers,
  });
  const passes = passMetrics(registers);
  const objects = objectMetrics(registers);
  const drifted = gauge("plumbline_drifted_objects", "Objects that are not as last applied.");
  const orphans = gauge(
    "plumbline_orphans",
    "Owned objects that are no longer declared and are kept.",
  );
  const layers = new Gauge({
    name: "plumbline_layers",
    help: "Layers and groups by what the last look at their maps found; none before there was one.",
    labelNames: ["health"],
    registers,
  });
  const success = gauge(
    "plumbline_last_success_timestamp_seconds",
    "End of the last pass that left everything in sync; 0 before there was one.",
  );
  return {
    passEnded: (end) => {
      passes(end);
      if (end.result === "converged" || end.result === "applied")
        success.set((end.startedAt + end.tookMs) / 1_000);
      // A failed pass says nothing about the catalog: the earlier values stay.
      if (end.result === "degraded" || end.result === "failed") return;
      objects(end);
      for (const [health, count] of Object.entries(end.health?.summary ?? {}))
        layers.set({ health }, count);
      drifted.set(end.drifted.length);
      if (end.plan !== undefined) orphans.set(end.plan.orphans.length);
    },
    counting: (send) => async (request) => {
      try {
        const response = await send(request);
        requests.inc({ method: request.method, code: String(response.status) });
        return response;
      } catch (error) {
        requests.inc({ method: request.method, code: "0" });
        throw error;
      }
    },
    expose: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function passMetrics(registers: Registry[]): (end: PassEnd) => void {
  const durations = new Histogram({
    name: "plumbline_reconcile_duration_seconds",
    help: "How long passes took.",
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  });
  const counts = new Counter({
    name: "plumbline_reconcile_total",
    help: "Passes by how they ended.",
    labelNames: ["result"],
    registers,
  });
  // Starts at 0: rate() misses the first count of a counter that appears with it.
  for (const result of passResults) counts.inc({ result }, 0);
  return ({ result, tookMs }) => {
    durations.observe(tookMs / 1_000);
    counts.inc({ result });
  };
}

function objectMetrics(registers: Registry[]): (end: PassEnd) => void {
  const info = new Gauge({
    name: "plumbline_object_info",
    help: `Objects as the last pass found them, always 1; of more than ${limits.named} the first.`,
    labelNames: ["kind", "workspace", "name", "sync", "owner"],
    registers,
  });
  const counts = new Gauge({
    name: "plumbline_objects",
    help: "Objects by state.",
    labelNames: ["sync"],
    registers,
  });
  const suspended = new Gauge({
    name: "plumbline_suspended",
    help: "Objects that are skipped because they failed too often.",
    registers,
  });
  return ({ objects, estate }) => {
    info.reset();
    for (const { address, sync, owned } of objects.slice(0, limits.named)) {
      const { kind = "", workspace, name = address } = parseAddress(address) ?? {};
      const owner = owned ? estate : "";
      info.set({ kind, workspace: workspace ?? "", name, sync, owner }, 1);
    }
    for (const sync of syncs)
      counts.set({ sync }, objects.filter((object) => object.sync === sync).length);
    suspended.set(objects.filter(({ sync }) => sync === "suspended").length);
  };
}
