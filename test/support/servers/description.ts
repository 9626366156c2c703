/**
 * What the description of the interface says of requests. Read from the OpenAPI document as any
 * client would read it; nothing here knows how it was made.
 */
import type { DialectLine, DialectName } from "../../../src/model/dialect.ts";
import { describeServer } from "../../../src/server/plugins/openapi.ts";

/** A document of which only what clients need is known. */
interface Document {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly responses: Readonly<Record<string, Answer>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

type PathItem = Readonly<Record<string, OperationItem>> & {
  readonly parameters?: readonly Parameter[];
};

/** A parameter. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
}

/** An answer. */
export interface Answer {
  readonly description: string;
  readonly content?: Readonly<Record<string, object>>;
}

interface OperationItem {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, object>> };
  readonly responses: Readonly<Record<string, Answer | { readonly $ref: string }>>;
}

/** One operation, references followed. */
export interface DescribedOperation {
  /** Path with `{parameters}`, from the REST root's parent on. */
  readonly path: string;
  readonly method: string;
  readonly parameters: readonly Parameter[];
  /** Media types of the body; undefined when it takes none. */
  readonly takes: readonly string[] | undefined;
  /** Answers by status. */
  readonly answers: ReadonlyMap<number, Answer>;
}

/** Operations of a document. */
export interface Description {
  readonly operations: readonly DescribedOperation[];
  /** The operation of a request by the path that is sent; undefined when there is none. */
  readonly find: (method: string, path: string) => DescribedOperation | undefined;
}

const METHODS: readonly string[] = ["get", "post", "put", "delete"];

/** Reads a document. */
export function readDescription(document: unknown): Description {
  const { paths, components } = document as Document;
  const named = (reference: string) => reference.slice(reference.lastIndexOf("/") + 1);
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method): DescribedOperation => {
      const { parameters = [], requestBody, responses } = item[method] as OperationItem;
      const own = parameters.map((one) =>
        "$ref" in one ? (components.parameters[named(one.$ref)] as Parameter) : one,
      );
      const answers = Object.entries(responses).map(([status, answer]) => {
        const found = "$ref" in answer ? components.responses[named(answer.$ref)] : answer;
        return [Number(status), found as Answer] as const;
      });
      return {
        path,
        method: method.toUpperCase(),
        parameters: [...(item.parameters ?? []), ...own],
        takes: requestBody && Object.keys(requestBody.content),
        answers: new Map(answers),
      };
    }),
  );
  const byPath = Object.groupBy(operations, ({ path }) => path);
  return {
    operations,
    find: (method, path) => {
      const template = templateOf(Object.keys(byPath), path);
      const wanted = method === "HEAD" ? "GET" : method;
      return byPath[template ?? ""]?.find((operation) => operation.method === wanted);
    },
  };
}

/** The template that a path as it is sent belongs to: written segments go before parameters. */
function templateOf(templates: readonly string[], sent: string): string | undefined {
  const [plain = ""] = sent.replace(/^\/+geoserver(?=\/)/, "").split("?", 1);
  const tidy = plain.replaceAll(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
  const isUncut = /^\/rest\/(?:resource\/|security\/acl\/(?:rest|services)\/)/.test(tidy);
  const suffix = tidy.startsWith("/gwc/")
    ? /\.(?:xml|json)$/i
    : /\.(?:xml|json|html|sld|css|zip)$/i;
  const path = isUncut ? tidy : tidy.replace(suffix, "");
  const segments = path.split("/");
  const fitting = templates.filter((template) => fits(template.split("/"), segments));
  return fitting.toSorted((a, b) => wildness(a).localeCompare(wildness(b)))[0];
}

const OPEN = /^\/rest\/(?:resource\/\{path\}|security\/acl\/rest\/\{rule\})$/;

function fits(template: readonly string[], segments: readonly string[]): boolean {
  const isOpen = OPEN.test(template.join("/"));
  if (isOpen ? segments.length < template.length : segments.length !== template.length)
    return false;
  return template.every((part, index) => part.startsWith("{") || part === segments[index]);
}

function wildness(template: string): string {
  return template.replaceAll(/[^/]+/g, (part) => (part.startsWith("{") ? "1" : "0"));
}

const descriptions = new Map<string, Description>();

/** The description of a server of this dialect. */
export function descriptionOf(dialect: DialectName, line?: DialectLine): Description {
  const key = `${dialect} ${line}`;
  const known = descriptions.get(key);
  if (known !== undefined) return known;
  const made = readDescription(
    JSON.parse(JSON.stringify(describeServer({ version: "0.0.0-test", dialect, line }))),
  );
  descriptions.set(key, made);
  return made;
}

/** What an answer is not that it should be by its description; undefined when it is all right. */
export function undescribed(
  operation: DescribedOperation,
  { status, contentType, bytes }: { status: number; contentType: string; bytes: number },
): string | undefined {
  const what = `${operation.method} ${operation.path}`;
  const answer = operation.answers.get(status);
  if (answer === undefined) return `${what} does not say that it answers ${status}`;
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const types = Object.keys(answer.content ?? {});
  if (bytes === 0 || types.includes(type) || types.includes("*/*")) return undefined;
  return `${what} answers ${status} with ${type}, and not with ${types.join(" or ")}`;
}
