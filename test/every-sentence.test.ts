import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { everySentence, sentencesOf } from '../scripts/every-sentence.ts'

test('the page of every sentence is what the sources say', () => {
  const page = readFileSync(new URL('../docs/every-sentence.md', import.meta.url), 'utf8')
  expect(page, 'run `node scripts/every-sentence.ts`, and read aloud what changed').toBe(everySentence())
})

test('a sentence is found whole, with what is put in at run time in braces; what nobody reads is left out', () => {
  const source = `
    import { name } from 'no such sentence here'
    log.error('Nobody in a family reads this')
    const found = await sql\`select all of this\`
    const text = \`We rang \${shortName(person)} \${count} times.\`
    const screen = <p className="grid of two" title="The Title of It">We rang <strong>{person.name}</strong> just {isLate ? 'a bit late' : 'now'}.</p>
  `
  expect(sentencesOf('example.tsx', source)).toEqual([
    'We rang {shortName} {count} times.',
    'We rang {name} just {…}.',
    'The Title of It',
    'a bit late',
  ])
})
