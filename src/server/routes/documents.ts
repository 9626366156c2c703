/**
 * Documents as routes: how what a path names is read, changed, removed and created, in which form it is
 * sent, what the conditions of writing requests are compared with, and what is said where nothing is
 * there. A noun says how it is found and rendered; its commands are given beside that.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Address } from "../../model/address.ts";
import { http } from "../../model/limits.ts";
import {
  renderList,
  type DocumentFormat,
  type RenderedDocument,
  type Rendering,
} from "../../wire/document.ts";
import { routePattern, type PathName } from "../../wire/paths.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { RecordKind } from "../catalog/records.ts";
import type { CatalogReader, CatalogWriter } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { keepAnswer } from "../plugins/keeping.ts";
import { checkPreconditions } from "../plugins/conditional.ts";
import { route, type Handlers, type RouteHandler } from "../plugins/methods.ts";
import { bothForms, renderingFor, sendDocument } from "../plugins/representation.ts";
import { change, view } from "../plugins/unit-of-work.ts";
import { sendCreated, sendDone, sendText } from "./created.ts";

/** What a document shows: whose it is, for its ETag, and how it is rendered. */
export interface Shown<Found> {
  readonly address: (found: Found) => Address;
  readonly render: (found: Found, rendering: Rendering) => RenderedDocument;
  /** Digests of its further representations, such as the content of a style. */
  readonly digests?: (reader: CatalogReader, found: Found) => Promise<readonly string[]>;
}

/**
 * Finds what a path names. Gives the refusal where nothing is there: conditions of a writing request are
 * looked at before. What is thrown comes before them.
 */
export type Find<Found> = (
  reader: CatalogReader,
  request: FastifyRequest,
) => Promise<Found | CatalogError>;

/** A document that a path names. */
export interface DocumentNoun<Found> extends Shown<Found> {
  readonly find: Find<Found>;
  readonly isKept?: boolean;
}

/** What is only read: lists, and documents of no object. */
export interface ReadNoun<Found> extends Pick<Shown<Found>, "render"> {
  readonly find: Find<Found>;
  readonly address?: Shown<Found>["address"];
  /** Whether it follows from the catalog at its revision, and from nothing else but the request. */
  readonly isKept?: boolean;
  /** The form that is sent where none is asked for; JSON by default. */
  readonly first?: DocumentFormat;
}

/** Objects of one kind as a list; `member` is the element of one, and with an `s` that of the list. */
export interface ListNoun<Scope extends string | null> {
  readonly member: string;
  readonly kind: RecordKind;
  /** The workspace whose objects are listed; null for those outside of all. */
  readonly scope: (reader: CatalogReader, request: FastifyRequest) => Scope | Promise<Scope>;
  /** Where one is, below the REST root. */
  readonly path: (scope: Scope, name: string) => string;
}

/** An entry of a list. */
export interface Listed {
  readonly name: string;
  /** Below the REST root. */
  readonly path: string;
}

/** A writing request and what it is about. */
export interface DocumentRequest<Found> {
  readonly request: FastifyRequest;
  /** What the path names. Refuses where nothing is there. */
  readonly found: () => Promise<Found>;
}

/** How a document is changed by the body of a request. */
export interface Change<Found, Input> {
  readonly parse: (request: FastifyRequest) => Input;
  readonly run: (
    writer: CatalogWriter,
    input: Input,
    asked: DocumentRequest<Found>,
  ) => Promise<void>;
  /** Of the answer; 200 by default. */
  readonly status?: number;
  /** What the answer says; nothing by default. */
  readonly says?: (request: FastifyRequest) => string;
}

/** How a document is made or replaced by the body of a request. */
export interface Put<Found, Input> {
  readonly parse: (request: FastifyRequest) => Input;
  /** Tells whether it is new. */
  readonly run: (
    writer: CatalogWriter,
    input: Input,
    asked: DocumentRequest<Found>,
  ) => Promise<boolean>;
}

/** How an object is made by the body of a request. */
export interface Creation<Input> {
  readonly parse: (request: FastifyRequest) => Input | Promise<Input>;
  /** Gives the name that the answer says, and the path of what was made, where it has one. */
  readonly run: (
    writer: CatalogWriter,
    input: Input,
    request: FastifyRequest,
  ) => Promise<{ readonly name: string; readonly path?: string }>;
}

/** All that a collection of documents answers. */
export interface Collection<Found, Input, New> extends DocumentNoun<Found> {
  /** Paths of the collection and of one document. */
  readonly paths: readonly [PathName, PathName];
  readonly list: RouteHandler;
  readonly create?: Creation<New>;
  readonly update: Change<Found, Input>;
  readonly remove: Removal<Found>;
}

/** How a document is removed. */
export interface Removal<Found> {
  readonly run: (writer: CatalogWriter, asked: DocumentRequest<Found>) => Promise<void>;
  /** Does the removal, with what is to be done of files before and after. */
  readonly around?: (request: FastifyRequest, remove: () => Promise<void>) => Promise<void>;
  /** What the answer says; nothing by default. */
  readonly says?: (request: FastifyRequest) => string;
}

/** Registers what a collection of documents answers. */
export function documentRoutes<Found, Input, New>(
  app: FastifyInstance,
  context: ServerContext,
  {
    paths: [collection, single],
    list,
    create,
    update,
    remove,
    ...noun
  }: Collection<Found, Input, New>,
): void {
  const POST = create && createDocument(context, create);
  documentRoute(app, collection, { GET: list, ...(POST && { POST }) });
  documentRoute(app, single, {
    GET: readDocument(context, noun),
    PUT: changeDocument(context, noun, update),
    DELETE: removeDocument(context, noun, remove),
  });
}

/** Registers handlers of documents at a path of the interface. */
export function documentRoute(app: FastifyInstance, name: PathName, handlers: Handlers): void {
  route(app, routePattern(name), handlers, { bodyLimit: http.documentBytes });
}

/** How objects of one kind of address are addressed. */
export function addressAs(kind: string) {
  return ({ workspace, name }: Omit<Address, "kind">): Address => ({ kind, workspace, name });
}

/** GET of a document. */
export function readDocument<Found>(context: ServerContext, noun: ReadNoun<Found>): RouteHandler {
  return async (request, reply) => {
    const found = required(await view(request, context, (reader) => noun.find(reader, request)));
    if (noun.isKept === true) keepAnswer(request);
    const rendering = renderingFor(request, context, noun.first);
    return sendDocument(request, reply, noun.render(found, rendering), noun.address?.(found));
  };
}

/** GET of a list; `member` is the element of one, and with an `s` that of the list. */
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

/** GET of the list of all objects of a kind in the scope that a path names. */
export function listObjects<Scope extends string | null>(
  context: ServerContext,
  { member, kind, scope, path }: ListNoun<Scope>,
): RouteHandler {
  return listDocuments(context, member, async (reader, request) => {
    const workspace = await scope(reader, request);
    const found = await reader.list(kind, workspace);
    return found.map(({ name }) => ({ name, path: path(workspace, name) }));
  });
}

/** PUT of a document, or whatever else changes it by its body: read, compared with the conditions, run. */
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

/** PUT of a document that makes what is not there, which is answered with 201. */
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

/** DELETE of a document. */
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

/** POST to a collection. */
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

/** A writing request that needs no body and has no document. */
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

/** Runs a command on what a path names, in one unit of work with the conditions of the request. */
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

/**
 * Honours If-Match and If-None-Match for a document; what changes the same document in other ways, such as
 * an upload, calls it too. Refuses with precondition-failed.
 */
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
