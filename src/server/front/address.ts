/** Where clients come from: addresses that mean the same, and proxies that are believed. */
import { BlockList, isIP, isIPv6 } from "node:net";
import { networkOf } from "../../model/network.ts";

/** Whether an address is that of a proxy whose word counts. */
export type IsTrusted = (address: string | undefined) => boolean;

/**
 * The proxies in a list of addresses and networks, such as `10.0.0.0/8` and `::1`. Throws RangeError with
 * the entry that is neither.
 */
export function trustedProxies(entries: readonly string[]): IsTrusted {
  if (entries.length === 0) return () => false;
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", prefix, ...more] = entry.split("/");
    const bits = isIPv6(address) ? 128 : 32;
    const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : NaN;
    if (isIP(address) === 0 || more.length > 0 || !(length <= bits))
      throw new RangeError(`${entry} is no address and no network`);
    list.addSubnet(address, length, familyOf(address));
  }
  return (address) => {
    const plain = plainAddress(address);
    return isIP(plain) !== 0 && list.check(plain, familyOf(plain));
  };
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv6(address) ? "ipv6" : "ipv4";
}

/** An address without its zone; one of IPv4 that comes by IPv6 as itself. */
function plainAddress(address = ""): string {
  const [plain = ""] = address.toLowerCase().split("%", 1);
  return plain.replace(/^::ffff:(?=\d+\.)/, "");
}

/** What counts as one client: an address of IPv4, a /64 of IPv6, which is what one client has. */
export function clientAddress(address: string | undefined): string {
  const plain = plainAddress(address);
  return plain.includes(":") ? networkOf(plain) : plain;
}
