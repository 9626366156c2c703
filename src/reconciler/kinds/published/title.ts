/**
 * Titles of layers, and whether they are enabled. A server shows for a layer the title of the feature type
 * or coverage behind it, and serves it where that is enabled, so both are read and changed there
 * (docs/compatibility.md, "Plumbline against a stock server").
 */
import { defined } from "../../../model/defined.ts";
import { documentIn } from "../../../wire/answered-document.ts";
import type { Address } from "../../../model/address.ts";
import { qualifiedName, splitQualifiedName } from "../../../model/layer.ts";
import type { Position } from "../../../model/diagnostic.ts";
import { mediaTypes } from "../../../wire/media.ts";
import { getIfThere } from "../../../wire/reading.ts";
import { keptWords, NEVER_SENT, sendable, type KeptSettings } from "../../../wire/kept-settings.ts";
import { member, memberFlag, memberText, referenceName, type Tree } from "../../../wire/tree.ts";
import { renderXml } from "../../../wire/xml.ts";
import type { KindContext, Step } from "../../kind.ts";
import { isCascaded, shown, shownPath, type ShownNoun } from "./shown.ts";

/** What a layer shows, as far as the path of a request names it. */
export interface Home {
  readonly noun: ShownNoun;
  readonly store: string;
}

type LayerName = Pick<Address, "workspace" | "name">;

/** A title, where it stands, and whether what has it is enabled. */
export interface FoundTitle {
  readonly title: string;
  readonly enabled: boolean;
  readonly store: string;
  /** Whether it is what a new feature type or coverage has when nobody gives it a title. */
  readonly isUsual: boolean;
  /** The whole document that the title is in. */
  readonly document: Tree;
}

/** The title of a layer; undefined when there is nothing of the noun under the name. */
export async function readTitle(
  { read }: KindContext,
  { workspace, name }: LayerName,
  noun: Home["noun"],
): Promise<FoundTitle | undefined> {
  const response = await getIfThere(read, shownPath(noun, { workspace, name }, "xml"));
  if (response === undefined) return undefined;
  const document = documentIn(response).content;
  const title = memberText(document, "title") ?? "";
  const native = ["nativeName", "nativeCoverageName"].map((one) => memberText(document, one));
  const store = splitQualifiedName(referenceName(member(document, "store")) ?? "").name;
  const enabled = memberFlag(document, "enabled") ?? true;
  return { title, enabled, store, isUsual: ["", name, ...native].includes(title), document };
}

/** What is set of a feature type or coverage: title, enabled, and what somebody had set before. */
export interface Behind {
  readonly title?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly kept?: KeptSettings | undefined;
  readonly verb: Verb;
  /** The document that is there, where a change has to say all of it. */
  readonly document?: Tree | undefined;
}

/** Why a layer is given something: it is new, it is not as it should be, or it was so before. */
export type Verb = "set" | "change" | "restore";

/** Gives a layer a title, switches it on or off, and gives what is behind it its settings. */
export function behindStep(
  { workspace, name }: LayerName,
  { noun, store }: Home,
  { title, enabled, kept = {}, verb, document }: Behind,
): Step {
  const layer = qualifiedName(workspace, name);
  const set = defined({ title, enabled });
  const words = keptWords(kept);
  const all = [...Object.keys(set), ...words].join(", ");
  const settings = { ...set, ...kept };
  const pathOf = (suffix?: string) => shownPath(noun, { workspace, name, store }, suffix);
  // A stock server disables a layer of another server whose change does not say that it is enabled.
  const fresh = isCascaded(noun) ? { enabled: true } : {};
  const whole = document === undefined ? fresh : sendable(document, NEVER_SENT);
  return {
    summary:
      words.length === 0
        ? `${verbFor(set, verb)} layer ${layer}`
        : `${verb} what was set of ${noun} ${layer}: ${all}`,
    request: {
      method: "PUT",
      path: pathOf(),
      mediaType: mediaTypes.xml,
      body: {
        kind: "text",
        text: renderXml(shown[noun].root, { ...whole, ...settings }),
      },
    },
    ...(verb === "restore" && {
      givesBack: { path: pathOf("xml"), writtenAt: pathOf(), settings },
    }),
  };
}

function verbFor({ title, enabled }: Omit<Behind, "verb">, verb: string): string {
  if (enabled === undefined) return `${verb} the title of`;
  const switched = enabled ? "enable" : "disable";
  return title === undefined ? switched : `${verb} the title of, and ${switched},`;
}

/** That a manifest sets the title of a layer, for `Resource.sets`. */
export function titleSet(
  { workspace, name }: LayerName,
  where: Position,
): readonly [string, Position] {
  return [`title of layer ${qualifiedName(workspace, name)}`, where];
}

/** That a manifest says whether a layer is enabled, for `Resource.sets`. */
export function enabledSet(
  { workspace, name }: LayerName,
  where: Position,
): readonly [string, Position] {
  return [`flag "enabled" of layer ${qualifiedName(workspace, name)}`, where];
}
