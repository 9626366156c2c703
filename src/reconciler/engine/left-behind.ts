/**
 * What failed creations left on the server: some servers keep an object of which they say that it could
 * not be made (docs/decisions/0052-what-servers-really-did.md). Reads once what the plan found absent and a request was
 * tried for; an object that was there before is never among it.
 */
import { formatAddress, type Address } from "../../model/address.ts";
import type { StepReport } from "./execute.ts";
import { openReadBack, type ReadBackInput } from "./read-back.ts";

/** Addresses, as text, of what is there although its creation failed; none where nobody can be asked. */
export async function findLeftBehind(
  input: ReadBackInput,
  reports: readonly StepReport[],
): Promise<ReadonlySet<string>> {
  const tried = new Set(
    reports.filter(mayHaveMade).flatMap(({ step }) => step.addresses.map(formatAddress)),
  );
  const absent = input.plan.changes
    .filter(({ action, before, formerly }) => {
      return action === "create" && before === undefined && formerly === undefined;
    })
    .map(({ address }) => address)
    .filter((address) => tried.has(formatAddress(address)));
  return absent.length === 0 ? new Set() : there(input, absent);
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
  input: ReadBackInput,
  addresses: readonly Address[],
): Promise<ReadonlySet<string>> {
  try {
    return new Set((await openReadBack(input).observe(addresses)).keys());
  } catch {
    // The run has failed already, and says so; what nobody can see is not owned.
    return new Set();
  }
}
