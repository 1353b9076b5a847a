import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Shorter ones are refused for their length. */
const SHORTEST = 8
const LIST = '@zxcvbn-ts/language-common/src/passwords.json'

let known: ReadonlySet<string> | undefined

/** Some 18,000 passwords of eight characters and more from published leaks (zxcvbn-ts), in lower case; read when first needed. */
export function leakedPasswords(): ReadonlySet<string> {
  if (!known) {
    const all: string[] = JSON.parse(readFileSync(createRequire(import.meta.url).resolve(LIST), 'utf8'))
    known = new Set(all.filter((password) => password.length >= SHORTEST))
  }
  return known
}

/** Whether `password` is one of them, in whatever case, also with digits and signs around it. */
export function isLeakedPassword(password: string): boolean {
  const typed = password.normalize('NFKC').toLowerCase()
  const bare = typed.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return leakedPasswords().has(typed) || leakedPasswords().has(bare)
}
