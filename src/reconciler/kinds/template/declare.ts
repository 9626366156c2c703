/** Declares templates: global ones, and those in the folders of workspaces, stores and layers. */
import { templateFile, templateNameProblem } from "../../../model/data-file.ts";
import { dataFile as limits } from "../../../model/limits.ts";
import type { Declare, LeaveOut } from "../../kind.ts";
import { declareListed, goneMeanwhile } from "../declare/each.ts";
import { bytesOfFile } from "../file/stored.ts";
import { listTemplates } from "./list.ts";

export const declareTemplates: Declare = async (context, place) => {
  const { workspace } = place;
  const list = (leaveOut: LeaveOut) => listTemplates(context, workspace, leaveOut);
  return declareListed(list, place, async (address) => {
    const { kind, name } = address;
    const problem = templateNameProblem(name, workspace);
    if (problem !== undefined) return { address, reason: `Its name ${problem}` };
    const bytes = await bytesOfFile(context, templateFile(workspace, name));
    if (bytes === undefined) return goneMeanwhile(address);
    if (bytes.byteLength > limits.fileBytes)
      return { address, reason: `It has more than ${limits.fileBytes} bytes` };
    const source = `${place.fileName(name)}.ftl`;
    const artefacts = new Map([[source, bytes]]);
    return { kind, workspace, name, spec: { source: `./${source}` }, artefacts };
  });
};
