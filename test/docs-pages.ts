import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

/** Documents that a script writes: their lines are as long as what they quote. */
const GENERATED = ['docs/every-sentence.md', 'docs/what-a-call-says.md']

function markdownUnder(folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

/** Every document, by its path from the root. */
export const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...markdownUnder('docs')].filter((page) =>
  existsSync(join(root, page)),
)

/** Every document that people write, those beside the code too. */
export const handWritten = [...pages, ...markdownUnder('src')].filter((page) => !GENERATED.includes(page))

/** What a document or another file of the repository holds. */
export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

/** A document without its fenced blocks. */
export const withoutCodeBlocks = (text: string): string => text.replace(/^ *```[\s\S]*?^ *```/gm, '')

/** A document as a reader sees it: a sentence is one line, however its source is wrapped. */
export const unwrapped = (text: string): string => text.replaceAll(/\s+/g, ' ')

/** What stands in backticks outside of fenced blocks. */
export function quotedIn(text: string): string[] {
  return [...withoutCodeBlocks(text).matchAll(/`([^`]+)`/g)].map(([, quoted = '']) => quoted.replaceAll(/\s+/g, ' '))
}
