/** Texts without what another run, another machine or another version of Plumbline says in its place. */

/** The address that a server in this process has in pictures. */
const ADDRESS = "https://maps.example.org/geoserver";

/** The digest that plans have in pictures. */
const DIGEST = "0123456789abcdef";

/** Replaces addresses of this machine, folders, versions of Plumbline and digests of plans. */
export function masked(text: string, folder: string): string {
  return text
    .replaceAll(/http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?(?:\/geoserver)?/g, ADDRESS)
    .replaceAll(`${folder}/`, "")
    .replaceAll(/(plumbline) \d+\.\d+\.\d+(?:-\w+)?/gi, "$1")
    .replaceAll(/sha256-[0-9a-f]{64}/g, `sha256-${DIGEST.repeat(4)}`)
    .replaceAll(/(Digest) [0-9a-f]{8}\b/g, `$1 ${DIGEST.slice(0, 8)}`);
}
