/**
 * From which networks accounts have logged in, also before this start: who guesses from elsewhere does not
 * use up what is looked at from there (docs/compatibility.md, "Failed logins"). Kept are salted digests:
 * anyone who reads the catalog sees no addresses.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { login as limits } from "../../model/limits.ts";
import type { Stored } from "../catalog/records.ts";
import type { Catalog } from "../catalog/unit-of-work.ts";

const SALT_BYTES = 12;

/** The networks of the accounts of one catalog. */
export interface KnownNetworks {
  /** Whether an account has logged in from a network; names without an account have from none. */
  readonly has: (user: string, account: Account | undefined, network: string) => Promise<boolean>;
  /** Remembers that one has; nobody waits for that. */
  readonly add: (account: Account, network: string) => void;
  /** Resolves when all that was added is kept. */
  readonly settled: () => Promise<void>;
}

/** An account; one that is recreated under the same name is another one. */
type Account = Pick<Stored<"account">, "name" | "created">;

/** The networks that a catalog remembers; `onFault` is reported when it cannot. */
export function knownNetworks(
  catalog: Pick<Catalog, "knownNetworks" | "keepKnownNetwork">,
  onError: (error: unknown) => void,
): KnownNetworks {
  let last = Promise.resolve();
  const has: KnownNetworks["has"] = async (user, account, network) => {
    const marks = await catalog.knownNetworks(user);
    return account !== undefined && marks.some((mark) => isMarkOf(mark, account, network));
  };
  const keep = async (account: Account, network: string) => {
    if (await has(account.name, account, network)) return;
    const mark = markOf(randomBytes(SALT_BYTES).toString("base64"), account, network);
    const { knownNetworks: most } = limits;
    await catalog.keepKnownNetwork({ account: account.name, mark, most });
  };
  return {
    has,
    add: (account, network) => {
      last = last.then(() => keep(account, network)).catch(onError);
    },
    settled: () => last,
  };
}

function markOf(salt: string, { name, created }: Account, network: string): string {
  const text = JSON.stringify([salt, name, created, network]);
  return `${salt}:${createHash("sha256").update(text).digest("base64")}`;
}

function isMarkOf(mark: string, account: Account, network: string): boolean {
  const [salt = ""] = mark.split(":", 1);
  const [own, given] = [markOf(salt, account, network), mark].map((text) => Buffer.from(text));
  return own !== undefined && own.length === given?.length && timingSafeEqual(own, given);
}
