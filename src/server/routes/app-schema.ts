/** Uploads of mappings: `PUT …/datastores/{store}/file.appschema` (docs/interface.md, 4.1). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { compareText } from "../../model/address.ts";
import { mappingKeys, publishedName } from "../../model/app-schema.ts";
import { http, xml } from "../../model/limits.ts";
import { nameProblem } from "../../model/name.ts";
import { refuses, type BundleProblem } from "../../wire/mapping-bundle.ts";
import { isZip } from "../../wire/media.ts";
import { routePattern } from "../../wire/paths.ts";
import { readZip, type FileSet } from "../../wire/zip.ts";
import {
  checkUploadPlace,
  storeFolder,
  uploadMapping,
  type Configure,
  type MappingUpload,
} from "../catalog/app-schema.ts";

import { CatalogError } from "../catalog/errors.ts";
import type { PublishedPlace } from "../catalog/published.ts";
import { propertiesFor, type ServerContext } from "../context.ts";
import { readingLater } from "../plugins/errors.ts";
import {
  bodyOf,
  contentTypeOf,
  keptBodyOf,
  parameter,
  query,
  route,
  type RouteHandler,
} from "../plugins/methods.ts";
import { change } from "../plugins/unit-of-work.ts";
import { sendDone } from "./created.ts";
import { checkStoreMatch } from "./stores.ts";

/** Registers the route. */
export function appSchemaRoutes(app: FastifyInstance, context: ServerContext): void {
  const limitOf = (request: FastifyRequest) =>
    isZip(contentTypeOf(request)) ? http.uploadBytes : xml.mappingBytes;
  const options = { bodyLimit: http.uploadBytes, config: { limitOf } };
  const { name: dialect, mappedNames: scope } = context.dialect;
  const PUT: RouteHandler = async (request, reply) => {
    checkMethod(parameter(request, "upload"));
    const workspace = parameter(request, "workspace");
    const store = parameter(request, "store");
    const configure = configureOf(request);
    const packed = isZip(contentTypeOf(request));
    // A place that takes no upload is refused before a bundle that is none.
    const [bundle] = await Promise.allSettled([
      readBundle(request, context, { workspace, store, packed }),
    ]);
    const { created, configured } = await change(request, context, async (writer) => {
      await checkUploadPlace(writer, workspace, store);
      if (bundle.status === "rejected") throw bundle.reason;
      await checkStoreMatch(request, context, writer);
      return uploadMapping(writer, { ...bundle.value, workspace, store, scope, configure });
    });
    if (dialect === "documented") return sendDone(reply, created && !packed ? 201 : 200);
    return sendDone(reply, configured > 0 || configure === "none" ? 201 : 202);
  };
  route(app, routePattern("dataStoreUpload"), { PUT }, options);
}

/** Checks the method and format in the order of stock servers. Deviation: no-fetching. */
function checkMethod(text: string): void {
  const [method = "", extension = ""] = text.split(/\.(?=[^.]*$)/);
  const refused = refusedMethods.get(method);
  if (method !== "file" && refused === undefined) {
    throw new CatalogError("unsupported-format", `Unrecognized file upload method: ${method}`);
  }
  if (extension !== "appschema")
    throw new CatalogError("unsupported-format", `Unsupported format: ${extension}`);
  if (refused === undefined) return;
  const hint = `${refused}. Send the file itself (file.appschema)`;
  throw new CatalogError("unsupported-format", `Refused file upload method: ${method}: ${hint}`);
}

const refusedMethods: ReadonlyMap<string, string> = new Map([
  ["url", "the server fetches nothing by address"],
  ["external", "the server takes no file from its own disk"],
]);

/** Name for a single file; a ZIP has its own names. */
function fileNameOf(request: FastifyRequest, store: string): string {
  const asked = query(request, "filename")?.trim() ?? "";
  if (asked === "") return `${store}.appschema`;
  const problem =
    nameProblem(asked) ?? (/.\.appschema$/i.test(asked) ? undefined : "does not end in .appschema");
  if (problem !== undefined)
    throw new CatalogError("name-invalid", `The file name '${asked}' ${problem}`);
  return asked;
}

/** Other or missing values mean `first` (docs/compatibility.md, "App-schema"). */
function configureOf(request: FastifyRequest): Configure {
  const asked = query(request, "configure")?.trim().toLowerCase();
  return asked === "all" || asked === "none" ? asked : "first";
}

async function unpack(request: FastifyRequest): Promise<{ files: FileSet; main: string }> {
  const zipped = bodyOf(request);
  const code = zipped[0] === 0x50 && zipped[1] === 0x4b ? "zip-malformed" : "zip-not-a-zip";
  const files = await readingLater(code, "", () => readZip(zipped));
  const mains = [...files.keys()]
    .filter((path) => /\.appschema$/i.test(path))
    .toSorted(compareText);
  const main = mains.find((path) => !path.includes("/")) ?? mains[0];
  if (main === undefined) {
    throw new CatalogError(
      "mapping-missing",
      "Could not find appropriate appschema file in archive",
    );
  }
  return { files, main };
}

/** Names are in mapping order. Throws if the bundle is inconsistent. Deviation: source-unopened. */
async function readBundle(
  request: FastifyRequest,
  context: ServerContext,
  { workspace, store, packed }: PublishedPlace & { readonly packed: boolean },
): Promise<Pick<MappingUpload, "files" | "main" | "names" | "keys">> {
  const name = fileNameOf(request, store);
  const { files, main } = packed
    ? await unpack(request)
    : { files: new Map([[name, keptBodyOf(request)]]), main: name };
  const properties = propertiesFor(context, `${storeFolder(workspace, store)}/${main}`);
  const { mapping, problems } = await context.parsing.bundle({ files, main, packed, properties });
  const refusals = problems.filter(refuses);
  if (refusals.length > 0 || mapping === undefined) throw refusal(refusals);
  const names = [...new Set(mapping.types.map(publishedName))];
  return { files, main, names, keys: mappingKeys(mapping) };
}

function refusal(problems: readonly BundleProblem[]): CatalogError {
  const worst = problems.some((problem) => problem.code === "too-large")
    ? "too-large"
    : problems.some((problem) => problem.code === "malformed" || problem.code === "wrong-type")
      ? "mapping-unreadable"
      : "bad-mapping";
  const lines = problems.map(({ file, line, message }) => `${file}, line ${line}: ${message}`);
  return new CatalogError(worst, ["Unable to create source data store", ...lines].join("\n"));
}
