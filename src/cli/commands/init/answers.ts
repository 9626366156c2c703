/**
 * Input of `init`, from flags or questions. The questions go to stderr, as stdout is for the
 * document.
 */
import { confirm, intro, isCancel, select, text } from "@clack/prompts";
import { workspaceNameProblem } from "../../../model/name.ts";
import { withoutEnd } from "../../../model/trim.ts";
import type { People } from "../../process/context.ts";

export interface Answers {
  readonly estate: string;
  /** Empty means PLUMBLINE_URL. */
  readonly url: string;
  readonly prune: "none" | "owned";
  readonly samples: boolean;
  readonly ci: "none" | "github" | "gitlab";
}

/** Why a text is not an estate name. The first workspace has the same name. */
export function estateProblem(name: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9._-]*$/.test(name))
    return "It must begin with a letter and hold letters, digits, dots, dashes and underscores only.";
  const problem = workspaceNameProblem(name);
  return problem === undefined ? undefined : `It ${problem}.`;
}

export function urlProblem(text: string): string | undefined {
  if (text === "") return undefined;
  const url = URL.parse(text);
  const isUsable = url !== null && /^https?:$/.test(url.protocol) && !/[\s"'#]/.test(text);
  if (!isUsable) return "It must start with http:// or https://.";
  if (url.username !== "" || url.password !== "")
    return "It must hold no user name and password: they come from the environment.";
  return undefined;
}

export function estateOfFolder(folder: string): string {
  const plain = folder.replaceAll(/[^A-Za-z0-9._-]+/g, "-").replace(/^[^A-Za-z]+/, "");
  const name = withoutEnd(plain, "-");
  return estateProblem(name) === undefined ? name : "maps";
}

type Question = (usual: Answers, people: People) => Promise<string | boolean | symbol>;

const questions: Readonly<Record<keyof Answers, Question>> = {
  estate: ({ estate }, people) =>
    text({
      ...people,
      message: "What is the estate called?",
      initialValue: estate,
      validate: (given = "") => estateProblem(given),
    }),
  url: ({ url }, people) =>
    text({
      ...people,
      message: "Where is the map server? Empty leaves it to PLUMBLINE_URL.",
      initialValue: url,
      placeholder: "https://maps.example.org/geoserver",
      validate: (given = "") => urlProblem(given),
    }),
  prune: ({ prune }, people) =>
    select({
      ...people,
      message: "What becomes of objects that this estate made and that are declared no more?",
      initialValue: prune,
      options: [
        { value: "none", label: "They stay", hint: "safe for a first look" },
        { value: "owned", label: "They are deleted", hint: "Git is the truth" },
      ],
    }),
  samples: ({ samples }, people) =>
    confirm({
      ...people,
      message: "Write a first workspace and style?",
      initialValue: samples,
    }),
  ci: ({ ci }, people) =>
    select({
      ...people,
      message: "Write a pipeline that plans and applies?",
      initialValue: ci,
      options: [
        { value: "none", label: "No" },
        { value: "github", label: "GitHub Actions" },
        { value: "gitlab", label: "GitLab CI" },
      ],
    }),
};

/** Asks for values that flags did not give; undefined when the user cancels. */
export async function ask(usual: Answers, people: People): Promise<Answers | undefined> {
  intro("A new estate: manifests in Git, and a map server that follows them.", people);
  let answers = usual;
  for (const [name, question] of Object.entries(questions)) {
    const answer = await question(usual, people);
    if (isCancel(answer)) return undefined;
    answers = { ...answers, [name]: answer };
  }
  return answers;
}
