import { Session } from 'node:inspector/promises'

/**
 * Which functions of the product run while `run` does, by their names, by the file that holds them (`src/…`). What runs when a file is
 * imported does not count, nor do functions without a name: they stand in one that has.
 */
export async function executedFunctions(run: () => Promise<void>): Promise<Map<string, string[]>> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    // What has run before counts no more.
    await session.post('Profiler.takePreciseCoverage')
    await run()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const executed = new Map<string, string[]>()
    for (const { url, functions } of result) {
      const path = /\/(src\/(?:core|contract|server)\/[^?]*)/.exec(url)?.[1]
      if (!path) continue
      const names = functions
        .filter(({ functionName, ranges }) => functionName !== '' && ranges.some(({ count }) => count > 0))
        .map(({ functionName }) => functionName)
      if (names.length > 0) executed.set(path, [...(executed.get(path) ?? []), ...names])
    }
    return executed
  } finally {
    session.disconnect()
  }
}
