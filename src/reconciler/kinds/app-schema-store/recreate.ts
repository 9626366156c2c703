/** Makes a store again as it is on the server now, from the files it holds there. */
import { extname } from "node:path";
import type { Address } from "../../../model/address.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { mediaTypes } from "../../../wire/media.ts";
import { getIfThere } from "../../../wire/reading.ts";
import { bodyText } from "../../../wire/request.ts";
import { parseXml } from "../../../wire/xml.ts";
import { packZip } from "../../../wire/zip.ts";
import type { KindContext, Step } from "../../kind.ts";
import { readMappingFiles } from "./observe.ts";
import { settingSteps, storeSettingFields } from "./settings.ts";
import { uploadRequest } from "./upload.ts";

/** The upload of the mapping that a store has; undefined where its files cannot be read. */
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
  // Mappings may hold passwords, and so may what a server says of them.
  return [
    { summary, request: { ...request, confidential: true } },
    ...(await settingsAgain(address, context)),
  ];
}

/** What was set of the store beside its mapping. */
async function settingsAgain(address: Address, { read }: KindContext): Promise<readonly Step[]> {
  const place = { workspace: address.workspace ?? "", store: address.name };
  const response = await getIfThere(read, pathTo("dataStore", place, "xml"));
  if (response === undefined) return [];
  const { spec } = storeSettingFields.declared(
    address,
    parseXml(bodyText(response)).content,
    false,
  );
  return settingSteps(address, spec, { names: Object.keys(spec) });
}
