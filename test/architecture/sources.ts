import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

export interface SourceFile {
  path: string
  text: string
}

export interface Import {
  from: string
  /** A path in the repository, or the name of a package. */
  to: string
}

export const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/** Every file under a folder of the repository, by its path from the root. */
export function filesUnder(folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}

export const sources: SourceFile[] = filesUnder('src').map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}))
export const isCode = ({ path }: SourceFile) => /\.(tsx?|js)$/.test(path)

/** The text of a file without its comments. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}

/** Finds `import … from`, `export … from`, bare `import ''`, `import()`, with comments taken out first. */
export function importsOf({ path, text }: SourceFile): Import[] {
  const code = withoutComments(text)
  const statement = /(?:^|[;\n}])\s*(?:import|export)\b(?:[^;'"`(]*?\bfrom)?\s*(['"])([^'"\n]+)\1/g
  const dynamic = /\bimport\(\s*(['"`])([^'"`\n]+)\1/g
  return [...code.matchAll(statement), ...code.matchAll(dynamic)].map((match) => ({
    from: path,
    to: destination(path, match[2] ?? ''),
  }))
}

function destination(path: string, specifier: string): string {
  if (specifier.startsWith('#test/')) return specifier.replace('#', '')
  if (specifier.startsWith('#')) return specifier.replace('#', 'src/')
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(path), specifier))
  return specifier
}

export const imports = sources.filter(isCode).flatMap(importsOf)
/** Those of what is shipped. */
export const production = imports.filter((entry) => !isTest(entry.from))
export const listed = (entries: readonly Import[]) => entries.map(({ from, to }) => `${from} imports ${to}`)

/** The top-level folder of a file: the one under `src`. */
export const topFolderOf = (path: string) => (path.startsWith('src/') ? path.split('/')[1] : undefined)
export const featureOf = (path: string) => /^src\/(server|web)\/features\/([^/]+)\//.exec(path)?.[2]
