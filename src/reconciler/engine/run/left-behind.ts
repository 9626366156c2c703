/**
 * Finds what failed creations left: some servers keep an object although they report a failure
 * (docs/decisions/0052-what-servers-really-did.md). Reads only formerly absent objects of tried
 * requests.
 */
import type { Address } from "../../../model/address.ts";
import { addressSet, type AddressSet } from "../../../model/address-map.ts";
import { isBug } from "../../../model/failure.ts";
import type { StepReport } from "./events.ts";
import { openWriteVerification, type WriteVerificationInput } from "./verify-write.ts";

/** Empty where the server cannot be read. */
export async function findLeftBehind(
  input: WriteVerificationInput,
  reports: readonly StepReport[],
): Promise<AddressSet> {
  const tried = addressSet(reports.filter(mayHaveMade).flatMap(({ step }) => step.addresses));
  const absent = input.plan.changes
    .filter(({ action, before, formerly }) => {
      return action === "create" && before === undefined && formerly === undefined;
    })
    .map(({ address }) => address)
    .filter((address) => tried.has(address));
  return absent.length === 0 ? addressSet() : there(input, absent);
}

/** A server error, an unknown outcome, or a failed PUT after a creation. */
function mayHaveMade({ outcome, status, step }: StepReport): boolean {
  if (outcome === "unknown") return true;
  return (
    outcome === "refused" &&
    status !== undefined &&
    (status >= 500 || step.request.method === "PUT")
  );
}

async function there(
  input: WriteVerificationInput,
  addresses: readonly Address[],
): Promise<AddressSet> {
  try {
    return addressSet((await openWriteVerification(input).observe(addresses)).addresses());
  } catch (error) {
    if (isBug(error)) throw error;
    // The run has already failed; unseen objects are not owned.
    return addressSet();
  }
}
