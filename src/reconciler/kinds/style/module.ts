/** Modules that stock servers need for some style languages. */
import { fault, type Diagnostic } from "../../../model/diagnostic.ts";
import { styleFormats, type StyleFormat } from "../../../model/style.ts";
import { parseAbout } from "../../../wire/about.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { styleFormatOf } from "../../../wire/media.ts";
import { get } from "../../../wire/reading.ts";
import { bodyText, succeeded, type WireRequest, type WireResponse } from "../../../wire/request.ts";
import type { FoundObject, KindContext } from "../../kind.ts";
import type { StylePayload } from "./source.ts";

/** Reports a missing module only where a stock server lists its modules. */
export async function moduleProblems(
  { format, content }: StylePayload,
  key: string,
  found: FoundObject<StylePayload> | undefined,
): Promise<readonly Diagnostic[]> {
  const isOwn = format === "sld" || format === "css";
  if (isOwn || found?.context.server.software !== "geoserver") return [];
  const { module } = styleFormats[format];
  const modules = await modulesOf(found.context);
  const has = (name: string) => modules.some((one) => one.startsWith(`${name}-`));
  if (!has(styleFormats.sld.module) || has(module)) return [];
  const message = `${key} ${needs(format)}, and the server does not list it among its modules`;
  const where = { file: content.path };
  const hint = "Install the module on the server, or write the style in SLD.";
  return [fault("stock-refuses", message, { hint, where, address: key })];
}

function needs(format: StyleFormat): string {
  const { title, module } = styleFormats[format];
  return `is written in ${title}, for which servers need the module ${module}`;
}

async function modulesOf({ read, kept }: KindContext): Promise<readonly string[]> {
  const find = async () => {
    const response = await get(read, pathTo("manifest", {}, "xml"), {
      query: { manifest: "gs-.*" },
    });
    return succeeded(response) ? parseAbout(response).map(({ name }) => name) : [];
  };
  return kept?.("modules of the server", find) ?? find();
}

/** Returns undefined where nothing more is known. */
export function explainStyle(
  { mediaType = "" }: WireRequest,
  answer: WireResponse,
): string | undefined {
  const format = styleFormatOf(mediaType);
  if (format === undefined || !bodyText(answer).includes("No such style handler")) return undefined;
  return `The style ${needs(format)}, which this one lacks`;
}
