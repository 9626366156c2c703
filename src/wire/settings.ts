/** The global settings document and its contact part (docs/compatibility.md, "Settings"). */
import {
  settingGroups,
  settingsOf,
  type GlobalSettings,
  type SettingGroup,
  type SettingValue,
} from "../model/settings.ts";
import {
  optional,
  renderDocument,
  value,
  type DocumentNode,
  type Fields,
  type RenderedDocument,
  type Rendering,
} from "./document.ts";
import { bodyText, type WireResponse } from "./request.ts";
import { member, memberText, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";
import { parseXml } from "./xml.ts";

/** The `id` that stock servers give their settings; clients hand it back. */
const ID = "SettingsInfoImpl-global";

/** Renders the document; `updateSequence` counts the changes of the catalog. */
export function renderSettings(
  given: GlobalSettings,
  updateSequence: number,
  rendering: Rendering,
): RenderedDocument {
  const { contact, settings, jai, coverageAccess, server } = fieldsByGroup(given);
  return renderDocument(
    "global",
    [
      [
        "settings",
        {
          type: "object",
          fields: [
            ["id", value(ID)],
            ["contact", { type: "object", fields: withId(contact, rendering) }],
            ...settings,
          ],
        },
      ],
      ["jai", { type: "object", fields: jai }],
      ["coverageAccess", { type: "object", fields: coverageAccess }],
      ["updateSequence", value(updateSequence)],
      ...server,
    ],
    rendering,
  );
}

/** Renders the contact alone. */
export function renderContact(given: GlobalSettings, rendering: Rendering): RenderedDocument {
  const fields = withId(fieldsByGroup(given).contact, rendering);
  return renderDocument("contact", fields, rendering);
}

/** A stock server gives a contact that says something an `id`. */
function withId(contact: Fields, { lists }: Rendering): Fields {
  const isGiven = contact.some(([, node]) => node !== undefined);
  return lists === "stock" && isGiven ? [["id", value("contact")], ...contact] : contact;
}

function fieldsByGroup(given: GlobalSettings): Readonly<Record<SettingGroup, Fields>> {
  const fields = (group: SettingGroup): Fields =>
    settingsOf(given, group).map(([name, setting]): readonly [string, DocumentNode | undefined] => [
      name,
      optional(setting),
    ]);
  return {
    contact: fields("contact"),
    settings: fields("settings"),
    jai: fields("jai"),
    coverageAccess: fields("coverageAccess"),
    server: fields("server"),
  };
}

/** Reads the content of a `global` body: what it names of what is kept. Throws WireError. */
export function parseSettingsInput(tree: Tree): GlobalSettings {
  const settings = member(tree, "settings");
  return {
    contact: readGroup(member(settings, "contact"), "contact"),
    settings: readGroup(settings, "settings"),
    jai: readGroup(member(tree, "jai"), "jai"),
    coverageAccess: readGroup(member(tree, "coverageAccess"), "coverageAccess"),
    server: readGroup(tree, "server"),
  };
}

/** The count of changes in a settings document that a server answered with; undefined without one. Throws WireError. */
export function parseUpdateSequence(response: WireResponse): number | undefined {
  const text = memberText(parseXml(bodyText(response)).content, "updateSequence");
  const count = text === undefined ? Number.NaN : Number(text);
  return Number.isSafeInteger(count) ? count : undefined;
}

/** Reads the content of a `contact` body. Throws WireError. */
export function parseContactInput(tree: Tree): GlobalSettings {
  return { contact: readGroup(tree, "contact") };
}

function readGroup(
  tree: Tree | undefined,
  group: SettingGroup,
): Readonly<Record<string, SettingValue>> {
  const found = Object.entries(settingGroups[group]).flatMap(([name, initial]) => {
    const text = memberText(tree, name);
    return text === undefined ? [] : [[name, readValue(name, text, typeof initial)] as const];
  });
  return Object.fromEntries(found);
}

function readValue(name: string, text: string, type: string): SettingValue {
  if (type === "boolean") return text.toLowerCase() === "true";
  if (type !== "number") return text;
  const number = Number(text);
  if (text !== "" && Number.isFinite(number)) return number;
  throw new WireError("meaningless", `${name} must be a number, not ${JSON.stringify(text)}`);
}
