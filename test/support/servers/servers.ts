/** Servers that the same has to hold for: ours in both of its dialects, and the stock one of the tests. */
import type { FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import { stockServer } from "../../stock/server.ts";
import { startCatalog } from "./catalog.ts";
import { drawnLine } from "./drawn-line.ts";

/** Starts one, without objects; it ends with the test. */
export const servers = {
  documented: async () => (await startCatalog({ dialect: "documented" })).app,
  geoserver: async () => (await startCatalog({ dialect: "geoserver", line: drawnLine() })).app,
  stock: async () => {
    const { app } = stockServer();
    onTestFinished(() => app.close());
    return app;
  },
} as const satisfies Readonly<Record<string, () => Promise<FastifyInstance>>>;

/** Its names. */
export const serverNames = Object.keys(servers) as readonly (keyof typeof servers)[];
