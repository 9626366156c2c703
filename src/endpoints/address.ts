/** Parses addresses of endpoints. Has no imports, because the command line loads it. */

/** The default host: this machine only. */
export const LOOPBACK = "127.0.0.1";

/** PORT, HOST:PORT or [ADDRESS]:PORT; undefined for anything else. */
export function endpointAddress(
  text: string,
): { readonly host: string; readonly port: number } | undefined {
  const match = /^(?:(\[[0-9a-fA-F:.]+\]|[\w.-]+)?:)?(\d{1,5})$/.exec(text);
  const port = Number(match?.[2]);
  if (match === null || port > 65_535) return undefined;
  return { host: match[1]?.replaceAll(/[[\]]/g, "") ?? LOOPBACK, port };
}
