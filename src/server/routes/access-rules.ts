/** `/security/acl/layers` (docs/interface.md, 4.4). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { http } from "../../model/limits.ts";
import type { RuleSet } from "../../model/access-rule.ts";
import { parseAccessRules, renderAccessRules } from "../../wire/access-rules.ts";
import { routePattern } from "../../wire/paths.ts";
import {
  addRules,
  deleteRule,
  listRules,
  modifyRules,
  replaceRules,
} from "../catalog/access-rules.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { requireDocument } from "../plugins/bodies.ts";
import { checkPreconditions } from "../plugins/conditional.ts";
import { reading } from "../plugins/errors.ts";
import { bodyOf, contentTypeOf, parameter, route } from "../plugins/methods.ts";
import { documentFormatFor, sendDocument } from "../plugins/representation.ts";
import { change, view } from "../plugins/work.ts";
import { sendDone } from "./created.ts";

/** Registers the routes. */
export function accessRulesRoutes(app: FastifyInstance, context: ServerContext): void {
  const options = { bodyLimit: http.rulesBytes };
  route(
    app,
    routePattern("layerRules"),
    {
      GET: async (request, reply) => {
        const format = documentFormatFor(request, "json");
        return sendDocument(
          request,
          reply,
          renderAccessRules(await view(request, context, listRules), format),
        );
      },
      POST: async (request, reply) => {
        const rules = readRules(request);
        const replaces = context.dialect.rulesPost === "replace";
        await change(request, context, async (writer) => {
          await checkMatch(request, writer);
          await (replaces ? replaceRules(writer, rules) : addRules(writer, rules));
        });
        return sendDone(reply, replaces ? 201 : 200);
      },
      PUT: async (request, reply) => {
        const rules = readRules(request);
        await change(request, context, async (writer) => {
          await checkMatch(request, writer);
          await modifyRules(writer, rules);
        });
        return sendDone(reply);
      },
      DELETE: async () => {
        throw new CatalogError(
          "collection-delete",
          "Name the rule to delete: /security/acl/layers/{rule}",
        );
      },
    },
    options,
  );
  route(app, routePattern("layerRule"), {
    DELETE: async (request, reply) => {
      await change(request, context, async (writer) => {
        await checkMatch(request, writer);
        await deleteRule(writer, parameter(request, "rule"));
      });
      return sendDone(reply);
    },
  });
}

function readRules(request: FastifyRequest): RuleSet {
  requireDocument(request);
  return reading("bad-map-document", "", () =>
    parseAccessRules(bodyOf(request), contentTypeOf(request)),
  );
}

function checkMatch(request: FastifyRequest, reader: CatalogReader) {
  return checkPreconditions(request, async () => {
    const rules = await listRules(reader);
    return {
      bodies: (["xml", "json"] as const).map((format) => renderAccessRules(rules, format).text),
    };
  });
}
