const KEPT = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'] as const

/** What a program needs to run at all, and nothing else of the environment of the tests: their .env or DATABASE_URL stays untouched. */
export function bareEnvironment(): Record<string, string> {
  return Object.fromEntries(
    KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
}
