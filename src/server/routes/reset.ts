/** `…/reset`. Nothing is cached, so it only checks that the object exists. */
import type { FastifyInstance } from "fastify";
import { routePattern, type PathName } from "../../wire/paths.ts";
import { coverageStore } from "../catalog/coverage-store.ts";
import { dataStore } from "../catalog/data-store.ts";
import { requireStore, type StoreKind } from "../catalog/store.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { route, type RouteHandler } from "../plugins/methods.ts";
import { view } from "../plugins/unit-of-work.ts";
import { coverageNoun } from "./coverage.ts";
import { sendDone } from "./created.ts";
import { featureTypeNoun } from "./feature-type.ts";
import { placeOf } from "./place.ts";
import { requirePublished } from "./published.ts";

type Request = Parameters<RouteHandler>[0];

/** Registers the routes. */
export function resetRoutes(app: FastifyInstance, context: ServerContext): void {
  const register = (
    name: PathName,
    find: (reader: CatalogReader, request: Request) => Promise<unknown>,
  ) => {
    const reset: RouteHandler = async (request, reply) => {
      await view(request, context, (reader) => find(reader, request));
      return sendDone(reply);
    };
    route(app, routePattern(name), { POST: reset, PUT: reset });
  };
  for (const [name, noun] of [
    ["dataStoreReset", dataStore],
    ["coverageStoreReset", coverageStore],
  ] as const)
    register(name, async (reader, request) =>
      requireStore<StoreKind>(reader, noun, await placeOf(request, reader)),
    );
  for (const name of ["storeFeatureTypeReset", "featureTypeReset"] as const)
    register(name, (reader, request) =>
      requirePublished(reader, request, { noun: featureTypeNoun, context }),
    );
  register("storeCoverageReset", (reader, request) =>
    requirePublished(reader, request, { noun: coverageNoun, context }),
  );
}
