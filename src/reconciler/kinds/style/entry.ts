/**
 * Changes the entry of a style. A stock server resets what a PUT leaves out: format `sld`,
 * version 1.0.0, no metadata. So a body repeats all present settings.
 */
import { documentIn } from "../../../wire/answered-document.ts";
import { sendable } from "../../../wire/kept-settings.ts";
import { mediaTypes, styleMediaType } from "../../../wire/media.ts";
import { stylePathTo } from "../../../wire/addressing.ts";
import { stylesPath } from "../../../wire/paths.ts";
import { getIfThere } from "../../../wire/reading.ts";
import { ifMatch, xmlRequest } from "../../../wire/request.ts";
import { renderStyleInput } from "../../../wire/style.ts";
import type { Tree } from "../../../wire/tree.ts";
import type { Address } from "../../../model/address.ts";
import { styleFileName } from "../../../model/style.ts";
import type { KindContext, Resource, Step, UpdateOf } from "../../kind.ts";
import type { Members } from "../fields/contract.ts";
import { mediaTypeOf } from "./content.ts";
import { styleSettingFields } from "./settings.ts";
import type { StylePayload } from "./source.ts";

/** No step where the manifest has no settings for it. */
export async function firstSettings(
  resource: Resource<StylePayload>,
  names: readonly string[],
  context: KindContext,
): Promise<readonly Step[]> {
  const { address, payload } = resource;
  if (names.length === 0) return [];
  const { format } = payload;
  const isNewer = (await mediaTypeOf(payload, context)) === styleMediaType("sld", "1.1.0");
  const languageVersion = { version: isNewer ? "1.1.0" : "1.0.0" };
  const set = styleSettingFields.written({ ...payload.settings }, names, undefined);
  return [settingStep({ address, members: { format, languageVersion, ...set }, set })];
}

/** Sends as few requests as a server accepts. Throws ReadError, WireError. */
export async function entrySteps(
  change: UpdateOf<StylePayload>,
  context: KindContext,
): Promise<readonly Step[]> {
  const { resource, live, fields, formerly } = change;
  const { address, payload } = resource;
  const names = styleSettingFields.names.filter((name) => fields.includes(name));
  // Only the included server sets the format of the entry by a package.
  const isOfPackage = fields.includes("images") && context.server.software === "plumbline";
  const isOther = fields.includes("format") && !isOfPackage;
  const isNamed = formerly !== undefined;
  if (!isNamed && !isOther && names.length === 0) return [];
  const { workspace, name } = formerly ?? address;
  const found = await getIfThere(context.read, stylePathTo(workspace, name, "xml"));
  const document: Tree = found === undefined ? {} : documentIn(found).content;
  const set = styleSettingFields.written({ ...payload.settings }, names, document);
  const there = sendable(document, ["name", "workspace", "filename"]);
  const members = { ...there, ...set };
  const isFirst = isNamed || !isOther;
  const { languageVersion: _ofFormer, ...others } = members;
  return [
    ...(isFirst ? [settingStep({ address, formerly, members, set, etag: live.etag })] : []),
    ...(isOther ? [formatStep("PUT", resource, others)] : []),
  ];
}

function settingStep(about: {
  readonly address: Address;
  readonly formerly?: Address | undefined;
  readonly members: Members;
  readonly set: Members;
  readonly etag?: string | undefined;
}): Step {
  const { address, formerly, members, set, etag } = about;
  const { workspace, name } = formerly ?? address;
  const changed = Object.keys(set).join(", ");
  const rename = `rename style ${name} to ${address.name}`;
  const renaming = changed === "" ? rename : `${rename} and set its ${changed}`;
  return {
    summary: formerly === undefined ? `set ${changed} of style ${name}` : renaming,
    request: {
      method: "PUT",
      path: stylePathTo(workspace, name),
      mediaType: mediaTypes.xml,
      ...(formerly === undefined ? ifMatch(etag) : {}),
      body: { kind: "text", text: renderStyleInput(address.name, members) },
    },
  };
}

/** The content is sent next. */
export function formatStep(
  method: "POST" | "PUT",
  { address: { workspace, name }, payload: { format } }: Resource<StylePayload>,
  others: Members = {},
): Step {
  const fileName = styleFileName(name, format);
  const text = renderStyleInput(name, { ...others, format, filename: fileName });
  const path = method === "POST" ? stylesPath(workspace) : stylePathTo(workspace, name);
  const summary =
    method === "POST"
      ? `create the entry of style ${name}`
      : `make style ${name} a ${format} style`;
  return {
    summary,
    request: xmlRequest(method, path, text),
    // A server that keeps reading another file shows the old content.
    givesBack: {
      path: stylePathTo(workspace, name, "xml"),
      writtenAt: stylePathTo(workspace, name),
      settings: { filename: fileName },
    },
  };
}
