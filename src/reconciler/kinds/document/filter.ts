/** The condition for features to be published. */
import { memberText } from "../../../wire/tree.ts";
import type { PartHandler } from "../fields/contract.ts";
import { declaredText } from "../fields/parts.ts";
import { trimmedText } from "../fields/texts.ts";

export const filterSpec = trimmedText.describe(
  "Condition in ECQL that features have to fulfil to be published; none when empty.",
);

/** What servers write for no condition; an empty text would be invalid. */
const ALL = "INCLUDE";

export const filterField: PartHandler<{ readonly filter?: string | undefined }> = {
  onChange: "update",
  exposure: "condition",
  wanted: ({ filter }) => (filter === undefined ? undefined : withoutAll(filter)),
  shown: (document) => withoutAll(memberText(document, "cqlFilter") ?? ""),
  declare: (document) =>
    declaredText("filter", withoutAll(memberText(document, "cqlFilter") ?? "")),
  body: ({ declared: { filter = "" } }) => ({ cqlFilter: filter === "" ? ALL : filter }),
};

function withoutAll(filter: string): string {
  return filter === ALL ? "" : filter;
}
