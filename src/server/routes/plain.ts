/** The routes of all plain nouns (`model/noun.ts`). */
import type { FastifyInstance } from "fastify";
import type { PlainObject } from "../../model/noun.ts";
import { plainNouns } from "../../model/nouns.ts";
import { parsePatch, renderNoun } from "../../wire/codec.ts";
import { CatalogError } from "../catalog/errors.ts";
import { plainCommands } from "../catalog/plain.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { parameter } from "../plugins/methods.ts";
import { namedIn, objectRoutes } from "./objects.ts";

/** Registers the routes. */
export function plainRoutes(app: FastifyInstance, context: ServerContext): void {
  for (const noun of plainNouns) {
    const { document, member, record, refusals } = noun;
    objectRoutes(app, context, {
      commands: plainCommands(noun),
      document: {
        find: async (reader, request) => {
          const name = parameter(request, member);
          const say = request.method === "PUT" ? refusals.unchangeable : refusals.missing;
          return (await reader.get(record, null, name)) ?? new CatalogError("not-found", say(name));
        },
        render: (stored, rendering) => {
          const found = namedIn(stored) as unknown as PlainObject;
          const kept = found.details ?? {};
          return renderNoun(document, { noun: found, irregular: [], kept }, rendering);
        },
      },
      parse: (request) => parsePatch(document, documentBody(request, document.root)),
      remove: {
        run: async (writer, { found }) => {
          const { name } = await found();
          await writer.remove({ kind: record, workspace: null, name });
        },
      },
    });
  }
}
