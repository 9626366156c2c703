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
import type { Dialect } from "../catalog/dialect.ts";
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
  readonly keyOf: (request: FastifyRequest, dialect: Dialect) => string;
}

const byName = (request: FastifyRequest) => parameter(request, "rule");

const domains: Readonly<Record<RuleDomain, DomainPaths>> = {
  layers: { list: "layerRules", single: "layerRule", keyOf: byName },
  services: { list: "serviceRules", single: "serviceRule", keyOf: ofService },
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
        const key = keyOf(request, context.dialect);
        await change(request, context, async (writer) => {
          await checkMatch(request, context, { reader: writer, domain });
          await deleteRule(writer, domain, key);
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
      const rules = await view(request, context, (reader) => told(reader, context, domain));
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
        await checkMatch(request, context, { reader: writer, domain });
        await (replaces ? replaceRules : addRules)(writer, domain, rules);
      });
      return sendDone(reply, replaces ? 201 : 200);
    },
    PUT: async (request, reply) => {
      const rules = readRules(request);
      await change(request, context, async (writer) => {
        await checkMatch(request, context, { reader: writer, domain });
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

/** A stock server takes the method of a rule for the form of an answer where it is called as one. */
function ofService(request: FastifyRequest, { cutsServiceRules }: Dialect): string {
  const key = byName(request);
  return cutsServiceRules ? key.replace(/\.(?:xml|json|html)$/i, "") : key;
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

/** The rules of a domain as the dialect tells them. */
async function told(
  reader: CatalogReader,
  { dialect }: ServerContext,
  domain: RuleDomain,
): Promise<RuleSet> {
  const rules = await listRules(reader, domain);
  return new Map([...rules].map(([key, roles]) => [key, dialect.orderRoles(roles)] as const));
}

function checkMatch(
  request: FastifyRequest,
  context: ServerContext,
  { reader, domain }: { readonly reader: CatalogReader; readonly domain: RuleDomain },
) {
  return checkPreconditions(request, async () => {
    const rules = await told(reader, context, domain);
    const forms = ["xml", "json"] as const;
    const bodies = forms.map((format) => renderAccessRules(rules, domain, format).text);
    return { of: addressOf(domain), bodies };
  });
}

/** Whose a list is, for its ETag: rules are changed under that of their list. */
function addressOf(domain: RuleDomain): Address {
  return { kind: "AccessRules", workspace: null, name: domain };
}
