/** The routes of all regular nouns (`model/noun.ts`). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Dated } from "../../model/fields.ts";
import type { PlainObject } from "../../model/noun.ts";
import { plainNouns, type AnyPlainNoun, type PlainRecord } from "../../model/nouns.ts";
import { parsePatch } from "../../wire/codec.ts";
import { objectPath } from "../../wire/paths.ts";
import { renderRegular } from "../../wire/regular.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { Stored } from "../catalog/records.ts";
import { createRegular, removeRegular, updateRegular } from "../catalog/regular.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { parameter } from "../plugins/methods.ts";
import { addressAs, documentRoutes, listObjects, type DocumentNoun } from "./documents.ts";

/** Registers the routes. */
export function regularRoutes(app: FastifyInstance, context: ServerContext): void {
  for (const noun of plainNouns) routesOf(app, context, noun);
}

function routesOf(app: FastifyInstance, context: ServerContext, noun: AnyPlainNoun): void {
  const { member, record, document } = noun;
  const parse = (request: FastifyRequest) =>
    parsePatch(document, documentBody(request, document.root));
  documentRoutes(app, context, {
    ...documentOf(noun),
    paths: [`${member}s`, member],
    list: listObjects(context, {
      member,
      kind: record,
      scope: () => null,
      path: (_scope, name) => objectPath(member, { name }),
    }),
    create: {
      parse,
      run: async (writer, input) => {
        const name = await createRegular(writer, noun, input);
        return { name, path: objectPath(member, { name }) };
      },
    },
    update: {
      parse,
      run: async (writer, input, { found }) =>
        updateRegular(writer, { noun, dialect: context.dialect }, await found(), input),
    },
    remove: { run: async (writer, { found }) => removeRegular(writer, noun, await found()) },
  });
}

function documentOf(noun: AnyPlainNoun): DocumentNoun<Stored<PlainRecord>> {
  const { record, member, refusals } = noun;
  return {
    address: addressAs(noun.kind),
    find: async (reader, request) => {
      const name = parameter(request, member);
      const say = request.method === "PUT" ? refusals.unchangeable : refusals.missing;
      return (await reader.get(record, null, name)) ?? new CatalogError("not-found", say(name));
    },
    render: ({ name, value, created, modified }, rendering) => {
      const found = { ...value, name, created, modified } as unknown as Dated<PlainObject>;
      return renderRegular(noun, found, rendering);
    },
  };
}
