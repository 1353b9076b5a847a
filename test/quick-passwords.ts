import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

// Vitest's setup: hundreds of accounts are registered to test something else, and each hash would take 46 MiB and a
// tenth of a second. Here alone the least work argon2 can do stands in for it; what a hash says of itself stays as it
// is. `passwords.test.ts` and every server in a process of its own do the whole work.
const LEAST_KIB = 8
/** How many hashes were begun; unset until this has run. */
const COUNT = Symbol.for('cooee.hashes-begun')

if (!Reflect.has(globalThis, COUNT)) {
  const { argon2 } = crypto
  const quick: typeof argon2 = (algorithm, parameters, callback) => {
    Reflect.set(globalThis, COUNT, hashesBegun() + 1)
    return argon2(algorithm, { ...parameters, memory: LEAST_KIB }, callback)
  }
  crypto.argon2 = quick
  syncBuiltinESMExports()
  Reflect.set(globalThis, COUNT, 0)
}

/** Hashes begun in this process so far. */
export function hashesBegun(): number {
  return Number(Reflect.get(globalThis, COUNT))
}
