import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { sources } from './architecture/sources.ts'
import { handWritten, pages, quotedIn, root, textOf, unwrapped, withoutCodeBlocks } from './docs-pages.ts'

const scripts = Object.keys(JSON.parse(textOf('package.json')).scripts)
/** What npm itself understands, or what is in no repository until the product has run. */
const NPM_COMMANDS = ['ci', 'install', 'run', 'audit']
const MADE_LATER = /^(data|dist|node_modules|test-results|coverage)(\/|$)|^\.env$/
const TOP_LEVEL = /^(src|docs|migrations|scripts|bench|e2e|ops|test|\.ci|\.github)\//
const LONGEST_LINE = 120
/** What reads as a novel, and nobody searches for. */
const LITERARY = /\b(?:told of|heard of|whoever|anew|is none|hush\w*|owed?|owes)\b/gi
/** Names of the code, and titles of tests. */
const QUOTED = /`[^`]*`|"[^"]*"/g
/** Where a paragraph or an item of a list ends. A quotation wraps over lines, and ends before that. */
const BLOCK_END = /\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  return [...withoutCodeBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function brokenLinks(page: string, text: string): string[] {
  return [...withoutCodeBlocks(text).matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)].flatMap(([, target = '']) => {
    if (/^([a-z]+:|\/\/)/i.test(target)) return []
    const [path = '', anchor] = decodeURIComponent(target).split('#')
    const file = path === '' ? page : relative(root, resolve(root, dirname(page), path.replace(/\?.*$/, '')))
    if (!existsSync(join(root, file))) return [`${page}: link to ${target}`]
    if (anchor === undefined || !file.endsWith('.md')) return []
    const anchors = anchorsOf(path === '' ? text : textOf(file))
    return anchors.includes(anchor) ? [] : [`${page}: link to ${target}`]
  })
}

/** Paths in backticks, from the top of the repository. Patterns and places to fill in (`migrations/NNNN_name.sql`) are no paths. */
function missingPaths(page: string, text: string): string[] {
  return quotedIn(text).flatMap((quoted) => {
    const path = quoted.replace(/^\.\//, '').replace(/:\d+$/, '')
    const isPath = TOP_LEVEL.test(path) || /^[A-Z]+\.md$|^[a-z.-]+\.config\.ts$/.test(path)
    if (!isPath || MADE_LATER.test(path) || /[*<>{}…$\s]|NNNN|\.\.\./.test(path)) return []
    return existsSync(join(root, path)) ? [] : [`${page}: \`${quoted}\``]
  })
}

function unknownScripts(page: string, text: string): string[] {
  return [...unwrapped(text).matchAll(/\bnpm (?:run ([a-z][\w:-]*)|(start|test|stop|restart)\b)/g)].flatMap(
    ([command, run, short]) => {
      const name = run ?? short ?? ''
      return scripts.includes(name) || NPM_COMMANDS.includes(name) ? [] : [`${page}: ${command}`]
    },
  )
}

/** Prose beyond the longest line. Tables, code, and the titles of tests that a line quotes whole may be longer. */
function longLines(page: string, text: string): string[] {
  const emptied = text.replace(/^ *```[\s\S]*?^ *```/gm, (block) => block.replaceAll(/[^\n]/g, ''))
  return emptied.split('\n').flatMap((line, index) => {
    const mayBeLonger = /^\||^- `[^`]+`: "|^!\[[^\]]*\]\([^)]*\)$/.test(line)
    return mayBeLonger || [...line].length <= LONGEST_LINE ? [] : [`${page}:${index + 1}`]
  })
}

/** Blocks of TypeScript that "From `file`:" introduces and that are not in that file, whatever their indentation. */
function staleQuotes(page: string, text: string): string[] {
  const lines = (code: string) => code.replaceAll(/^ +| +$/gm, '')
  return [...text.matchAll(/\b[Ff]rom\s+`([^`]+)`:\s+```ts\n([\s\S]*?)```/g)].flatMap(([, path = '', code = '']) =>
    lines(textOf(path)).includes(lines(code).trim()) ? [] : [`${page}: ${path}`],
  )
}

test('the checks find what is broken', () => {
  const text = [
    '# A page',
    '[a](gone.md#part) [b](https://example.com) [c](#a-page) [d](#gone) `src/gone.ts` `src/**/*.ts` `data/postgres`',
    '`npm run gone` and npm start, `README.gone`',
    '```',
    '[d](also-gone.md)',
    '```',
    'From `src/core/retention.ts`:',
    '',
    '```ts',
    'export const RETENTION_MONTHS = 7',
    '```',
    'word '.repeat(30),
  ].join('\n')
  expect(brokenLinks('README.md', text)).toEqual(['README.md: link to gone.md#part', 'README.md: link to #gone'])
  expect(missingPaths('README.md', text)).toEqual(['README.md: `src/gone.ts`'])
  expect(unknownScripts('README.md', text)).toEqual(['README.md: npm run gone'])
  expect(staleQuotes('README.md', text)).toEqual(['README.md: src/core/retention.ts'])
  expect(longLines('README.md', text)).toEqual(['README.md:12'])
})

test.each([
  ['link leads somewhere', brokenLinks],
  ['path that is named exists', missingPaths],
  ['npm script that is named exists', unknownScripts],
  ['block of code that says which file it is from is in that file', staleQuotes],
])('every %s', (_, check) => {
  expect(pages.flatMap((page) => check(page, textOf(page)))).toEqual([])
})

test('prose is wrapped at 120 characters', () => {
  expect(handWritten.flatMap((page) => longLines(page, textOf(page)))).toEqual([])
})

test('documents speak plain trade words', () => {
  const blocks = (page: string) => withoutCodeBlocks(textOf(page)).split(BLOCK_END).map(unwrapped)
  const prose = (page: string) =>
    blocks(page)
      .map((block) => block.replaceAll(QUOTED, ''))
      .join(' ')
  const literary = handWritten
    .filter((page) => !page.endsWith('CHANGELOG.md') && !page.endsWith('glossary.md'))
    .flatMap((page) => [...prose(page).matchAll(LITERARY)].map(([words]) => `${page}: ${words}`))
  expect(literary).toEqual([])
})

test('the glossary has at most 60 terms, and none twice', () => {
  const terms = [...textOf('docs/glossary.md').matchAll(/^\| (?!word \|)([^|-][^|]*) \|/gm)].map(
    ([, term = '']) => term,
  )
  expect(terms).toContain('incident, unresolved')
  expect(terms.length).toBeLessThanOrEqual(60)
  expect(new Set(terms.flatMap((term) => term.split(', '))).size).toBe(terms.flatMap((term) => term.split(', ')).length)
})

test('every document that the code names exists', () => {
  const named = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<![\w/.])docs\/[\w/-]+\.md/g)].map(([document]) => ({ path, document })),
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter(({ document }) => !existsSync(join(root, document)))).toEqual([])
})
