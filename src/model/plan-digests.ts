/** What plans are known by, to those who made them with secrets and to those who did not. */

/** Digests of a plan. */
export interface PlanDigests {
  /** Of what the plan shows: it does not depend on secrets, nor on whether they are given. */
  readonly digest: string;
  /** Of the requests with their secrets; undefined where they hold none, or one is not given. */
  readonly sealedDigest?: string | undefined;
}

/** Whether two plans do the same. Their secrets are compared where both have them. */
export function isSamePlan(one: PlanDigests, other: PlanDigests): boolean {
  const [sealed, otherSealed] = [one.sealedDigest, other.sealedDigest];
  if (sealed !== undefined && otherSealed !== undefined) return sealed === otherSealed;
  return one.digest === other.digest;
}
