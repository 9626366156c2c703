/** `/security/acl/layers`, `/services` and `/rest` (docs/interface.md, 4.4). */
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
import type { ServerContext } from "../context.ts";
import { requireDocument } from "../plugins/bodies.ts";
import { reading } from "../plugins/errors.ts";
import { bodyOf, contentTypeOf, parameter, route, type Handlers } from "../plugins/methods.ts";
import { changeDocument, readDocument, removeDocument, type DocumentNoun } from "./documents.ts";

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
  const { dialect } = context;
  const options = { bodyLimit: http.rulesBytes };
  for (const domain of ["layers", "services", "rest"] as const) {
    const { list, single, keyOf } = domains[domain];
    const rules = rulesOf(domain, dialect);
    const DELETE = removeDocument(context, rules, {
      run: (writer, { request }) => deleteRule(writer, domain, keyOf(request, dialect)),
    });
    route(app, routePattern(list), collection(context, domain, rules), options);
    route(app, routePattern(single), { DELETE });
  }
}

/** The ETag of a rule is that of its list. */
function rulesOf(domain: RuleDomain, dialect: Dialect): DocumentNoun<RuleSet> {
  return {
    address: () => ({ kind: "AccessRules", workspace: null, name: domain }),
    render: (rules, { format }) => renderAccessRules(rules, domain, format),
    find: async (reader) => {
      const rules = await listRules(reader, domain);
      return new Map([...rules].map(([key, roles]) => [key, dialect.orderRoles(roles)] as const));
    },
  };
}

function collection(
  context: ServerContext,
  domain: RuleDomain,
  rules: DocumentNoun<RuleSet>,
): Handlers {
  const replaces = context.dialect.rulesPost === "replace";
  return {
    GET: readDocument(context, rules),
    POST: changeDocument(context, rules, {
      parse: readRules,
      run: (writer, given) => (replaces ? replaceRules : addRules)(writer, domain, given),
      status: replaces ? 201 : 200,
    }),
    PUT: changeDocument(context, rules, {
      parse: readRules,
      run: (writer, given) => modifyRules(writer, domain, given),
    }),
    DELETE: async () => {
      throw new CatalogError(
        "collection-delete",
        `Name the rule to delete: ${routePattern(domains[domain].list)}/{rule}`,
      );
    },
  };
}

/** A stock server treats a method named like a format as a suffix. */
function ofService(request: FastifyRequest, { cutsServiceRules }: Dialect): string {
  const key = byName(request);
  return cutsServiceRules ? key.replace(/\.(?:xml|json|html)$/i, "") : key;
}

/**
 * Keys have no percent sign, so plain, encoded and (for stock servers) doubly encoded keys are
 * clear.
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
