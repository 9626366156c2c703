/** Normalises client addresses and recognises trusted proxies. */
import { BlockList, isIP, isIPv6 } from "node:net";
import { networkOf } from "../../model/network.ts";

export type IsTrusted = (address: string | undefined) => boolean;

/** Parses addresses and networks such as `10.0.0.0/8` and `::1`. Throws RangeError for others. */
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

/** Strips the zone, and turns IPv4-mapped IPv6 into IPv4. */
function plainAddress(address = ""): string {
  const [plain = ""] = address.toLowerCase().split("%", 1);
  return plain.replace(/^::ffff:(?=\d+\.)/, "");
}

/** What counts as one client: an IPv4 address, or a /64 network of IPv6. */
export function clientAddress(address: string | undefined): string {
  const plain = plainAddress(address);
  return plain.includes(":") ? networkOf(plain) : plain;
}
