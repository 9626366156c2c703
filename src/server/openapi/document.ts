/** The OpenAPI 3.1 document of a dialect; equal responses are shared under `components`. */
import { routePattern, servicePath } from "../../wire/paths.ts";
import type { Dialect } from "../catalog/dialect.ts";
import { describedPaths, type DescribedPath } from "./describe.ts";
import type { Method, Operation } from "./operation.ts";
import { pathParameters, queryParameters, sharedParameters, templateOf } from "./parameters.ts";
import { schemaOfDocument } from "./schemas.ts";
import type { Schema } from "./part-schemas.ts";
import { contentOf, responsesOf, type Manner, type Response } from "./responses.ts";

/** The document as a JSON value. */
export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: { readonly url: string; readonly description: string }[];
  readonly security: Record<string, string[]>[];
  readonly tags: { readonly name: string }[];
  /** By path template. */
  readonly paths: Readonly<Record<string, object>>;
  readonly components: {
    readonly securitySchemes: Record<string, { type: "http"; scheme: "basic" }>;
    readonly parameters: typeof sharedParameters;
    readonly responses: Record<string, Response>;
    /** By root element. */
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

const ABOUT = `A path may end in .xml or .json; the suffix overrides the Accept header. Paths are listed without suffix.
Bodies show a schema where there is one; the rest is in docs/interface.md and docs/compatibility.md of the project.
A method that a path does not support gets 405 with an Allow header.`;

/** Builds the document with absolute paths. */
export function openApiDocument(manner: Manner & { readonly version: string }): OpenApiDocument {
  const shared = sharing();
  const served = [...describedPaths].filter(([pattern]) => isServed(pattern, manner.dialect));
  const paths = served.map(([pattern, described]) => {
    const template = templateOf(pattern);
    return [servicePath(template), pathItem(template, described, { manner, shared })] as const;
  });
  const tags = new Set([...describedPaths.values()].map(({ tag }) => tag));
  return {
    openapi: "3.1.0",
    info: { title: "Plumbline catalog server", version: manner.version, description: ABOUT },
    servers: [
      { url: "/", description: "The server itself" },
      { url: "/geoserver", description: "The same, at the path of GeoServer clients" },
    ],
    security: [{ basic: [] }],
    tags: [...tags].map((name) => ({ name })),
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { basic: { type: "http", scheme: "basic" } },
      parameters: sharedParameters,
      responses: shared.all(),
      schemas: schemas(),
    },
  };
}

function schemas(): Readonly<Record<string, Schema>> {
  const documents = [...describedPaths.values()].flatMap(({ methods }) =>
    Object.values(methods).flatMap(({ documents: own }) => own ?? []),
  );
  return Object.fromEntries(documents.map((one) => [one.root, schemaOfDocument(one)]));
}

/** Only the published interface has the short path of a workspace's styles. */
function isServed(pattern: string, { name }: Dialect): boolean {
  return name === "documented" || pattern !== routePattern("shortWorkspaceStyles");
}

/** Shares equal responses by reference. */
interface Sharing {
  readonly refer: (status: string, response: Response) => object;
  readonly all: () => Record<string, Response>;
}

function sharing(): Sharing {
  const named = new Map<string, { readonly name: string; readonly response: Response }>();
  const counts = new Map<string, number>();
  return {
    refer: (status, response) => {
      const key = `${status} ${JSON.stringify(response)}`;
      const number = counts.get(status) ?? 1;
      const entry = named.get(key) ?? { name: `Status${status}-${number}`, response };
      if (!named.has(key)) counts.set(status, number + 1);
      named.set(key, entry);
      return { $ref: `#/components/responses/${entry.name}` };
    },
    all: () =>
      Object.fromEntries([...named.values()].map(({ name, response }) => [name, response])),
  };
}

interface Rendering {
  readonly manner: Manner;
  readonly shared: Sharing;
}

function pathItem(template: string, { tag, methods }: DescribedPath, rendering: Rendering): object {
  const operations = Object.entries(methods).map(([method, operation]) => {
    const item = operationItem(method as Method, operation, rendering);
    return [method.toLowerCase(), { tags: [tag], ...item }] as const;
  });
  const parameters = pathParameters(template);
  return {
    ...(parameters.length === 0 ? {} : { parameters }),
    ...Object.fromEntries(operations),
  };
}

function operationItem(
  method: Method,
  operation: Operation,
  { manner, shared }: Rendering,
): object {
  const { summary, query = {}, takes, documents } = operation;
  const answers = Object.entries(responsesOf(method, operation, manner)).map(
    ([status, response]) => [status, shared.refer(status, response)] as const,
  );
  const parameters = [...queryParameters(query), ...sharedOf(method, operation)];
  return {
    summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(takes === undefined
      ? {}
      : { requestBody: { required: true, content: contentOf(takes, documents) } }),
    responses: Object.fromEntries(answers),
  };
}

function sharedOf(method: Method, { refuses = [], gives }: Operation): readonly object[] {
  const isConditional = refuses.includes("precondition-failed");
  const names = [
    ...(refuses.includes("not-found") ? ["quiet"] : []),
    ...(isConditional ? ["ifMatch"] : []),
    ...(isConditional || (method === "GET" && gives !== undefined) ? ["ifNoneMatch"] : []),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
