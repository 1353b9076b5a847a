import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { changesIn } from './changes.ts'
import { type LetterFigures, letterText } from './letter-text.ts'
import { reportFigures } from './report.ts'
import { ALERT_LABELS, knownFromInWords, REPORT_WORDS } from './report-words.ts'

/** A report says what happened. It watches nobody, judges nothing and advises nothing. */
const NEVER =
  /\b(monitor(s|ed|ing)?|detect(s|ed|ion|ing)?|scores?|risk(s|y)?|adheren(t|ce)|complian(t|ce)|diagnos\w+|symptoms?|abnormal|worse|better|decline\w*|should|recommend\w*|advi[cs]e\w*|warning|please see)\b/i

/** All figures differ at once. */
const week = {
  ...{ from: '2026-03-02', until: '2026-03-08', rung: 14, firstRing: 13, answered: 14, seconds: 12, timed: 14 },
  doses: { taken: 14, later: 0, missed: 0 },
}
const odd = { ...week, firstRing: 2, seconds: 60, doses: { taken: 5, later: 2, missed: 7 } }
const changes = [...changesIn([odd, ...Array(12).fill(week)]), ...changesIn([week, ...Array(12).fill(odd)])]
const figures: LetterFigures = {
  ...reportFigures([], { today: '2026-03-09', days: 7 }),
  ...{ lovedOneId: 7, name: 'Margaret Hartley', timezone: 'Australia/Sydney', rung: 14, firstRing: 13, changes },
  knownFrom: 'We know calls from Mar 4, 2026 on: that’s when Margaret Hartley was added.',
  doses: [{ slot: '08:00', taken: 6, later: 1, missed: 0, unknown: 1 }],
  notPlaced: [{ why: 'Left out while away.', calls: 2 }],
  alertCount: 120,
  alerts: Array.from({ length: 9 }, (_, index) => ({
    ...{ at: '2026-03-05T00:00:00.000Z', cause: 'not_reached' as const, who: null },
    how: index === 0 ? null : 'Margaret rang Cooee.',
  })),
}
const letter = letterText([figures], { publicUrl: 'https://cooee.example', more: 3 })

const known = { keptSince: '2026-02-20', addedOn: '2025-01-01', keepCallsMonths: 1, name: 'Margaret' }
const SENTENCES = [
  ...Object.values(REPORT_WORDS),
  ...Object.values(ALERT_LABELS),
  ...changes.map(({ sentence }) => sentence),
  figures.tooLittle ?? '',
  knownFromInWords('2026-01-01', known) ?? '',
  knownFromInWords('2026-01-01', { ...known, addedOn: '2026-03-01' }) ?? '',
  letter?.subject ?? '',
  letter?.mail ?? '',
]

test('no sentence of a report watches, judges or advises', () => {
  expect(changes).toHaveLength(6)
  expect(SENTENCES.filter((sentence) => sentence === '' || NEVER.test(sentence))).toEqual([])
})

test.each([
  '../../web/features/report/report.tsx',
  '../../web/features/report/weeks.tsx',
  '../../web/features/report/for-the-doctor.tsx',
  '../../web/features/report/bars.tsx',
  '../../server/features/reports/printed/report-pdf.ts',
  '../../server/features/reports/calls-csv.ts',
])('%s has none of these words either', (file) => {
  const words = readFileSync(new URL(file, import.meta.url), 'utf8').replace(/\/\*\*[\s\S]*?\*\//g, '')
  expect(words.match(NEVER)).toBeNull()
})

test('a letter tells of a week, its alerts and what is different, and how to switch it off', () => {
  expect(letter?.subject).toBe('How they’ve been: from Mar 2, 2026 to Mar 8, 2026')
  expect(letter?.mail.split('\n')).toEqual(
    expect.arrayContaining([
      'Margaret Hartley, from Mar 2, 2026 to Mar 8, 2026',
      '- We know calls from Mar 4, 2026 on: that’s when Margaret Hartley was added.',
      '- Doses, 8:00 AM: 6 taken, 1 taken later, 0 missed, 1 not known.',
      '- 2 calls didn’t ring: Left out while away.',
      '- Alert, Mar 5, 2026 11:00 AM: Nobody answered. Still going on.',
      '- Alert, Mar 5, 2026 11:00 AM: Nobody answered. Nobody took it on. Margaret rang Cooee.',
      '- And 113 more alerts.',
      'All figures: https://cooee.example/loved-ones/7/report',
      '3 more: https://cooee.example/loved-ones',
      'Switch this letter off: https://cooee.example/settings?tab=notifications',
    ]),
  )
  expect(letterText([{ ...figures, rung: 0, alerts: [], notPlaced: [] }], { publicUrl: '' })).toBeNull()
})
