/** Networks identify clients that can change addresses. */

const IPV6_GROUPS = 8;
const NETWORK_GROUPS = 4;

/** The /24 of IPv4, the /64 of IPv6; other texts stay. */
export function networkOf(address: string): string {
  const [plain = ""] = address.toLowerCase().split("%", 1);
  const mapped = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/.exec(plain)?.[1];
  if (mapped !== undefined) return `${mapped}.0/24`;
  if (!plain.includes(":")) return plain;
  return `${expand(plain).slice(0, NETWORK_GROUPS).join(":")}::/64`;
}

/** Whether a host to listen on reaches only programs of the same machine. */
export function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** The eight groups of an IPv6 address, without leading zeros. */
function expand(address: string): readonly string[] {
  const [before = "", after] = address.split("::", 2);
  const groups = (part: string) => (part === "" ? [] : part.split(":"));
  const head = groups(before);
  const tail = after === undefined ? [] : groups(after);
  const missing = Math.max(0, IPV6_GROUPS - head.length - tail.length);
  const zeros = after === undefined ? [] : Array.from({ length: missing }, () => "0");
  return [...head, ...zeros, ...tail].map((group) => group.replace(/^0+(?=.)/, ""));
}
