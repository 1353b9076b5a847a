import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const scripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts)
/** What npm itself understands, or what is in no repository until the product has run. */
const NPM_COMMANDS = ['ci', 'install', 'run', 'audit']
const MADE_LATER = /^(data|dist|node_modules|test-results|coverage)(\/|$)|^\.env$/
const TOP_LEVEL = /^(src|docs|migrations|scripts|bench|e2e|test|\.ci|\.github)\//

const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...markdownUnder('docs')].filter((page) =>
  existsSync(join(root, page)),
)

function markdownUnder(folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

const withoutCodeBlocks = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '')

function brokenLinks(page: string, text: string): string[] {
  return [...withoutCodeBlocks(text).matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)].flatMap(([, target = '']) => {
    if (/^([a-z]+:|#|\/\/)/i.test(target)) return []
    const path = decodeURIComponent(target.replace(/[#?].*$/, ''))
    return existsSync(resolve(root, dirname(page), path)) ? [] : [`${page}: link to ${target}`]
  })
}

/** Paths in backticks, from the top of the repository. Patterns and places to fill in (`migrations/NNNN_name.sql`) are none. */
function missingPaths(page: string, text: string): string[] {
  return [...withoutCodeBlocks(text).matchAll(/`([^`\s]+)`/g)].flatMap(([, quoted = '']) => {
    const path = quoted.replace(/^\.\//, '').replace(/:\d+$/, '')
    const isPath = TOP_LEVEL.test(path) || /^[A-Z]+\.md$|^[a-z.-]+\.config\.ts$/.test(path)
    if (!isPath || MADE_LATER.test(path) || /[*<>{}…$]|NNNN|\.\.\./.test(path)) return []
    return existsSync(join(root, path)) ? [] : [`${page}: \`${quoted}\``]
  })
}

function unknownScripts(page: string, text: string): string[] {
  return [...text.matchAll(/\bnpm (?:run ([a-z][\w:-]*)|(start|test|stop|restart)\b)/g)].flatMap(
    ([command, run, short]) => {
      const name = run ?? short ?? ''
      return scripts.includes(name) || NPM_COMMANDS.includes(name) ? [] : [`${page}: ${command}`]
    },
  )
}

test('the checks find what is broken', () => {
  const text = [
    '[a](gone.md#part) [b](https://example.com) [c](#here) `src/gone.ts` `src/**/*.ts` `data/postgres`',
    '`npm run gone` and npm start, `README.gone`',
    '```',
    '[d](also-gone.md)',
    '```',
  ].join('\n')
  expect(brokenLinks('README.md', text)).toEqual(['README.md: link to gone.md#part'])
  expect(missingPaths('README.md', text)).toEqual(['README.md: `src/gone.ts`'])
  expect(unknownScripts('README.md', text)).toEqual(['README.md: npm run gone'])
})

test.each([
  ['link leads somewhere', brokenLinks],
  ['path that is named exists', missingPaths],
  ['npm script that is named exists', unknownScripts],
])('every %s', (_, check) => {
  expect(pages.flatMap((page) => check(page, readFileSync(join(root, page), 'utf8')))).toEqual([])
})
