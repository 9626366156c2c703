/**
 * Generic handlers for documents: GET, PUT, DELETE and POST with formats, preconditions and errors.
 * A noun defines how it is found and rendered; commands are passed separately.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Address } from "../../model/address.ts";
import { http } from "../../model/limits.ts";
import { memberOf, type ListedRecord } from "../../model/nouns.ts";
import {
  renderList,
  type DocumentFormat,
  type RenderedDocument,
  type Rendering,
} from "../../wire/document.ts";
import { objectPath, routePattern, type ObjectPath, type PathName } from "../../wire/paths.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { CatalogReader, CatalogWriter } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { keepAnswer } from "../plugins/kept-answers.ts";
import { checkPreconditions } from "../plugins/conditional.ts";
import { route, type Handlers, type RouteHandler } from "../plugins/methods.ts";
import { bothForms, renderingFor, sendDocument } from "../plugins/representation.ts";
import { change, view } from "../plugins/unit-of-work.ts";
import { sendCreated, sendDone, sendText } from "./created.ts";

export interface Shown<Found> {
  readonly address: (found: Found) => Address;
  readonly render: (found: Found, rendering: Rendering) => RenderedDocument;
  /** Digests of other representations, such as a style's content. */
  readonly digests?: (reader: CatalogReader, found: Found) => Promise<readonly string[]>;
}

/** Preconditions are checked before a returned error, but after a thrown one. */
export type Find<Found> = (
  reader: CatalogReader,
  request: FastifyRequest,
) => Promise<Found | CatalogError>;

export interface DocumentNoun<Found> extends Shown<Found> {
  readonly find: Find<Found>;
  readonly isKept?: boolean;
}

export interface ReadNoun<Found> extends Pick<Shown<Found>, "render"> {
  readonly find: Find<Found>;
  readonly address?: Shown<Found>["address"];
  /** Cacheable: depends only on the request and the catalog's revision. */
  readonly isKept?: boolean;
  /** The default format; JSON if absent. */
  readonly first?: DocumentFormat;
}

/** A list of objects. */
export interface ListNoun<Scope extends string | null> {
  readonly record: ListedRecord;
  /** The element name of one object, with `s` for the list; by default like the record. */
  readonly member?: ObjectPath;
  /** The workspace of the objects; by default they are global. */
  readonly scope?: (reader: CatalogReader, request: FastifyRequest) => Scope | Promise<Scope>;
  /** The path of an object below the REST root; by default that of the member. */
  readonly path?: (scope: Scope, name: string) => string;
}

export interface Listed {
  readonly name: string;
  /** Below the REST root. */
  readonly path: string;
}

export interface DocumentRequest<Found> {
  readonly request: FastifyRequest;
  /** Throws if the object does not exist. */
  readonly found: () => Promise<Found>;
}

export interface Change<Found, Input> {
  readonly parse: (request: FastifyRequest) => Input;
  readonly run: (
    writer: CatalogWriter,
    input: Input,
    asked: DocumentRequest<Found>,
  ) => Promise<void>;
  readonly status?: number;
  /** The response body; empty by default. */
  readonly says?: (request: FastifyRequest) => string;
}

export interface Put<Found, Input> {
  readonly parse: (request: FastifyRequest) => Input;
  /** Returns whether the object is new. */
  readonly run: (
    writer: CatalogWriter,
    input: Input,
    asked: DocumentRequest<Found>,
  ) => Promise<boolean>;
}

export interface Creation<Input> {
  readonly parse: (request: FastifyRequest) => Input | Promise<Input>;
  /** Returns the name for the response, and the path if the object has one. */
  readonly run: (
    writer: CatalogWriter,
    input: Input,
    request: FastifyRequest,
  ) => Promise<{ readonly name: string; readonly path?: string }>;
}

export interface Collection<Found, Input, New> extends DocumentNoun<Found> {
  readonly path: ObjectPath;
  readonly list: RouteHandler;
  readonly create?: Creation<New>;
  readonly update: Change<Found, Input>;
  readonly remove: Removal<Found>;
}

export interface Removal<Found> {
  readonly run: (writer: CatalogWriter, asked: DocumentRequest<Found>) => Promise<void>;
  /** Runs file operations before and after the removal. */
  readonly around?: (request: FastifyRequest, remove: () => Promise<void>) => Promise<void>;
  /** The response body; empty by default. */
  readonly says?: (request: FastifyRequest) => string;
}

export function documentRoutes<Found, Input, New>(
  app: FastifyInstance,
  context: ServerContext,
  { path, list, create, update, remove, ...noun }: Collection<Found, Input, New>,
): void {
  const POST = create && createDocument(context, create);
  documentRoute(app, `${path}s`, { GET: list, ...(POST && { POST }) });
  documentRoute(app, path, {
    GET: readDocument(context, noun),
    PUT: changeDocument(context, noun, update),
    DELETE: removeDocument(context, noun, remove),
  });
}

