/** The order of test files: what takes longest begins first, so that nothing runs alone at the end. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take a minute, whatever the machine, because of what they wait for. */
const long = ["test/watch/soak.test.ts"];

/** Puts the longest files before the others, whose order is that of the runner. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      long.some((path) => moduleId.endsWith(path));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
