/** The order of test files: what starts hundreds of programs begins first, in processes that are small. */
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { liveUrl } from "../../live/settings.ts";

/**
 * To start a program, a process is copied with its table of pages: 1 ms for one of 50 MB, 14 ms for one of
 * 850 MB, as those that run files become. These files start git for each commit that they make.
 */
const STARTERS = "/test/gitops/";

/**
 * Starters, then the others: both as the runner orders them, the longest of the last whole run first. Files that share
 * a server run in the order of their names, so that each meets what the same ones left.
 */
export class StartersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLive = liveUrl(process.env) !== undefined;
    const sorted = isLive ? files.toSorted(byName) : await super.sort(files);
    const isStarter = ({ moduleId }: TestSpecification) => moduleId.includes(STARTERS);
    return [...sorted.filter(isStarter), ...sorted.filter((file) => !isStarter(file))];
  }
}

function byName(one: TestSpecification, other: TestSpecification): number {
  return one.moduleId < other.moduleId ? -1 : 1;
}
