/**
 * Titles of layers, and whether they are enabled. A server takes both from the feature type or
 * coverage behind a layer, so they are read and changed there (docs/compatibility.md, "Plumbline
 * against a stock server").
 */
import { defined } from "../../../model/defined.ts";
import { documentIn } from "../../../wire/answered-document.ts";
import type { Address } from "../../../model/address.ts";
import { qualifiedName, splitQualifiedName } from "../../../model/layer.ts";
import type { Position } from "../../../model/diagnostic.ts";
import { getIfThere } from "../../../wire/reading.ts";
import { keptWords, NEVER_SENT, sendable, type KeptSettings } from "../../../wire/kept-settings.ts";
import { xmlRequest } from "../../../wire/request.ts";
import { member, memberFlag, memberText, referenceName, type Tree } from "../../../wire/tree.ts";
import { renderXml } from "../../../wire/xml.ts";
import type { KindContext, Step } from "../../kind.ts";
import { isCascaded, shown, shownPath, type ShownNoun } from "./shown.ts";

/** The resource behind a layer, as request paths name it. */
export interface Home {
  readonly noun: ShownNoun;
  readonly store: string;
}

type LayerName = Pick<Address, "workspace" | "name">;

export interface FoundTitle {
  readonly title: string;
  readonly enabled: boolean;
  readonly store: string;
  /** Whether a new feature type or coverage would have this title. */
  readonly isUsual: boolean;
  readonly document: Tree;
}

/** Returns undefined when no resource of the noun has the name. */
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

export interface Behind {
  readonly title?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly kept?: KeptSettings | undefined;
  readonly verb: Verb;
  /** The present document, where a change must send all of it. */
  readonly document?: Tree | undefined;
}

/** The reason: a new layer, a difference, or a restore. */
export type Verb = "set" | "change" | "restore";

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
  // A stock server disables a cascaded layer when a change leaves out `enabled`.
  const fresh = isCascaded(noun) ? { enabled: true } : {};
  const whole = document === undefined ? fresh : sendable(document, NEVER_SENT);
  return {
    summary:
      words.length === 0
        ? `${verbFor(set, verb)} layer ${layer}`
        : `${verb} what was set of ${noun} ${layer}: ${all}`,
    request: xmlRequest("PUT", pathOf(), renderXml(shown[noun].root, { ...whole, ...settings })),
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

/** For `Resource.sets`. */
export function titleSet(
  { workspace, name }: LayerName,
  where: Position,
): readonly [string, Position] {
  return [`title of layer ${qualifiedName(workspace, name)}`, where];
}

/** For `Resource.sets`. */
export function enabledSet(
  { workspace, name }: LayerName,
  where: Position,
): readonly [string, Position] {
  return [`flag "enabled" of layer ${qualifiedName(workspace, name)}`, where];
}
