/**
 * Templates in the folders of what a plan deletes: a server deletes the folders too. Those of what comes back are
 * written again; those of what goes on elsewhere are reported, unless they are declared there.
 */
import type { Address } from "../../../model/address.ts";
import { templateFile, templateFolder } from "../../../model/data-file.ts";
import { digestOf } from "../../../model/digest.ts";
import { dataFile as limits } from "../../../model/limits.ts";
import type { AffectedObject, Cascade, KindContext } from "../../kind.ts";
import { bytesOfFile, namesInFolder } from "../file/stored.ts";
import { heldFact } from "../template/held.ts";

/** A folder of templates that is deleted with the object it belongs to. */
export interface TemplateFolder {
  readonly workspace: string;
  /** Below the folder of the workspace; empty for its own. */
  readonly inside: string;
  /** What the object is called in a sentence. */
  readonly what: string;
  /** What makes the object again, and where its folder is then; absent where it goes for good. */
  readonly back?: { readonly owner: Address; readonly workspace: string; readonly inside: string };
}

/** A store with those of its feature types or coverages that are deleted, and what makes them again. */
export interface StoreFolders {
  readonly workspace: string;
  readonly store: string;
  /** What makes the store again; absent where the store stays, or goes for good. */
  readonly owner?: Address | undefined;
  /** Whether the store itself is deleted. */
  readonly goes: boolean;
  readonly names: readonly string[];
  /** What makes one of them again, and in which workspace and store; undefined where it goes for good. */
  readonly backOf: (
    name: string,
  ) =>
    | { readonly owner: Address; readonly store: string; readonly workspace?: string | null }
    | undefined;
}

/** The folders of templates that are deleted with a store, or with what it publishes. */
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

/** What becomes of the templates in these folders. */
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

/** A template with its content; undefined where that is too much to be kept in a plan. */
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
