/**
 * What failed creations left on the server: some servers keep an object of which they say that it could
 * not be made (docs/decisions/0052-what-servers-really-did.md). Reads once what the plan found absent and a request was
 * tried for; an object that was there before is never among it.
 */
import type { Address } from "../../../model/address.ts";
import { addressSet, type AddressSet } from "../../../model/address-map.ts";
import { isBug } from "../../../model/failure.ts";
import type { StepReport } from "./events.ts";
import { openWriteVerification, type WriteVerificationInput } from "./verify-write.ts";

/** What is there although its creation failed; none where nobody can be asked. */
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

/** A request that the server understood and failed at, or a later one for what was made by then. */
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
    // The run has failed already, and says so; what nobody can see is not owned.
    return addressSet();
  }
}
