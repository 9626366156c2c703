/** `/security/acl/layers`, `/services` and `/rest`: one behaviour (docs/interface.md, 4.4). */
import type { Address } from "../../model/address.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { http } from "../../model/limits.ts";
import type { RuleSet } from "../../model/access-rule.ts";
import type { RuleDomain } from "../../model/rule-domain.ts";
import { parseAccessRules, renderAccessRules } from "../../wire/access-rules.ts";
import { routePattern, type PathName } from "../../wire/paths.ts";
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
import { bodyOf, contentTypeOf, parameter, route, type Handlers } from "../plugins/methods.ts";
import { documentFormatFor, sendDocument } from "../plugins/representation.ts";
import { change, view } from "../plugins/work.ts";
import { sendDone } from "./created.ts";

/** Paths of a domain, and how a key is read from the path of one rule. */
interface DomainPaths {
  readonly list: PathName;
  readonly single: PathName;
  readonly keyOf: (request: FastifyRequest) => string;
}

const byName = (request: FastifyRequest) => parameter(request, "rule");

const domains: Readonly<Record<RuleDomain, DomainPaths>> = {
  layers: { list: "layerRules", single: "layerRule", keyOf: byName },
  services: { list: "serviceRules", single: "serviceRule", keyOf: byName },
  rest: { list: "restRules", single: "restRule", keyOf: keyInPath },
};

/** Registers the routes. */
export function accessRulesRoutes(app: FastifyInstance, context: ServerContext): void {
  const options = { bodyLimit: http.rulesBytes };
  for (const domain of ["layers", "services", "rest"] as const) {
    const { list, single, keyOf } = domains[domain];
    route(app, routePattern(list), collection(context, domain), options);
    route(app, routePattern(single), {
      DELETE: async (request, reply) => {
        await change(request, context, async (writer) => {
          await checkMatch(request, writer, domain);
          await deleteRule(writer, domain, keyOf(request));
        });
        return sendDone(reply);
      },
    });
  }
}

function collection(context: ServerContext, domain: RuleDomain): Handlers {
  return {
    GET: async (request, reply) => {
      const format = documentFormatFor(request, "json");
      const rules = await view(request, context, (reader) => listRules(reader, domain));
      return sendDocument(
        request,
        reply,
        renderAccessRules(rules, domain, format),
        addressOf(domain),
      );
    },
    POST: async (request, reply) => {
      const rules = readRules(request);
      const replaces = context.dialect.rulesPost === "replace";
      await change(request, context, async (writer) => {
        await checkMatch(request, writer, domain);
        await (replaces ? replaceRules : addRules)(writer, domain, rules);
      });
      return sendDone(reply, replaces ? 201 : 200);
    },
    PUT: async (request, reply) => {
      const rules = readRules(request);
      await change(request, context, async (writer) => {
        await checkMatch(request, writer, domain);
        await modifyRules(writer, domain, rules);
      });
      return sendDone(reply);
    },
    DELETE: async () => {
      throw new CatalogError(
        "collection-delete",
        `Name the rule to delete: ${routePattern(domains[domain].list)}/{rule}`,
      );
    },
  };
}

/**
 * The key in the path of one rule on requests: written with its own slashes, or percent-encoded,
 * or encoded twice as stock servers want it. Keys hold no percent sign, so all three are clear.
 */
function keyInPath(request: FastifyRequest): string {
  const text = decodeAgain(parameter(request, "*"));
  return text.startsWith("/") ? text : `/${text}`;
}

function decodeAgain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readRules(request: FastifyRequest): RuleSet {
  requireDocument(request);
  return reading("bad-map-document", "", () =>
    parseAccessRules(bodyOf(request), contentTypeOf(request)),
  );
}

function checkMatch(request: FastifyRequest, reader: CatalogReader, domain: RuleDomain) {
  return checkPreconditions(request, async () => {
    const rules = await listRules(reader, domain);
    const forms = ["xml", "json"] as const;
    const bodies = forms.map((format) => renderAccessRules(rules, domain, format).text);
    return { of: addressOf(domain), bodies };
  });
}

/** Whose a list is, for its ETag: rules are changed under that of their list. */
function addressOf(domain: RuleDomain): Address {
  return { kind: "AccessRules", workspace: null, name: domain };
}
