/** Digests that identify plans, with and without access to their secrets. */

/** Digests of a plan. */
export interface PlanDigests {
  /** Of the shown plan, independent of secrets. */
  readonly digest: string;
  /** Of the requests with secrets; undefined without secrets, or if one is not given. */
  readonly sealedDigest?: string | undefined;
}

/** Compares secrets only if both plans have them. */
export function isSamePlan(one: PlanDigests, other: PlanDigests): boolean {
  const [sealed, otherSealed] = [one.sealedDigest, other.sealedDigest];
  if (sealed !== undefined && otherSealed !== undefined) return sealed === otherSealed;
  return one.digest === other.digest;
}
