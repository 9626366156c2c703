/** Documents of settings and of the contact (docs/compatibility.md, "Settings"). */
import { documentIn } from "./answered-document.ts";
import { type SettingValues, type SettingsPatch, settingsInside } from "../model/setting.ts";
import {
  globalSettingTable,
  ownTable,
  workspaceSettingTable,
  type WorkspaceSettings,
} from "../model/settings.ts";
import { contactTable } from "../model/settings/contact.ts";
import { serverTable } from "../model/settings/server.ts";
import { dateFields } from "./date.ts";
import {
  renderDocument,
  value,
  type DocumentNode,
  type Fields,
  type RenderedDocument,
  type Rendering,
} from "./document.ts";
import { type WireResponse } from "./request.ts";
import { parseSettings, settingFields } from "./setting.ts";
import { member, memberText, type Tree } from "./tree.ts";
import { type XmlValue } from "./xml.ts";

/** GeoServer's `id` of settings, which clients send back. */
const idOf = (of: string): DocumentNode => value(`SettingsInfoImpl-${of}`);

/** Renders the global settings; `updateSequence` counts changes of the catalog. */
export function renderSettings(
  settings: SettingValues,
  updateSequence: number,
  rendering: Rendering,
): RenderedDocument {
  const own = settingsInside(settings, "settings");
  const fields: Fields = [
    ["id", idOf("global")],
    ["contact", { type: "object", fields: serverContact(own, rendering) }],
    ...settingFields(ownTable, own),
  ];
  const others = settingFields(serverTable, settings);
  const before = new Set(["jai", "coverageAccess", "metadata"]);
  return renderDocument(
    "global",
    [
      ["settings", { type: "object", fields }],
      ...others.filter(([name]) => before.has(name)),
      ["updateSequence", value(updateSequence)],
      ...others.filter(([name]) => !before.has(name)),
    ],
    rendering,
  );
}

/** Renders the global contact. */
export function renderContact(settings: SettingValues, rendering: Rendering): RenderedDocument {
  const fields = serverContact(settingsInside(settings, "settings"), rendering);
  return renderDocument("contact", fields, rendering);
}

function serverContact(own: SettingValues, rendering: Rendering): Fields {
  const fields = contactFields(own, rendering);
  return rendering.lists === "stock" ? [CONTACT_ID, ...fields] : fields;
}

/** GeoServer adds an `id` to a contact that it created itself. */
const CONTACT_ID = ["id", value("contact")] as const;

/** The element `workspace` shows that the workspace has its own settings. */
export function renderWorkspaceSettings(
  { settings, owner }: WorkspaceSettings,
  rendering: Rendering,
): RenderedDocument {
  const isStock = rendering.lists === "stock";
  const contact = contactFields(settings, rendering);
  const shown = isStock && contact.length === 0 ? [CONTACT_ID] : contact;
  const workspace = owner && {
    type: "object" as const,
    fields: [
      ["name", value(owner.name)],
      ...(isStock ? ([["isolated", value(owner.isolated)], ...dateFields(owner)] as const) : []),
    ] satisfies Fields,
  };
  return renderDocument(
    "settings",
    [
      ["id", owner && idOf(owner.name)],
      ["workspace", workspace],
      ["contact", { type: "object", fields: shown }],
      ...settingFields(ownTable, settings),
    ],
    rendering,
  );
}

/** Whether the workspace has its own settings. */
export function isOfWorkspace(document: Tree): boolean {
  return member(document, "workspace") !== undefined;
}

function contactFields(own: SettingValues, { lists }: Rendering): Fields {
  const fields = settingFields(contactTable, settingsInside(own, "contact"));
  return lists === "stock" ? fields.map(withClass) : fields;
}

/** GeoServer adds the class of texts by language. */
function withClass([name, node]: Fields[number]): Fields[number] {
  if (node?.type !== "kept") return [name, node];
  const [xml, json] = [node.xml, node.json].map((languages) => {
    return { "@class": "org.geotools.util.GrowableInternationalString", ...(languages as object) };
  });
  return [name, { type: "kept", xml: xml as XmlValue, json }];
}

/** Parses a `global` body. Throws WireError. */
export function parseSettingsInput(tree: Tree): SettingsPatch {
  return parseSettings(globalSettingTable, tree);
}

/** The `updateSequence` of a settings document. Throws WireError. */
export function parseUpdateSequence(response: WireResponse): number | undefined {
  const text = memberText(documentIn(response).content, "updateSequence");
  const count = text === undefined ? Number.NaN : Number(text);
  return Number.isSafeInteger(count) ? count : undefined;
}

/** Parses a `contact` body to paths of the global settings. Throws WireError. */
export function parseContactInput(tree: Tree): SettingsPatch {
  return parseSettings(globalSettingTable, { settings: { contact: tree } });
}

/** Parses the `settings` body of a workspace. Throws WireError. */
export function parseWorkspaceSettingsInput(tree: Tree): SettingsPatch {
  return parseSettings(workspaceSettingTable, tree);
}
