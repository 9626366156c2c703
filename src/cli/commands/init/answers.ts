/** What `init` has to know, from flags or from questions. Pure. */
import { workspaceNameProblem } from "../../../model/name.ts";
import { withoutEnd } from "../../../model/trim.ts";

/** What a new estate is to be. */
export interface Answers {
  readonly estate: string;
  /** Address of the server; undefined leaves it to PLUMBLINE_URL. */
  readonly url: string | undefined;
  readonly prune: "none" | "owned";
  /** Whether a first workspace and style are written. */
  readonly samples: boolean;
  readonly ci: "github" | "gitlab" | undefined;
}

/** Why a text cannot name an estate. Its first workspace is called the same. */
export function estateProblem(name: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9._-]*$/.test(name))
    return "It must begin with a letter and hold letters, digits, dots, dashes and underscores only.";
  const problem = workspaceNameProblem(name);
  return problem === undefined ? undefined : `It ${problem}.`;
}

/** Why a text is no address of a server. */
export function urlProblem(text: string): string | undefined {
  const url = URL.parse(text);
  const isUsable = url !== null && /^https?:$/.test(url.protocol) && !/[\s"'#]/.test(text);
  if (!isUsable) return "It must start with http:// or https://.";
  if (url.username !== "" || url.password !== "")
    return "It must hold no user name and password: they come from the environment.";
  return undefined;
}

/** A name for the estate of a folder. */
export function estateOfFolder(folder: string): string {
  const plain = folder.replaceAll(/[^A-Za-z0-9._-]+/g, "-").replace(/^[^A-Za-z]+/, "");
  const name = withoutEnd(plain, "-");
  return estateProblem(name) === undefined ? name : "maps";
}
