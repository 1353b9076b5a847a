import { type SourceFile, withoutComments } from './sources.ts'

/** A query that writes. `table` as SQL names it; null where the query does not say it in words. */
export interface Write {
  path: string
  table: string | null
}

const BUILDER =
  /\b(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\b\s*(?:<[^>]*>)?\s*\(\s*(\[[^\]]*\]|[^)]*?)\s*\)/g
const NAME = String.raw`((?:"?[a-z_][a-z0-9_]*"?\.)?"?[a-z_][a-z0-9_]*"?|\$\{[^}]*\})`
/** `update` is a word and a lock as well: only what goes on with `set` writes. */
const FRAGMENTS = [
  new RegExp(String.raw`\b(?:insert|merge)\s+into\s+${NAME}`, 'gi'),
  new RegExp(String.raw`\bdelete\s+from\s+(?:only\s+)?${NAME}`, 'gi'),
  new RegExp(String.raw`\bupdate\s+(?:only\s+)?${NAME}(?:\s+(?:as\s+)?[a-z_]+)?\s+set\b`, 'gi'),
  new RegExp(String.raw`\bcopy\s+${NAME}(?:\s*\([^)]*\))?\s+from\b`, 'gi'),
]
/** A caller that hands a table of due work to the runner has its rows leased and postponed. */
const DUE_TABLE = /\{\s*table:\s*'([a-z_]+)',\s*key:\s*'/g
const TRUNCATE =
  /\btruncate\s+(?:table\s+)?(?:only\s+)?((?:\$\{[^}]*\}|"?[a-z_][a-z0-9_."]*"?)(?:\s*,\s*(?:\$\{[^}]*\}|"?[a-z_][a-z0-9_."]*"?))*)/gi

/** The writing queries of a file: those of Kysely, and those in fragments of SQL, wherever in a statement they stand. */
export function writesOf({ path, text }: SourceFile): Write[] {
  const code = withoutComments(text).replace(/--.*$/gm, '')
  const built = [...code.matchAll(BUILDER)].flatMap(([, argument = '']) => builtNames(argument))
  const written = FRAGMENTS.flatMap((fragment) => [...code.matchAll(fragment)].map(([, name = '']) => sqlName(name)))
  const emptied = [...code.matchAll(TRUNCATE)].flatMap(([, names = '']) =>
    names.split(/\s*,\s*(?![^{]*\})/).map(sqlName),
  )
  const leased = [...code.matchAll(DUE_TABLE)].map(([, name = '']) => name)
  return [...built, ...written, ...emptied, ...leased]
    .filter((table) => !RESERVED.has(table ?? ''))
    .map((table) => ({ path, table }))
}

/** `do update set` and `for update set aside` name no table. */
const RESERVED = new Set(['set', 'of', 'skip', 'nowait'])

/** `'calls'`, `'calls as c'`, `['calls', 'dials as d']`; anything else is no name that can be read. */
function builtNames(argument: string): (string | null)[] {
  const names = [...argument.matchAll(/(['"`])([A-Za-z]+)(?:\s+as\s+\w+)?\1/g)].map(([, , name = '']) => snake(name))
  const rest = argument.replace(/(['"`])[A-Za-z]+(?:\s+as\s+\w+)?\1/g, '').replace(/[[\],\s]/g, '')
  return names.length === 0 || rest !== '' ? [...names, null] : names
}

/** `calls`, `public.calls`, `${sql.table('calls')}`; what is put in otherwise cannot be read. */
function sqlName(name: string): string | null {
  if (!name.startsWith('${')) return name.replaceAll('"', '').split('.').at(-1) ?? null
  const literal = /^\$\{\s*sql\.(?:table|ref|id|raw|lit)\(\s*(['"`])([\w.]+)\1\s*\)\s*\}$/.exec(name)?.[2]
  return literal === undefined ? null : snake(literal.split('.').at(-1) ?? '')
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
