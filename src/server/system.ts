/** Metrics of the machine and of this process, for `/about/system-status`. */
import { cpus, freemem, loadavg, platform, release, totalmem, uptime } from "node:os";
import type { Metric } from "../wire/status.ts";

/** In the order of display. */
export function readSystem(): readonly Metric[] {
  // Windows has no load averages: Node returns zeros.
  const [one, five, fifteen] = platform() === "win32" ? [] : loadavg();
  const total = totalmem();
  const free = freemem();
  const system = { category: "SYSTEM", unit: "" } as const;
  const memory = { category: "MEMORY", unit: "bytes" } as const;
  return [
    {
      ...system,
      name: "OPERATING_SYSTEM",
      description: "Operating system",
      priority: 1,
      value: `${platform()} ${release()}`,
    },
    {
      ...system,
      name: "SYSTEM_UPTIME",
      description: "Time since the machine started",
      priority: 2,
      unit: "sec" as const,
      value: Math.round(uptime()),
    },
    { ...system, ...load(1), value: one },
    { ...system, ...load(5), value: five },
    { ...system, ...load(15), value: fifteen },
    {
      category: "CPU" as const,
      unit: "" as const,
      name: "LOGICAL_CPUS",
      description: "Number of logical processors",
      priority: 101,
      value: cpus().length,
    },
    {
      ...memory,
      name: "MEMORY_USED",
      description: "Share of the memory in use",
      priority: 200,
      unit: "%" as const,
      value: share(total - free, total),
    },
    {
      ...memory,
      name: "MEMORY_TOTAL",
      description: "Memory of the machine",
      priority: 201,
      value: total,
    },
    {
      ...memory,
      name: "MEMORY_FREE",
      description: "Memory that is free",
      priority: 201,
      value: free,
    },
    {
      category: "GEOSERVER" as const,
      unit: "%" as const,
      name: "GEOSERVER_JVM_MEMORY_USAGE",
      description: "Share of the memory that the server uses",
      priority: 1_302,
      value: share(process.memoryUsage.rss(), total),
    },
  ].map((metric) => ({ ...metric, identifier: metric.name }));
}

function load(minutes: number) {
  return {
    name: `SYSTEM_AVERAGE_LOAD_${minutes}`,
    description: `Average load of the last ${minutes === 1 ? "minute" : `${minutes} minutes`}`,
    priority: 3,
  };
}

/** Percentage with two decimals. */
function share(part: number, whole: number): number {
  return Math.round((part / whole) * 10_000) / 100;
}
