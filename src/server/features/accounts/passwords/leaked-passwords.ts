/** Shorter ones are refused for their length. */
const SHORTEST = 8

let known: Promise<ReadonlySet<string>> | undefined

/** Some 18,000 passwords of eight characters and more from published leaks (zxcvbn-ts), in lower case; read when first needed. */
export function leakedPasswords(): Promise<ReadonlySet<string>> {
  known ??= import('@zxcvbn-ts/language-common/src/passwords.json', { with: { type: 'json' } }).then(
    ({ default: all }: { default: string[] }) => new Set(all.filter((password) => password.length >= SHORTEST)),
  )
  return known
}

/** Whether `password` is one of them, in whatever case, also with digits and signs around it. */
export async function isLeakedPassword(password: string): Promise<boolean> {
  const typed = password.normalize('NFKC').toLowerCase()
  const bare = typed.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const leaked = await leakedPasswords()
  return leaked.has(typed) || leaked.has(bare)
}
