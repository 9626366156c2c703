/** The questions of `init`. They go to stderr: stdout is for the document. */
import type { Readable, Writable } from "node:stream";
import { confirm, intro, isCancel, select, text } from "@clack/prompts";
import { estateProblem, urlProblem, type Answers } from "./answers.ts";

/** Where questions are asked. */
export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
}

/** Asks what flags did not say; undefined when somebody gives up. */
export async function ask(usual: Answers, streams: Streams): Promise<Answers | undefined> {
  intro("A new estate: manifests in Git, and a map server that follows them.", streams);
  const estate = await text({
    ...streams,
    message: "What is the estate called?",
    initialValue: usual.estate,
    validate: (given) => estateProblem(given ?? ""),
  });
  if (isCancel(estate)) return undefined;
  const url = await text({
    ...streams,
    message: "Where is the map server? Empty leaves it to PLUMBLINE_URL.",
    initialValue: usual.url ?? "",
    placeholder: "https://maps.example.org/geoserver",
    validate: (given) => ((given ?? "") === "" ? undefined : urlProblem(given ?? "")),
  });
  if (isCancel(url)) return undefined;
  const prune = await select({
    ...streams,
    message: "What becomes of objects that this estate made and that are declared no more?",
    initialValue: usual.prune,
    options: [
      { value: "none", label: "They stay", hint: "safe for a first look" },
      { value: "owned", label: "They are deleted", hint: "Git is the truth" },
    ],
  });
  if (isCancel(prune)) return undefined;
  const samples = await confirm({
    ...streams,
    message: "Write a first workspace and style?",
    initialValue: usual.samples,
  });
  if (isCancel(samples)) return undefined;
  const ci = await select({
    ...streams,
    message: "Write a pipeline that plans and applies?",
    initialValue: usual.ci ?? "none",
    options: [
      { value: "none", label: "No" },
      { value: "github", label: "GitHub Actions" },
      { value: "gitlab", label: "GitLab CI" },
    ],
  });
  if (isCancel(ci)) return undefined;
  return {
    estate,
    url: url === "" ? undefined : url,
    prune: prune === "owned" ? "owned" : "none",
    samples,
    ci: ci === "github" || ci === "gitlab" ? ci : undefined,
  };
}
