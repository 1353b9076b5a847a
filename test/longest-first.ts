import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from 'vitest/node'

/**
 * Begins with the test files of these names, in their order. What takes longest, or mostly waits, goes first: begun last, it
 * would keep one processor busy, or none, while the others have nothing to do.
 */
export function longestFirst(names: readonly string[]): TestSequencerConstructor {
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const rank = ({ moduleId }: TestSpecification) => {
        const index = names.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
        return index < 0 ? names.length : index
      }
      return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
    }
  }
}
