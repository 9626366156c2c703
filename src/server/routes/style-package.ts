/** Style packages: a ZIP with an SLD and its images (docs/interface.md, 2.4). */
import type { QualifiedName } from "../../model/layer.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { compareText } from "../../model/address.ts";
import { isPackageImage, UNNAMED_STYLE, type StyleContent } from "../../model/style.ts";
import { stylePath } from "../../wire/paths.ts";
import { looksLikeZip, readZip, type FileSet } from "../../wire/zip.ts";
import type { ZipEntry } from "../../wire/zip-entries.ts";
import { CatalogError, type CatalogErrorCode } from "../catalog/errors.ts";
import { createStyle, replaceStyleContent, stylePathOf } from "../catalog/style.ts";
import type { ServerContext } from "../context.ts";
import { readingLater } from "../plugins/errors.ts";
import { bodyOf, query } from "../plugins/methods.ts";
import { change } from "../plugins/unit-of-work.ts";
import { sendCreated, sendDone } from "./created.ts";
import { checkStyleMatch } from "./style-representation.ts";

interface StylePackage {
  readonly sld: { readonly fileName: string; readonly bytes: Uint8Array } | undefined;
  readonly slds: readonly string[];
  readonly images: FileSet;
  readonly hasShapefile: boolean;
  /** The first file in a folder without its own entry. */
  readonly homeless: string | undefined;
}

export async function postStylePackage(
  request: FastifyRequest,
  reply: FastifyReply,
  context: ServerContext,
  workspace: string | null,
): Promise<FastifyReply> {
  const bytes = bodyOf(request);
  // A stock server treats other bodies as an empty archive.
  const holdsNothing = context.dialect.name === "geoserver" && !looksLikeZip(bytes);
  if (holdsNothing) throw new CatalogError("sld-missing", "No sld file provided:");
  const found = await readPackage(bytes);
  const { sld, images } = found;
  refuseHomeless(found, context, "zip-malformed");
  if (sld === undefined) throw new CatalogError("sld-missing", "No sld file provided:");
  refuseSeveral(found, context, "bad-style-package");
  const content = await readingLater("bad-style-package", "Style error. ", () =>
    context.parsing.style(sld.bytes, "sld"),
  );
  const name = query(request, "name") || content.name || packageName(context, sld.fileName);
  const style = { workspace, name, content, bytes: sld.bytes, images };
  await change(request, context, (writer) => createStyle(writer, context.dialect, style));
  return sendCreated(request, reply, name, stylePath(workspace, name));
}

/** Without a name in the SLD, its file name is used. */
function packageName(context: ServerContext, fileName: string): string {
  return context.dialect.name === "documented" ? fileName.replace(/\.?sld$/, "") : UNNAMED_STYLE;
}

/** A package with only a shapefile keeps the content. Deviation: package-version. */
export async function putStylePackage(
  request: FastifyRequest,
  reply: FastifyReply,
  context: ServerContext,
  key: QualifiedName,
): Promise<FastifyReply> {
  const found = await readPackage(bodyOf(request));
  refuseHomeless(found, context, "style-package-put");
  refuseSeveral(found, context, "style-package-put");
  const content = await contentOf(context, found);
  await change(request, context, async (writer) => {
    const style = await writer.get("style", key.workspace, key.name);
    if (style === undefined)
      throw new CatalogError("style-missing", `Error processing the style: ${key.name} not found`);
    await checkStyleMatch(request, context, writer, style);
    const kept = await writer.file(stylePathOf(style));
    const bytes = found.sld?.bytes ?? (kept && (await writer.content(kept)));
    if (bytes !== undefined)
      await replaceStyleContent(writer, style, { bytes, content, images: found.images });
  });
  return sendDone(reply);
}

/** A stock server does not create folders without an entry, and fails to write files in them. */
function refuseHomeless(
  { homeless }: StylePackage,
  { dialect }: ServerContext,
  code: CatalogErrorCode,
): void {
  if (homeless === undefined || dialect.makesPackageFolders) return;
  const prefix = code === "style-package-put" ? "Error processing the style: " : "/";
  throw new CatalogError(code, `${prefix}${homeless} (No such file or directory)`);
}

/** A stock server uses the first SLD. */
function refuseSeveral(
  { slds }: StylePackage,
  { dialect }: ServerContext,
  code: CatalogErrorCode,
): void {
  if (slds.length < 2 || dialect.name === "geoserver") return;
  throw new CatalogError(
    code,
    `The package holds ${slds.length} .sld files (${slds.join(", ")}); a style package holds one`,
  );
}

async function contentOf(
  context: ServerContext,
  found: StylePackage,
): Promise<StyleContent | undefined> {
  const { sld, hasShapefile } = found;
  if (sld !== undefined) {
    return readingLater("style-package-put", "Error processing the style: ", () =>
      context.parsing.style(sld.bytes, "sld"),
    );
  }
  if (hasShapefile) return undefined;
  throw new CatalogError(
    "style-package-put",
    "Error processing the style: the package holds neither an SLD nor a shapefile",
  );
}

async function readPackage(bytes: Uint8Array): Promise<StylePackage> {
  const code: CatalogErrorCode = looksLikeZip(bytes) ? "zip-malformed" : "zip-not-a-zip";
  let homeless: string | undefined;
  const look = ({ path, hasFolders }: ZipEntry) => {
    if (!hasFolders) homeless ??= path;
  };
  const files = await readingLater(code, "", () => readZip(bytes, look));
  const top = [...files.keys()].filter((name) => !name.includes("/")).toSorted(compareText);
  const slds = top.filter((name) => name.endsWith("sld"));
  const [fileName] = slds;
  return {
    slds,
    sld:
      fileName === undefined
        ? undefined
        : { fileName, bytes: files.get(fileName) ?? new Uint8Array() },
    images: new Map([...files].filter(([name]) => isPackageImage(name))),
    homeless,
    hasShapefile: top.some((name) => name.toLowerCase().endsWith(".shp")),
  };
}
