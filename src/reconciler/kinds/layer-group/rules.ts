/** Access rules that are deleted with layer groups (docs/compatibility.md, "Cascades"). */
import { ruleAddress, ruleHangsOnGroup } from "../../../model/access-rule.ts";
import type { Address } from "../../../model/address.ts";
import { readAccessRules } from "../../../wire/access-rules.ts";
import type { Cascade, KindContext } from "../../kind.ts";

/** The rules of groups: those that come back, and those on global groups, which no server takes. */
export async function groupRules(
  { read }: KindContext,
  groups: readonly Address[],
): Promise<Pick<Cascade, "affected" | "irreversible">> {
  if (groups.length === 0) return { affected: [], irreversible: [] };
  const { rules } = await readAccessRules(read);
  const hanging = [...rules].filter(([key]) =>
    groups.some(({ workspace, name }) => ruleHangsOnGroup(key, workspace, name)),
  );
  const isGlobal = (key: string) => key.split(".").length === 2;
  return {
    affected: hanging
      .filter(([key]) => !isGlobal(key))
      .map(([key, roles]) => ({ address: ruleAddress(key), facts: { roles }, requires: [] })),
    irreversible: hanging
      .filter(([key]) => isGlobal(key))
      .map(([key]) => `the access rule ${key} on a global layer group`),
  };
}
