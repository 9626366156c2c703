/** Documents of the settings, of a server and of workspaces, and of the contact (docs/compatibility.md, "Settings"). */
import { documentIn } from "./answered-document.ts";
import { settingsInside, type SettingsPatch, type SettingValues } from "../model/setting.ts";
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

/** The `id` that stock servers give their settings, with whose they are; clients hand it back. */
const idOf = (of: string): DocumentNode => value(`SettingsInfoImpl-${of}`);

/** Renders the document of the server; `updateSequence` counts the changes of the catalog. */
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

/** Renders the contact of the server alone. */
export function renderContact(settings: SettingValues, rendering: Rendering): RenderedDocument {
  const fields = serverContact(settingsInside(settings, "settings"), rendering);
  return renderDocument("contact", fields, rendering);
}

function serverContact(own: SettingValues, rendering: Rendering): Fields {
  const fields = contactFields(own, rendering);
  return rendering.lists === "stock" ? [CONTACT_ID, ...fields] : fields;
}

/** A stock server gives a contact that it made itself an `id`. */
const CONTACT_ID = ["id", value("contact")] as const;

/** Renders the document of a workspace. Whether it has settings for itself is seen by the `workspace` in it. */
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

/** Whether a document is that of a workspace, and not what a server shows where there is none. */
export function isOfWorkspace(document: Tree): boolean {
  return member(document, "workspace") !== undefined;
}

function contactFields(own: SettingValues, { lists }: Rendering): Fields {
  const fields = settingFields(contactTable, settingsInside(own, "contact"));
  return lists === "stock" ? fields.map(withClass) : fields;
}

/** Stock servers say of what type texts by language are. */
function withClass([name, node]: Fields[number]): Fields[number] {
  if (node?.type !== "kept") return [name, node];
  const [xml, json] = [node.xml, node.json].map((languages) => {
    return { "@class": "org.geotools.util.GrowableInternationalString", ...(languages as object) };
  });
  return [name, { type: "kept", xml: xml as XmlValue, json }];
}

/** Reads the content of a `global` body: what it names of what is kept. Throws WireError. */
export function parseSettingsInput(tree: Tree): SettingsPatch {
  return parseSettings(globalSettingTable, tree);
}

/** The count of changes in a settings document that a server answered with; undefined without one. Throws WireError. */
export function parseUpdateSequence(response: WireResponse): number | undefined {
  const text = memberText(documentIn(response).content, "updateSequence");
  const count = text === undefined ? Number.NaN : Number(text);
  return Number.isSafeInteger(count) ? count : undefined;
}

/** Reads the content of a `contact` body, by the paths in the settings of the server. Throws WireError. */
export function parseContactInput(tree: Tree): SettingsPatch {
  return parseSettings(globalSettingTable, { settings: { contact: tree } });
}

/** Reads the content of a `settings` body, of a workspace. Throws WireError. */
export function parseWorkspaceSettingsInput(tree: Tree): SettingsPatch {
  return parseSettings(workspaceSettingTable, tree);
}
