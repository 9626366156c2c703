/** Descriptions as the schemas that the documentation is generated from. */
import { mediaTypes } from "../../wire/media.ts";
import { routePattern, servicePattern, type PathName } from "../../wire/paths.ts";
import type { Method, Operation, Operations } from "./operation.ts";
import { accountOperations } from "./accounts.ts";
import { documentSchemaOperations } from "./document-schemas.ts";
import { mosaicOperations } from "./mosaics.ts";
import { securityOperations } from "./security.ts";
import { serverOperations } from "./server.ts";
import { storeOperations } from "./stores.ts";
import { styleOperations } from "./styles.ts";

const groups: readonly (readonly [tag: string, operations: Operations])[] = [
  ["Stores", storeOperations],
  ["Mosaics", mosaicOperations],
  ["Document databases", documentSchemaOperations],
  ["Styles and layers", styleOperations],
  ["Security", securityOperations],
  ["Accounts", accountOperations],
  ["Server", serverOperations],
];

const shared = {
  401: "Credentials are missing or wrong",
  406: "The form that is asked for cannot be had",
  413: "Something is larger than its bound; the text says what",
};

const byPattern = new Map(
  groups.flatMap(([tag, operations]) =>
    Object.entries(operations).flatMap(([name, methods]) => {
      const patterns = new Set([routePattern(name as PathName), servicePattern(name as PathName)]);
      return [...patterns].map((pattern) => [pattern, { tag, methods }] as const);
    }),
  ),
);

/** Schema of a route for the documentation; it does not validate. Throws TypeError without one. */
export function describeRoute(pattern: string, method: Method): object {
  const found = byPattern.get(pattern);
  const operation = found?.methods[method];
  if (found === undefined || operation === undefined) {
    throw new TypeError(`${method} ${pattern} is not described in src/server/openapi`);
  }
  const { summary, query, takes } = operation;
  return {
    tags: [found.tag],
    summary,
    params: parametersOf(pattern),
    ...(query === undefined ? {} : { querystring: textFields(query) }),
    ...(takes === undefined ? {} : { consumes: takes, body: { type: "string" } }),
    response: answersOf(operation),
  };
}

function parametersOf(pattern: string): object {
  const names = [...pattern.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1] ?? "");
  const all = pattern.endsWith("*") ? [...names, "*"] : names;
  return textFields(Object.fromEntries(all.map((name) => [name, ""])));
}

function textFields(described: Readonly<Record<string, string>>): object {
  const properties = Object.entries(described).map(([name, description]) => [
    name,
    { type: "string", ...(description === "" ? {} : { description }) },
  ]);
  return { type: "object", properties: Object.fromEntries(properties) };
}

function answersOf({ answers, gives = [mediaTypes.text] }: Operation): object {
  const described = Object.entries({ ...answers, ...shared }).map(([status, description]) => {
    const types = status.startsWith("2") ? gives : [mediaTypes.text];
    const content = types.map((type) => [type, { schema: { type: "string" } }] as const);
    return [status, { description, content: Object.fromEntries(content) }] as const;
  });
  return Object.fromEntries(described);
}
