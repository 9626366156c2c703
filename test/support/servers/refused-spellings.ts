/** Requests that a servlet container refuses for the spelling of their address: of rules on requests above all. */

/** Whether a request, by its path and the status of its answer, was refused for its spelling and goes on in another one. */
export function isRefusedSpelling(path: string, status: number): boolean {
  return isOfRestRules(path) ? status >= 400 : status === 400;
}

/** Whether a path is one of rules on requests, which hold what containers refuse. */
export function isOfRestRules(path: string): boolean {
  return path.startsWith("/security/acl/rest");
}
