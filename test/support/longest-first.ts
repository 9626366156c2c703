/** The order of test files: what takes longest begins first, so that nothing runs alone at the end. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take ten seconds and more, because of what they wait for or how much they hold. */
const long = [
  "test/package/image.test.ts",
  "test/corpus/corpus.test.ts",
  "test/watch/soak.test.ts",
  "test/gitops/git-source.test.ts",
  "test/property/rehearsal.test.ts",
  "test/e2e/serve.test.ts",
];

/** Puts the longest files before the others, whose order is that of the runner. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      long.some((path) => moduleId.endsWith(path));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
