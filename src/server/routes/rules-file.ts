/**
 * `security/layers.properties` of the data directory shows the rules on layers and the catalog
 * mode. Only this file can set rules on global layer groups (docs/compatibility.md, "Access
 * rules").
 */
import { digestOf } from "../../model/digest.ts";
import { resourceAddress } from "../../model/etag.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { mediaTypes } from "../../wire/media.ts";
import { modeInFile, renderRulesFile, rulesFile, rulesInFile } from "../../wire/rules-file.ts";
import { listRules, replaceRules } from "../catalog/access-rules.ts";
import { catalogMode, setCatalogMode } from "../catalog/catalog-mode.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { CatalogReader, CatalogWriter } from "../catalog/unit-of-work.ts";
import { sendBody } from "../plugins/conditional.ts";

export function isRulesFile(path: string): boolean {
  return path === rulesFile("layers");
}

async function contentOf(reader: CatalogReader): Promise<Uint8Array> {
  return renderRulesFile(await listRules(reader, "layers"), await catalogMode(reader));
}

export async function sendRulesFile(
  request: FastifyRequest,
  reply: FastifyReply,
  reader: CatalogReader,
): Promise<FastifyReply> {
  const body = await contentOf(reader);
  const of = resourceAddress(rulesFile("layers"));
  reply.header("Resource-Type", "resource");
  return sendBody(request, reply, {
    contentType: mediaTypes.text,
    body,
    digest: digestOf(body),
    of,
  });
}

export async function rulesFileDigest(reader: CatalogReader): Promise<string> {
  return digestOf(await contentOf(reader));
}

/** The file is rendered from the catalog, so only PUT can change it. */
export function refuseRulesFile(...paths: readonly string[]): void {
  if (!paths.some(isRulesFile)) return;
  const message = `${rulesFile("layers")} cannot be moved, copied or removed; send it with its content`;
  throw new CatalogError("directory-write", message);
}

export async function takeRulesFile(writer: CatalogWriter, bytes: Uint8Array): Promise<void> {
  await replaceRules(writer, "layers", rulesInFile(bytes, "layers").rules, "file");
  await setCatalogMode(writer, modeInFile(bytes) ?? "HIDE");
}
