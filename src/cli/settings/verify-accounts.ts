/** The accounts that look at maps, from the block `verify` of the project file. */
import type { Environment } from "../../model/environment.ts";
import { fault, type Diagnostic } from "../../model/diagnostic.ts";
import type { Secret } from "../../model/secret.ts";
import { secretAt, type Project } from "./project.ts";

/** An account with its password. */
export interface VerifyAccount {
  readonly name: string;
  readonly user: string;
  readonly password: Secret;
}

/** The accounts of the project file, or why they cannot be used. */
export async function findVerifyAccounts(
  project: Project | undefined,
  applying: string,
  environment: Environment,
): Promise<{
  readonly accounts: readonly VerifyAccount[];
  readonly diagnostics: readonly Diagnostic[];
}> {
  const accounts: VerifyAccount[] = [];
  const diagnostics: Diagnostic[] = [];
  const given = project?.settings.verify?.accounts ?? [];
  if (project === undefined) return { accounts, diagnostics };
  for (const [index, { name, user, password }] of given.entries()) {
    const place = ["verify", "accounts", String(index)];
    const misnamed = (message: string) => {
      const where = project.locate([...place, "name"]);
      diagnostics.push(fault("project-invalid", message, { where }));
    };
    if (given.findIndex((other) => other.name === name) < index)
      misnamed(`Two accounts have the name ${name}`);
    if (name === "nobody" || name === applying)
      misnamed(`${name} looks at maps anyway: give the account another name`);
    const path = [...place, "password"];
    const found = await secretAt(project, path, password, { environment, diagnostics });
    if (found !== undefined) accounts.push({ name, user, password: found });
  }
  return { accounts, diagnostics };
}
