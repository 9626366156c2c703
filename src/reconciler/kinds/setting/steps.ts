/**
 * Requests that change settings. Bodies are made from the document when they are sent: undeclared
 * settings stay although servers replace whole objects, and nothing is sent for a missing
 * workspace, which a stock server would apply to the server itself (docs/compatibility.md,
 * "Services").
 */
import { Failure } from "../../../model/failure.ts";
import { documentIn } from "../../../wire/answered-document.ts";
import type { Address } from "../../../model/address.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { mediaTypes } from "../../../wire/media.ts";
import { expectFound, get, getIfThere } from "../../../wire/reading.ts";
import { renderXml } from "../../../wire/xml.ts";
import type { KindContext, Resource, Step, UpdateOf } from "../../kind.ts";
import type { Members } from "../fields/contract.ts";
import { changesOf, documentWith } from "./body.ts";
import type { SettingsKind, SettingsPayload } from "./contract.ts";
import { readSettingsDocument } from "./document.ts";

export async function updateSteps(
  about: SettingsKind,
  { resource, fields }: UpdateOf<SettingsPayload>,
  context: KindContext,
): Promise<readonly Step[]> {
  const { address, facts, payload } = resource;
  const { declared } = payload;
  const { table } = about.place(address);
  const changed = Object.fromEntries(fields.map((name) => [name, facts[name]]));
  const members = async (): Promise<Members> => {
    const found = await readSettingsDocument(about, context, address);
    if (found === undefined) throw goneError(about, address);
    return about.keepsUnsaid
      ? changesOf(table, found.document, { declared, names: fields })
      : documentWith(table, found.document, declared);
  };
  const summary = `change ${fields.join(", ")} of ${about.title(address)}`;
  return [putting(about, resource, { summary, seed: { changed }, members })];
}

/** Starts with a copy of the server's settings. */
export async function createSteps(
  about: SettingsKind,
  resource: Resource<SettingsPayload>,
  context: KindContext,
): Promise<readonly Step[]> {
  const { address, facts, payload } = resource;
  const members = async (): Promise<Members> => {
    await expectWorkspace(about, context, address);
    const { table, origin, read } = about.place(address);
    const from = origin?.read ?? read;
    const response = expectFound(await get(context.read, from), from);
    const { content } = documentIn(response);
    const whole = documentWith(table, origin?.content(content) ?? content, payload.declared);
    return { ...whole, ...(address.workspace && { workspace: { name: address.workspace } }) };
  };
  const summary = `create ${about.title(address)}`;
  return [putting(about, resource, { summary, seed: { created: facts }, members })];
}

function putting(
  about: SettingsKind,
  { address, payload }: Resource<SettingsPayload>,
  {
    summary,
    seed,
    members,
  }: {
    readonly summary: string;
    readonly seed: object;
    readonly members: () => Promise<Members>;
  },
): Step {
  const { put, root } = about.place(address);
  const write = async () => new TextEncoder().encode(renderXml(root, await members()));
  const body = payload.bodyLater({ address, ...seed }, write);
  return { summary, request: { method: "PUT", path: put, mediaType: mediaTypes.xml, body } };
}

async function expectWorkspace(
  about: SettingsKind,
  { read }: KindContext,
  address: Address,
): Promise<void> {
  const { workspace } = address;
  if (workspace === null) return;
  const found = await getIfThere(read, pathTo("workspace", { workspace }, "xml"));
  if (found === undefined) throw goneError(about, address);
}

function goneError({ title }: SettingsKind, address: Address): Error {
  return new Failure(`Nothing was sent to change ${title(address)}: it is not there any more`);
}
