/** Recreates a store from the files that the server holds. */
import { extname } from "node:path";
import type { Address } from "../../../model/address.ts";
import { mediaTypes } from "../../../wire/media.ts";
import { packZip } from "../../../wire/zip.ts";
import type { KindContext, Step } from "../../kind.ts";
import { configuredTypes, readMappingFiles } from "./observe.ts";
import { mappedSettings } from "./settings.ts";
import { typesAgain } from "./types.ts";
import { uploadRequest } from "./upload.ts";

/** Returns undefined where the files cannot be read. */
export async function recreateStore(
  address: Address,
  context: KindContext,
): Promise<readonly Step[] | undefined> {
  const files = await readMappingFiles(context, address);
  if (files === undefined || files.size === 0) return undefined;
  const [[path, only] = ["", new Uint8Array()], ...others] = files;
  const isSingle = others.length === 0 && extname(path) === ".appschema";
  const bytes = isSingle ? only : await packZip(files);
  const body = { kind: "base64", text: Buffer.from(bytes).toString("base64") } as const;
  const mediaType = isSingle ? mediaTypes.textXml : mediaTypes.zip;
  const summary = `upload the mapping that ${address.name} had, and publish its types`;
  const request = uploadRequest(address, "all", { mediaType, body });
  const types = await configuredTypes(context, address.workspace ?? "", address.name);
  // Mappings may hold passwords, and a server's responses may quote them.
  return [
    { summary, request: { ...request, confidential: true } },
    ...(await typesAgain(context, address, types)),
    ...(await mappedSettings.again(address, context)),
  ];
}
