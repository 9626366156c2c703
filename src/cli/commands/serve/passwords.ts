/** Reads and checks the passwords of the server. */
import type { Environment } from "../../../model/environment.ts";
import { isLoopbackHost } from "../../../model/network.ts";
import { passwordProblem, passwordWeakness } from "../../../model/password.ts";
import { reveal, type Secret } from "../../../model/secret.ts";
import type { ServeFlags } from "../../flags/serve.ts";
import { givenSecret } from "../../process/read-input.ts";

/** Both are optional for a catalog with a single server. */
export interface GivenPasswords {
  readonly administrator: Secret | undefined;
  readonly keystore: Secret | undefined;
}

/** Rejects with a file system error of a password file. */
export async function findPasswords(environment: Environment): Promise<GivenPasswords> {
  return {
    administrator: await givenSecret("PLUMBLINE_ADMIN_PASSWORD", environment),
    keystore: await givenSecret("PLUMBLINE_MASTER_PASSWORD", environment),
  };
}

/** Why a password is refused, as a line for the operator. */
export function refusedPasswords(
  { administrator, keystore }: GivenPasswords,
  { host }: Pick<ServeFlags, "host">,
): string | undefined {
  return (
    refusal("The administrator's password", administrator, host) ??
    refusal("The keystore password", keystore, host)
  );
}

/** Throws Error for a missing password: the servers of a shared catalog need the same ones. */
export function requireGiven({ administrator, keystore }: GivenPasswords): void {
  const missing = [
    ...(administrator === undefined ? ["PLUMBLINE_ADMIN_PASSWORD"] : []),
    ...(keystore === undefined ? ["PLUMBLINE_MASTER_PASSWORD"] : []),
  ];
  if (missing.length === 0) return;
  throw new Error(
    `with --catalog every server must be given the same passwords; set ${missing.join(" and ")} (or _FILE)`,
  );
}

function refusal(what: string, password: Secret | undefined, host: string): string | undefined {
  if (password === undefined) return undefined;
  const problem = passwordProblem(reveal(password));
  if (problem !== undefined) return `${what} ${problem}; give another one.\n`;
  const weakness = isLoopbackHost(host) ? undefined : passwordWeakness(reveal(password));
  if (weakness === undefined) return undefined;
  return `${what} ${weakness}; on ${host}, which others can reach, it is refused.\n`;
}
