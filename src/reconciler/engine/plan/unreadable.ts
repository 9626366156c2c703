/**
 * Objects that a server fails over when it is asked for them. Where nothing has to be known of one, it is reported and left
 * alone, and everything else goes on. GET only.
 */
import type { Address } from "../../../model/address.ts";
import { addressSet, type AddressSet } from "../../../model/address-map.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { isServerFault, type ReadError } from "../../../wire/reading.ts";
import { objectDiagnostic } from "./object-diagnostic.ts";
import { observe, type LiveState, type ObserveInput } from "./observe.ts";

/** What was read, and what of the addresses that asked for it. */
interface ReadOnes {
  readonly live: LiveState;
  readonly readable: readonly Address[];
}

/** Reads some addresses without those that cannot be read. Rejects when another read fails. */
export async function readReadable(
  addresses: readonly Address[],
  input: Pick<ObserveInput, "kinds" | "context">,
  read: (addresses: readonly Address[]) => Promise<LiveState>,
): Promise<ReadOnes> {
  try {
    return { live: await read(addresses), readable: addresses };
  } catch (error) {
    if (!isServerFault(error)) throw error;
    const unreadable = await findUnreadable(addresses, input);
    if (unreadable.size === 0) throw error;
    const readable = addresses.filter((address) => !unreadable.has(address));
    return { live: await read(readable), readable };
  }
}

/** Those of some addresses that cannot be read; each is reported. */
async function findUnreadable(
  addresses: readonly Address[],
  { kinds, context }: Pick<ObserveInput, "kinds" | "context">,
): Promise<AddressSet> {
  const alone = { kinds, context, resources: [], exclusiveScopes: [], references: [] };
  const unreadable: Address[] = [];
  const faultIn = async (some: readonly Address[]): Promise<ReadError | undefined> => {
    try {
      await observe({ ...alone, addresses: some });
      return undefined;
    } catch (error) {
      if (isServerFault(error)) return error;
      throw error;
    }
  };
  for (const own of Map.groupBy(addresses, ({ kind }) => kind).values()) {
    if ((await faultIn(own)) === undefined) continue;
    for (const address of own) {
      const fault = await faultIn([address]);
      if (fault === undefined) continue;
      unreadable.push(address);
      context.report?.(unreadableObject(address, fault));
    }
  }
  return addressSet(unreadable);
}

function unreadableObject(address: Address, { message }: ReadError): Diagnostic {
  return objectDiagnostic(address, {
    code: "object-unreadable",
    severity: "warning",
    what: `cannot be read, and is left out: ${message}`,
    hint: "The log of the server says what is wrong with it.",
  });
}
