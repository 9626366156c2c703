/** The order of test files: what starts hundreds of programs begins first, in processes that are small. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * To start a program, a process is copied with its table of pages: 1 ms for one of 50 MB, 14 ms for one of
 * 850 MB, as those that run files become. These files start git for each commit that they make.
 */
const STARTERS = "/test/gitops/";

/** Starters, then the others: both as the runner orders them, the longest of the last whole run first. */
export class StartersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isStarter = ({ moduleId }: TestSpecification) => moduleId.includes(STARTERS);
    return [...sorted.filter(isStarter), ...sorted.filter((file) => !isStarter(file))];
  }
}
