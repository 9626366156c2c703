/** The accounts that look at maps, from the block `verify` of the project file. */
import type { Environment } from "../../model/environment.ts";
import { fault, type Diagnostic, type DiagnosticCode } from "../../model/diagnostic.ts";
import type { Secret } from "../../model/secret.ts";
import { resolveReference, type Project } from "./project.ts";

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
    const problem = (code: DiagnosticCode, message: string, field: string) => {
      const where = project.locate(["verify", "accounts", String(index), field]);
      diagnostics.push(fault(code, message, { where }));
    };
    if (given.findIndex((other) => other.name === name) < index)
      problem("project-invalid", `Two accounts have the name ${name}`, "name");
    const taken = `${name} looks at maps anyway: give the account another name`;
    if (name === "nobody" || name === applying) problem("project-invalid", taken, "name");
    const found = await resolveReference(project, password, environment);
    if (typeof found === "string") problem("secret-missing", found, "password");
    else accounts.push({ name, user, password: found.value });
  }
  return { accounts, diagnostics };
}