export function documentRoute(app: FastifyInstance, name: PathName, handlers: Handlers): void {
  route(app, routePattern(name), handlers, { bodyLimit: http.documentBytes });
}

export function addressAs(kind: string) {
  return ({ workspace, name }: Omit<Address, "kind">): Address => ({ kind, workspace, name });
}

export function readDocument<Found>(context: ServerContext, noun: ReadNoun<Found>): RouteHandler {
  return async (request, reply) => {
    const found = required(await view(request, context, (reader) => noun.find(reader, request)));
    if (noun.isKept === true) keepAnswer(request);
    const rendering = renderingFor(request, context, noun.first);
    return sendDocument(request, reply, noun.render(found, rendering), noun.address?.(found));
  };
}

/** See `ListNoun` for `member`. */
export function listDocuments(
  context: ServerContext,
  member: string,
  find: Find<readonly Listed[]>,
): RouteHandler {
  return readDocument(context, {
    find,
    isKept: true,
    render: (listed, rendering) => renderList(`${member}s`, member, listed, rendering),
  });
}

export function listObjects<Scope extends string | null>(
  context: ServerContext,
  { record, member = memberOf(record), scope, path }: ListNoun<Scope>,
): RouteHandler {
  const pathIn =
    path ?? ((workspace: Scope, name: string) => objectPath(member, { workspace, name }));
  return listDocuments(context, member, async (reader, request) => {
    const workspace = ((await scope?.(reader, request)) ?? null) as Scope;
    const found = await reader.list(record, workspace);
    return found.map(({ name }) => ({ name, path: pathIn(workspace, name) }));
  });
}

export function changeDocument<Found, Input>(
  context: ServerContext,
  noun: DocumentNoun<Found>,
  { parse, run, status, says }: Change<Found, Input>,
): RouteHandler {
  return async (request, reply) => {
    const input = parse(request);
    await runOnDocument({ request, context }, noun, (writer, asked) => run(writer, input, asked));
    return says === undefined ? sendDone(reply, status) : sendText(reply, says(request));
  };
}

export function putDocument<Found, Input>(
  context: ServerContext,
  noun: DocumentNoun<Found>,
  { parse, run }: Put<Found, Input>,
): RouteHandler {
  return async (request, reply) => {
    const input = parse(request);
    let isNew = false;
    await runOnDocument({ request, context }, noun, async (writer, asked) => {
      isNew = await run(writer, input, asked);
    });
    return sendDone(reply, isNew ? 201 : 200);
  };
}

export function removeDocument<Found>(
  context: ServerContext,
  noun: DocumentNoun<Found>,
  { run, around = (_request, remove) => remove(), says }: Removal<Found>,
): RouteHandler {
  return async (request, reply) => {
    await around(request, () => runOnDocument({ request, context }, noun, run));
    return says === undefined ? sendDone(reply) : sendText(reply, says(request));
  };
}

export function createDocument<Input>(
  context: ServerContext,
  { parse, run }: Creation<Input>,
): RouteHandler {
  return async (request, reply) => {
    const input = await parse(request);
    const { name, path } = await change(request, context, (writer) => run(writer, input, request));
    return sendCreated(request, reply, name, path);
  };
}

export function runCommand(
  context: ServerContext,
  run: (writer: CatalogWriter, request: FastifyRequest) => Promise<unknown>,
  status = 200,
): RouteHandler {
  return async (request, reply) => {
    await change(request, context, (writer) => run(writer, request));
    return sendDone(reply, status);
  };
}

/** Checks preconditions in the same transaction. */
async function runOnDocument<Found>(
  { request, context }: { readonly request: FastifyRequest; readonly context: ServerContext },
  noun: DocumentNoun<Found>,
  run: (writer: CatalogWriter, asked: DocumentRequest<Found>) => Promise<void>,
): Promise<void> {
  await change(request, context, async (writer) => {
    let finding: Promise<Found | CatalogError> | undefined;
    const find = () => (finding ??= noun.find(writer, request));
    await checkMatch({ request, context, reader: writer }, noun, async () => {
      const found = await find();
      return found instanceof CatalogError ? undefined : found;
    });
    await run(writer, { request, found: async () => required(await find()) });
  });
}

/** Uploads and the like must call this, too. Throws precondition-failed. */
export function checkMatch<Found>(
  {
    request,
    context,
    reader,
  }: {
    readonly request: FastifyRequest;
    readonly context: ServerContext;
    readonly reader: CatalogReader;
  },
  { address, render, digests }: Shown<Found>,
  find: () => Promise<Found | undefined>,
): Promise<void> | void {
  return checkPreconditions(request, async () => {
    const found = await find();
    if (found === undefined) return undefined;
    return {
      of: address(found),
      bodies: bothForms(request, context, (rendering) => render(found, rendering)),
      digests: (await digests?.(reader, found)) ?? [],
    };
  });
}

function required<Found>(found: Found | CatalogError): Found {
  if (found instanceof CatalogError) throw found;
  return found;
}
