import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

// docs/care-promises.md names, for everything that carers would call a defect, the tests that show its absence.
const root = resolve(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/care-promises.md'), 'utf8')

interface Defect {
  number: number
  title: string
  lines: string[]
}

const PROOF = /^- `([^`]+)`: "(.+)"$/
const REASON = /^- (Not ours|Not yet): \S.*\.$/

const defects: Defect[] = page
  .split(/^### /m)
  .slice(1)
  .map((section) => {
    const [heading = '', ...rest] = section.split('\n')
    const [, number = '0', title = ''] = /^4\.(\d+) (.+)$/.exec(heading) ?? []
    return { number: Number(number), title, lines: unwrapped(rest).filter((line) => line.startsWith('- ')) }
  })

/** Each point of a list as one line, however its source is wrapped. */
function unwrapped(lines: readonly string[]): string[] {
  return lines
    .join('\n')
    .replaceAll(/\n {2}(?=\S)/g, ' ')
    .split('\n')
}

test('every one of the 26 defects has its place, in order', () => {
  expect(defects.map(({ number }) => number)).toEqual(Array.from({ length: 26 }, (_, index) => index + 1))
})

describe.each(defects)('4.$number $title', ({ lines }) => {
  test('the defect is covered by tests, or the page says why not', () => {
    expect(lines).not.toEqual([])
    expect(lines.filter((line) => !PROOF.test(line) && !REASON.test(line))).toEqual([])
  })

  test('the tests that are named exist', () => {
    const missing = lines.flatMap((line) => {
      const [, file, title] = PROOF.exec(line) ?? []
      return file === undefined || title === undefined || hasTest(file, title) ? [] : [line]
    })
    expect(missing).toEqual([])
  })
})

test('a test that does not exist is noticed', () => {
  expect(hasTest('test/care-promises.test.ts', 'every one of the 26 defects has its place, in order')).toBe(true)
  expect(hasTest('test/care-promises.test.ts', 'nobody wrote this one'.toUpperCase())).toBe(false)
  expect(hasTest('test/gone.test.ts', 'anything')).toBe(false)
})

/** Whether the file has a test of exactly that title. The title of a table of tests is named with its placeholders. */
function hasTest(file: string, title: string): boolean {
  const path = join(root, file)
  if (!/\.test\.tsx?$/.test(file) || !existsSync(path)) return false
  const text = readFileSync(path, 'utf8')
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`))
}
