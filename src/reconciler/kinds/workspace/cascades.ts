/**
 * What is deleted with a workspace: rules, services and settings. The plan must delete its
 * stores, styles and groups.
 */
import { renamedRuleKey, ruleAddress, ruleHangsOnWorkspace } from "../../../model/access-rule.ts";
import type { Address } from "../../../model/address.ts";
import { readAccessRules } from "../../../wire/access-rules.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { namesAt } from "../../../wire/list.ts";
import { layerGroupsPath, stylesPath } from "../../../wire/paths.ts";
import { entryList, member, memberText } from "../../../wire/tree.ts";
import type {
  Cascade,
  Content,
  Damage,
  Departure,
  KindContext,
  Live,
  Resource,
} from "../../kind.ts";
import type { WithMetadata } from "../fields/metadata.ts";
import { serviceAbout } from "../service/about.ts";
import type { SettingsKind } from "../setting/contract.ts";
import { movedSettings } from "../setting/moved.ts";
import { settingsAbout } from "../setting/about-global.ts";
import { listSettings } from "../setting/listed.ts";
import { templateCascade } from "../published/templates.ts";
import { readWorkspace } from "./metadata.ts";

export async function workspaceCascades(
  context: KindContext,
  { address }: Live,
  declared: readonly Resource<WithMetadata>[],
  { to }: Departure = {},
): Promise<Cascade> {
  const workspace = address.name;
  const { rules } = await readAccessRules(context.read);
  const own = [...rules].filter(([key]) => ruleHangsOnWorkspace(key, workspace));
  const back = to && { owner: to, workspace: to.name, inside: "" };
  const what = `workspace ${workspace}`;
  const folder = { workspace, inside: "", what, ...(back && { back }) };
  const templates = await templateCascade(context, [folder]);
  const rulesBack = own.map(([key, roles]) => ({
    address: ruleAddress(key),
    facts: { roles },
    requires: [],
  }));
  const settings = await settingsCascade(context, workspace, to);
  return {
    affected: [...rulesBack, ...settings.affected],
    gone: [...templates.gone, ...settings.gone],
    contents: [...(await contentsOf(context, workspace)), ...settings.contents],
    irreversible: to === undefined ? [] : await leftWith(context, workspace, { to, declared }),
    damage: [
      ...(to === undefined ? [] : own.flatMap(([key]) => leftRule(key, to))),
      ...templates.damage,
    ],
  };
}

interface OwnSettings {
  readonly about: SettingsKind;
  readonly address: Address;
}

async function ownSettings(
  context: KindContext,
  workspace: string,
): Promise<readonly OwnSettings[]> {
  const found = await Promise.all(
    [serviceAbout, settingsAbout].map(async (about) => {
      const addresses = await listSettings(about, context, workspace);
      return addresses.map((address) => ({ about, address }));
    }),
  );
  return found.flat();
}

/** They move with a renamed workspace, and prevent a deletion unless the plan deletes them too. */
async function settingsCascade(
  context: KindContext,
  workspace: string,
  to: Address | undefined,
): Promise<Pick<Cascade, "affected" | "gone" | "contents">> {
  const own = await ownSettings(context, workspace);
  const contents = (goes: NonNullable<Content["goes"]>) =>
    own.map(({ about, address }) => ({ addresses: [address], what: about.title(address), goes }));
  if (to === undefined) return { affected: [], gone: [], contents: contents("if-deleted") };
  const moved = await Promise.all(
    own.map(({ about, address }) => movedSettings(about, context, { address, to })),
  );
  return {
    affected: moved.filter((one) => one !== undefined),
    gone: own.map(({ address }) => address),
    contents: contents("unless-declared"),
  };
}

/** A rule protects nothing under the new name unless declared for it. */
function leftRule(key: string, to: Address): readonly Damage[] {
  const now = renamedRuleKey(key, { workspace: to.name });
  if (now === undefined) return [];
  return [{ to: ruleAddress(now), what: `the access rule ${key}, which would not hold as ${now}` }];
}

async function leftWith(
  context: KindContext,
  workspace: string,
  { to, declared }: { readonly to: Address; readonly declared: readonly Resource<WithMetadata>[] },
): Promise<readonly string[]> {
  const next = declared.find(({ address }) => address.name === to.name);
  const said = new Set(Object.keys(next?.payload.metadata ?? {}));
  const entries = entryList(member(await readWorkspace(context, workspace), "metadata"));
  const keys = entries.map((entry) => memberText(entry, "@key") ?? "");
  const left = keys.filter((key) => !said.has(key));
  return left.map((key) => `metadata ${key} of workspace ${workspace}`);
}

async function contentsOf(context: KindContext, workspace: string): Promise<readonly Content[]> {
  const lists = [
    {
      path: pathTo("dataStores", { workspace }, "xml"),
      element: "dataStore",
      what: "data store",
      kinds: ["AppSchemaStore", "DataStore"],
    },
    {
      path: pathTo("coverageStores", { workspace }, "xml"),
      element: "coverageStore",
      what: "coverage store",
      kinds: ["ImageMosaic", "CoverageStore"],
    },
    {
      path: pathTo("wmsStores", { workspace }, "xml"),
      element: "wmsStore",
      what: "cascaded WMS store",
      kinds: ["WmsStore"],
    },
    {
      path: pathTo("wmtsStores", { workspace }, "xml"),
      element: "wmtsStore",
      what: "cascaded WMTS store",
      kinds: ["WmtsStore"],
    },
    { path: stylesPath(workspace, "xml"), element: "style", what: "style", kinds: ["Style"] },
    {
      path: layerGroupsPath(workspace, "xml"),
      element: "layerGroup",
      what: "layer group",
      kinds: ["LayerGroup"],
    },
  ];
  const found = await Promise.all(
    lists.map(async ({ path, element, what, kinds }) => {
      const names = await namesAt(context.read, path, element);
      return names.map((name) => ({
        addresses: kinds.map((kind) => ({ kind, workspace, name })),
        what: `${what} ${name}`,
      }));
    }),
  );
  return found.flat();
}
