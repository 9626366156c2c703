/**
 * Templates in the folders of deleted objects, which a server deletes too. Those of returning
 * objects are written again; those of moved objects are reported, unless declared at the new
 * place.
 */
import type { Address } from "../../../model/address.ts";
import { templateFile, templateFolder } from "../../../model/data-file.ts";
import { digestOf } from "../../../model/digest.ts";
import { dataFile as limits } from "../../../model/limits.ts";
import type { AffectedObject, Cascade, KindContext } from "../../kind.ts";
import { bytesOfFile, namesInFolder } from "../file/stored.ts";
import { heldFact } from "../template/held.ts";

export interface TemplateFolder {
  readonly workspace: string;
  /** The path below the workspace's folder; empty for its own. */
  readonly inside: string;
  /** The object in a sentence. */
  readonly what: string;
  /** Absent where the object is gone for good. */
  readonly back?: { readonly owner: Address; readonly workspace: string; readonly inside: string };
}

/** A store with its deleted feature types or coverages, and what recreates them. */
export interface StoreFolders {
  readonly workspace: string;
  readonly store: string;
  /** Absent where the store stays, or is gone for good. */
  readonly owner?: Address | undefined;
  readonly goes: boolean;
  readonly names: readonly string[];
  /** Returns undefined where the object is gone for good. */
  readonly backOf: (
    name: string,
  ) =>
    | { readonly owner: Address; readonly store: string; readonly workspace?: string | null }
    | undefined;
}

export function storeFolders(about: StoreFolders): readonly TemplateFolder[] {
  const { workspace, store, owner, goes, names, backOf } = about;
  const home = owner && { owner, workspace: owner.workspace ?? workspace, inside: owner.name };
  const own = {
    workspace,
    inside: store,
    what: `store ${workspace}:${store}`,
    ...(home && { back: home }),
  };
  const published = names.map((name): TemplateFolder => {
    const back = backOf(name);
    const folder = { workspace, inside: `${store}/${name}`, what: `layer ${workspace}:${name}` };
    if (back === undefined) return folder;
    const at = { workspace: back.workspace ?? workspace, inside: `${back.store}/${name}` };
    return { ...folder, back: { owner: back.owner, ...at } };
  });
  return [...(goes ? [own] : []), ...published];
}

type TemplateCascade = Required<Pick<Cascade, "affected" | "gone" | "damage" | "irreversible">>;

export async function templateCascade(
  context: KindContext,
  folders: readonly TemplateFolder[],
): Promise<TemplateCascade> {
  const found = await Promise.all(folders.map((folder) => cascadeOf(context, folder)));
  return {
    affected: found.flatMap(({ affected }) => affected),
    gone: found.flatMap(({ gone }) => gone),
    damage: found.flatMap(({ damage }) => damage),
    irreversible: found.flatMap(({ irreversible }) => irreversible),
  };
}

const ENDING = /\.ftl$/;

async function cascadeOf(context: KindContext, folder: TemplateFolder): Promise<TemplateCascade> {
  const { workspace, inside, what, back } = folder;
  const names = await namesInFolder(context, templateFolder(workspace, inside));
  const own = names.filter((name) => ENDING.test(name)).map((name) => name.replace(ENDING, ""));
  const none: TemplateCascade = { affected: [], gone: [], damage: [], irreversible: [] };
  if (back === undefined) return { ...none, gone: own.map((name) => addressIn(folder, name)) };
  if (back.workspace !== workspace || back.inside !== inside) {
    const damage = own.map((name) => ({
      to: addressIn(back, name),
      what: `the template ${name} of ${what}`,
    }));
    return { ...none, gone: own.map((name) => addressIn(folder, name)), damage };
  }
  const held = await Promise.all(
    own.map((name) => withContent(context, addressIn(folder, name), back.owner)),
  );
  const affected = held.filter((one) => one !== undefined);
  const kept = new Set(affected.map(({ address }) => address.name));
  const irreversible = own
    .filter((name) => !kept.has(addressIn(folder, name).name))
    .map(
      (name) =>
        `the template ${name} of ${what}, which has more than ${limits.templateBytes} bytes`,
    );
  return { ...none, affected, irreversible };
}

function addressIn(
  { workspace, inside }: Pick<TemplateFolder, "workspace" | "inside">,
  name: string,
): Address {
  return { kind: "Template", workspace, name: inside === "" ? name : `${inside}/${name}` };
}

/** Returns undefined where the template is too large for a plan. */
async function withContent(
  context: KindContext,
  address: Address,
  owner: Address,
): Promise<AffectedObject | undefined> {
  const bytes = await bytesOfFile(context, templateFile(address.workspace, address.name));
  if (bytes === undefined || bytes.byteLength > limits.templateBytes) return undefined;
  const facts = { content: digestOf(bytes), ...heldFact(bytes) };
  return { address, facts, requires: [owner] };
}
