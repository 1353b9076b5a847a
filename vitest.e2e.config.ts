import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes longest goes first; begun last, it would keep one processor busy while the other has nothing to do. */
const FIRST = ['accessibility', 'accessibility-on-a-phone', 'first-call', 'kill-nine', 'keyboard', 'layout-shift']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = FIRST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return index < 0 ? FIRST.length : index
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

/** Journeys against the built product. Each file starts a product of its own, and mostly waits: three at a time suit two cores. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/built-web-app.ts'],
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // The first journey of a file starts the product and the browser as well.
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
})
