import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

const HOOK = /^(beforeAll|beforeEach|afterAll|afterEach)\(/m

/**
 * The test files of `pattern` that may share a process, and what it has loaded: those that import no fixture whose hooks
 * are set when it is loaded, since a fixture is loaded once for all of them.
 */
export function filesTogether(pattern: string): string[] {
  const fixtures = globSync('test/{,web/}*.{ts,tsx}', { exclude: ['**/*.test.ts'] })
    .filter((file) => HOOK.test(readFileSync(file, 'utf8')))
    .map((file) => basename(file))
  return globSync(pattern).filter((file) => {
    const source = readFileSync(file, 'utf8')
    return !fixtures.some((fixture) => source.includes(`/${fixture}'`))
  })
}
