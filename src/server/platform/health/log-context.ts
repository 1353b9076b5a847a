import { AsyncLocalStorage } from 'node:async_hooks'

/** What every line of a piece of work says about itself: ids only, never anything personal. */
export type LogFacts = Record<string, string | number>

const storage = new AsyncLocalStorage<LogFacts>()

/** Runs `work`; every line logged in it, however deep and however long after, carries `facts` beside those around it. */
export function withLogFacts<Result>(facts: LogFacts, work: () => Result): Result {
  return storage.run({ ...storage.getStore(), ...facts }, work)
}

/** Adds what has become known on the way, such as who asks. Nothing happens outside `withLogFacts`. */
export function noteForLog(facts: LogFacts): void {
  Object.assign(storage.getStore() ?? {}, facts)
}

/** What a line logged here and now is to carry: a copy, for pino writes what the line itself says into it. */
export function logFacts(): LogFacts {
  return { ...storage.getStore() }
}
