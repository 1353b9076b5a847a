import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { offerText } from '#core/hot-days/hot-day-words.ts'

// The forecast is one of temperatures: nothing that people read about it may pass for what the Bureau issues.

const FILES = [
  'src/core/hot-days/*.ts',
  'src/contract/calls/hot-days.ts',
  'src/server/features/hot-days/*.ts',
  'src/web/domain/hot-days/*',
  'src/web/features/loved-ones/form/hot-days-field.tsx',
  'docs/flows/hot-days.md',
]
const WORDS = /\bwarn|heat ?wave|\bmonitor|\bdetect/i

test('no sentence about hot days has the word, or claims more than a forecast', () => {
  const files = FILES.flatMap((pattern) => globSync(pattern)).filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(15)
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => WORDS.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})

test('no notice about a hot day has it', () => {
  const offer = {
    name: 'Margaret Hartley',
    town: 'Mildura',
    degrees: 41,
    timeOfDay: '14:00',
    link: 'https://x.example',
  }
  for (const isToday of [true, false]) {
    expect(Object.values(offerText({ ...offer, isToday })).join('\n')).not.toMatch(WORDS)
  }
})

test('in what people read, a hot day is nowhere one that is warned of', () => {
  const about = readFileSync('docs/every-sentence.md', 'utf8')
    .split('\n')
    .filter((line) => /forecast|hot day|°|very hot/i.test(line))
  expect(about.length).toBeGreaterThan(3)
  expect(about.filter((line) => WORDS.test(line))).toEqual([])
})
