/** URL checks (docs/compatibility.md, "URL checks"). */
import { z } from "zod";
import { madeOnce } from "../lazy.ts";
import { javaPatternProblem } from "../../model/java-pattern.ts";
import { urlCheck, urlCheckFields } from "../../model/url-check.ts";
import { memberFlag } from "../../wire/tree.ts";
import { bindKind, type Danger, type DangerousChange, type Facts } from "../kind.ts";
import { documentKind } from "./document/document-kind.ts";
import { partsSpec } from "./fields/part-specs.ts";
import { partHandlers } from "./fields/parts.ts";
import { regularKind } from "./document/regular.ts";

const { name: _key, ...said } = urlCheckFields;

const spec = madeOnce(() => {
  const { regex, ...others } = partsSpec(said);
  return z.strictObject({
    regex: regex.unwrap().superRefine((text, problems) => {
      const message = text === "" ? "is empty" : javaPatternProblem(text);
      if (message !== undefined) problems.addIssue({ code: "custom", message });
    }),
    ...others,
  });
});

type Spec = z.infer<ReturnType<typeof spec>>;

export const urlCheckKind = bindKind(
  documentKind<Spec, Spec>({
    ...regularKind("url-check", urlCheck),
    description:
      "Remote addresses that a map server may use for others, in styles, icons and uploads. Where checks are on, an address that none of them matches is refused.",
    spec,
    example: {
      metadata: { name: "icons" },
      spec: { regex: String.raw`^https://static\.example\.org/icons/.*$`, enabled: true },
    },
    fields: madeOnce(() => partHandlers(said)),
    // `enabled` decides what a deletion means, and no other fact is known at that point.
    always: (document) => ({ enabled: memberFlag(document, "enabled") ?? said.enabled.usual }),
    read: async ({ spec: declared }) => ({ declared, diagnostics: [] }),
    scope: () => ({ door: "remote" }),
    dangers,
  }),
);

function dangers(change: DangerousChange): readonly Danger[] {
  const what = effectOf(change);
  if (what === undefined) return [];
  const message = `URL check ${change.address.name} ${what}`;
  return [{ name: "url-check-loosened", message }];
}

function effectOf({ action, before, after }: DangerousChange): string | undefined {
  const isOff = before?.["enabled"] === false;
  if (action === "update") return isOff ? offEffect(after) : onEffect(before, after);
  const isLost = action === "delete" && !isOff;
  return isLost ? "would be deleted, and what only it lets through is refused" : undefined;
}

function offEffect(after: Facts | undefined): string | undefined {
  const isOn = after?.["enabled"] === true;
  return isOn ? "would be switched on, and lets its addresses through" : undefined;
}

function onEffect(before: Facts | undefined, after: Facts | undefined): string | undefined {
  if (after?.["enabled"] === false)
    return "would be switched off, and what only it lets through is refused";
  const isSame = before?.["regex"] === after?.["regex"];
  return isSame ? undefined : "would let other addresses through than now";
}
