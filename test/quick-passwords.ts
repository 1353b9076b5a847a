import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

// Vitest's setup: hundreds of accounts are registered to test something else, and each hash would take 46 MiB and a
// tenth of a second. Here alone the least work argon2 can do stands in for it; what a hash says of itself stays as it
// is. `passwords.test.ts` and every server in a process of its own do the whole work.
const LEAST_KIB = 8
const done = Symbol.for('cooee.quick-passwords')

if (!Reflect.has(globalThis, done)) {
  const { argon2 } = crypto
  const quick: typeof argon2 = (algorithm, parameters, callback) =>
    argon2(algorithm, { ...parameters, memory: LEAST_KIB }, callback)
  crypto.argon2 = quick
  syncBuiltinESMExports()
  Reflect.set(globalThis, done, true)
}
