/** Declares templates: global ones, and those in the folders of workspaces, stores and layers. */
import { templateFile, templateNameProblem } from "../../../model/data-file.ts";
import { dataFile as limits } from "../../../model/limits.ts";
import { goneMeanwhile, declaring } from "../declare/each.ts";
import { bytesOfFile } from "../file/stored.ts";
import { listTemplates } from "./list.ts";

export const declareTemplates = declaring(
  {
    outside: (context, leaveOut) => listTemplates(context, null, leaveOut),
    inWorkspace: (context, { workspace, leaveOut }) => listTemplates(context, workspace, leaveOut),
  },
  async (context, address, place) => {
    const { workspace, name } = address;
    const problem = templateNameProblem(name, workspace);
    if (problem !== undefined) return { address, reason: `Its name ${problem}` };
    const bytes = await bytesOfFile(context, templateFile(workspace, name));
    if (bytes === undefined) return goneMeanwhile(address);
    if (bytes.byteLength > limits.fileBytes)
      return { address, reason: `It has more than ${limits.fileBytes} bytes` };
    const source = `${place.fileName(name)}.ftl`;
    const artefacts = new Map([[source, bytes]]);
    return { ...address, spec: { source: `./${source}` }, artefacts };
  },
);
