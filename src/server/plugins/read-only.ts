/** Refuses what changes a catalog that was made elsewhere, and its files of security. */
import type { FastifyInstance } from "fastify";
import { CatalogError } from "../catalog/errors.ts";
import { isReading } from "./admission.ts";
import { OWN_SESSIONS } from "./authorisation.ts";
import { parameter } from "./methods.ts";

/** Install it after authorisation, so that others than administrators see its refusals. */
export function installReadOnly(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    const { url = "" } = request.routeOptions;
    if (request.is404 || url === OWN_SESSIONS) return;
    if (!isReading(request.method)) throw refusal("This catalog can only be read");
    const [folder = ""] = parameter(request, "*").split("/").filter(Boolean);
    if (url.startsWith("/rest/resource") && folder.toLowerCase() === "security")
      throw refusal("Files of security are not shown");
  });
}

function refusal(message: string): CatalogError {
  return new CatalogError("access-denied", message);
}
