/** Prometheus metrics. No label holds the name of an object or an account. */
import { Counter, Gauge, Registry } from "@prometheus-io/client";
import type { MetricsText } from "../endpoints/listen.ts";
import type { Figures } from "./figures.ts";

type Show = (figures: Figures) => void;

export function openServerMetrics(read: () => Promise<Figures>): MetricsText {
  const registry = new Registry();
  const registers = [registry];
  const shows = [requests, connections, logins, catalog, thisProcess].map((make) =>
    make(registers),
  );
  return {
    contentType: registry.contentType,
    expose: async () => {
      const figures = await read();
      for (const show of shows) show(figures);
      return registry.metrics();
    },
  };
}

function requests(registers: Registry[]): Show {
  const answered = counter(registers, {
    name: "plumbline_server_requests_total",
    help: "Requests by method and status, as 2xx; left are those whose client did not wait.",
    labelNames: ["method", "code"],
  });
  const inFlight = gauge(registers, {
    name: "plumbline_server_requests_in_flight",
    help: "Running requests.",
  });
  const unsent = gauge(registers, {
    name: "plumbline_server_unsent_bytes",
    help: "Bytes of answers that their clients have not fetched.",
  });
  const waiting = gauge(registers, {
    name: "plumbline_server_waiting",
    help: "Waiting requests, by what they wait for.",
    labelNames: ["queue"],
  });
  const uploads = gauge(registers, {
    name: "plumbline_server_uploads_in_flight",
    help: "Large uploads that are worked on.",
  });
  return (figures) => {
    for (const { count, ...labels } of figures.answers) answered.to(count, labels);
    inFlight.set(figures.underWay.requests);
    unsent.set(figures.underWay.unsentBytes);
    for (const [queue, count] of Object.entries(figures.waiting)) waiting.set({ queue }, count);
    uploads.set(figures.uploads);
  };
}

function connections(registers: Registry[]): Show {
  const open = gauge(registers, {
    name: "plumbline_server_connections",
    help: "Connections that are open.",
  });
  const resting = gauge(registers, {
    name: "plumbline_server_connections_idle",
    help: "Connections that are open without a request.",
  });
  const ended = counter(registers, {
    name: "plumbline_server_connections_total",
    help: "Connections by what became of them: admitted, refused, or ended to make room.",
    labelNames: ["result"],
  });
  const unreadable = counter(registers, {
    name: "plumbline_server_unreadable_requests_total",
    help: "Requests that were refused before there was one: no HTTP, too slow, too long.",
  });
  return ({ connections: now }) => {
    open.set(now.open);
    resting.set(now.resting);
    ended.to(now.admitted, { result: "admitted" });
    ended.to(now.refused, { result: "refused" });
    ended.to(now.displaced, { result: "displaced" });
    unreadable.to(now.unreadable);
  };
}

function logins(registers: Registry[]): Show {
  const results = counter(registers, {
    name: "plumbline_server_logins_total",
    help: "Passwords that were checked, right or wrong, and those that have to wait or found no place.",
    labelNames: ["result"],
  });
  return ({ logins: counts }) => {
    for (const [result, count] of Object.entries(counts)) results.to(count, { result });
  };
}

function catalog(registers: Registry[]): Show {
  const revision = gauge(registers, {
    name: "plumbline_server_catalog_revision",
    help: "Number of changes that the catalog has seen.",
  });
  const free = gauge(registers, {
    name: "plumbline_server_disk_free_bytes",
    help: "Space that is free on the disk of the catalog.",
  });
  return (figures) => {
    revision.set(figures.revision);
    free.set(figures.diskFreeBytes);
  };
}

function thisProcess(registers: Registry[]): Show {
  const cpu = counter(registers, {
    name: "process_cpu_seconds_total",
    help: "Time of processors that this process has used.",
  });
  const memory = gauge(registers, {
    name: "process_resident_memory_bytes",
    help: "Memory of the machine that this process has.",
  });
  const heap = gauge(registers, {
    name: "nodejs_heap_used_bytes",
    help: "Memory that JavaScript objects take.",
  });
  const start = gauge(registers, {
    name: "process_start_time_seconds",
    help: "When this process started, in seconds since 1970.",
  });
  start.set(Math.round(performance.timeOrigin / 1_000));
  return () => {
    const { user, system } = process.cpuUsage();
    cpu.to((user + system) / 1_000_000);
    memory.set(process.memoryUsage.rss());
    heap.set(process.memoryUsage().heapUsed);
  };
}

interface Described {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: string[];
}

function gauge(registers: Registry[], described: Described): Gauge<string> {
  return new Gauge({ ...described, registers });
}

/** Follows a total that is counted elsewhere. */
function counter(registers: Registry[], described: Described) {
  const made = new Counter({ ...described, registers });
  const before = new Map<string, number>();
  return {
    to: (count: number, labels: Record<string, string> = {}) => {
      const key = JSON.stringify(labels);
      const shown = before.get(key) ?? 0;
      // Of two concurrent requests, the later one may have been answered first.
      if (count < shown) return;
      made.inc(labels, count - shown);
      before.set(key, count);
    },
  };
}
