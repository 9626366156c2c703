/** Credentials of a target: from the environment, else by reference from the project file. */
import type { Environment } from "../../model/environment.ts";
import { fault, type Diagnostic } from "../../model/diagnostic.ts";
import { reveal, type Secret } from "../../model/secret.ts";
import { givenSecret } from "../process/read-input.ts";
import { secretAt, type Project } from "./project.ts";
import type { TargetSettings } from "./project/target.ts";

/** Undefined, with diagnostics, when a credential is missing. */
export async function findCredentials(
  project: Project | undefined,
  given: NamedCredentials,
  environment: Environment,
  diagnostics: Diagnostic[],
): Promise<{ readonly user: string; readonly password: Secret } | undefined> {
  const find = async (variable: string, field: "user" | "password") => {
    const problem = (message: string, about: Pick<Diagnostic, "hint"> = {}) => {
      diagnostics.push(fault("secret-missing", message, about));
      return undefined;
    };
    const reference = given.credentials?.[field];
    if (!given.isFirst || reference === undefined) {
      try {
        const own = await givenSecret(variable, environment);
        if (own !== undefined) return own;
      } catch (error) {
        const reason = (error as NodeJS.ErrnoException).code;
        const file = environment[`${variable}_FILE`];
        return problem(`${file}, named by ${variable}_FILE, cannot be read (${reason})`);
      }
    }
    if (project === undefined || reference === undefined) {
      const hint = `Set ${variable}, or credentials.${field} in plumbline.yaml by reference.`;
      return problem(`No ${field} is given for the server`, { hint });
    }
    const path = [...given.path, "credentials", field];
    return secretAt(project, path, reference, { environment, diagnostics });
  };
  const user = await find("PLUMBLINE_USER", "user");
  const password = await find("PLUMBLINE_PASSWORD", "password");
  return user && password && { user: reveal(user), password };
}

/** Credentials of a target with their path in the project file. */
export interface NamedCredentials {
  readonly credentials: TargetSettings["credentials"];
  readonly path: readonly string[];
  /** Whether --target chose them, so that they precede the environment. */
  readonly isFirst: boolean;
}
