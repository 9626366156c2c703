/** Compares declared objects by facts, as plans do. */
import { compareAddresses, type Address } from "../../model/address.ts";
import { addressSet, byAddress } from "../../model/address-map.ts";
import { diffFacts } from "../engine/plan/diff.ts";
import type { FieldChange } from "../engine/plan/plan.ts";
import type { AnyKind, ArtefactSet, Facts, FieldRule, Resource } from "../kind.ts";
import { compareFiles, type CompareOptions, type FileDifference } from "./files.ts";

/** An object that is declared differently. */
export interface ObjectDifference {
  readonly address: Address;
  readonly state: "added" | "removed" | "changed";
  readonly fields: readonly FieldChange[];
  readonly files: readonly FileDifference[];
}

/** Objects that differ in meaning, sorted. */
export async function compareObjects(
  before: readonly Resource[],
  after: readonly Resource[],
  kinds: ReadonlyMap<string, AnyKind>,
  options: CompareOptions,
): Promise<readonly ObjectDifference[]> {
  const [old, now] = [byAddress(before), byAddress(after)];
  const found: ObjectDifference[] = [];
  for (const address of addressSet([...old.addresses(), ...now.addresses()])) {
    const [one, other] = [old.get(address), now.get(address)];
    const kind = kinds.get(address.kind);
    found.push(...(await compareObject(one, other, kind, options)));
  }
  return found.toSorted((a, b) => compareAddresses(a.address, b.address));
}

async function compareObject(
  before: Resource | undefined,
  after: Resource | undefined,
  kind: AnyKind | undefined,
  options: CompareOptions,
): Promise<readonly ObjectDifference[]> {
  const whole = (resource: Resource, state: "added" | "removed"): ObjectDifference => {
    return { address: resource.address, state, fields: [], files: [] };
  };
  if (before === undefined || after === undefined) {
    if (after !== undefined) return [whole(after, "added")];
    return before === undefined ? [] : [whole(before, "removed")];
  }
  const filesOf = ({ payload }: Resource): ArtefactSet => kind?.files?.(payload) ?? new Map();
  const files = await compareFiles(filesOf(before), filesOf(after), {
    ...options,
    languages: kind?.languages,
  });
  const rules = kind?.fields ?? {};
  // Digests also differ by layout; the files are compared by meaning instead.
  const fields = differing(before.facts, after.facts, rules).filter(
    ({ field }) => rules[field]?.isOfFiles !== true,
  );
  if (fields.length === 0 && files.length === 0) return [];
  return [{ address: after.address, state: "changed", fields, files }];
}

/** Includes facts that only one side has. */
function differing(
  before: Facts,
  after: Facts,
  rules: Readonly<Record<string, FieldRule>>,
): readonly FieldChange[] {
  const gone = Object.entries(rules).flatMap(([field, { label = field }]) => {
    const isGone = after[field] === undefined && before[field] !== undefined;
    return isGone ? [{ field, label, before: before[field], after: undefined }] : [];
  });
  return [...diffFacts(after, before, { rules, recorded: undefined }), ...gone];
}
