import { expect, test } from 'vitest'
import { brokenUnderLoad } from './judge-load.ts'
import type { LoadRing } from './load-phones.ts'
import type { LoadRecords } from './read-load.ts'

const DUE = Date.UTC(2026, 10, 2, 9)
const MINUTE = 60_000
const DAY = 86_400_000
const PROMISED = { count: 2, due: DUE, aMinute: 1, retries: 2 }

function aRing(dialId: number, change: Partial<LoadRing> = {}): LoadRing {
  return {
    purpose: 'care',
    dialId,
    sid: `CA${dialId}`,
    to: `+6140000${dialId}`,
    from: DUE + dialId * 1000,
    until: DUE + dialId * 1000 + 500,
    wasAnswered: true,
    firstWordMs: 20,
    isListenedTo: true,
    pressed: '1',
    wasKeyTaken: true,
    lostRequests: 0,
    ...change,
  }
}

/** The first person answered; the second did not, her contact was written to, and a member was notified. */
function aGoodMorning() {
  const call = { uncountedTries: 0, isCatchUp: false }
  const records: LoadRecords = {
    calls: [
      { ...call, id: 1, scheduleId: 1, status: 'completed', scheduledFor: DUE },
      { ...call, id: 2, scheduleId: 2, status: 'missed', scheduledFor: DUE + MINUTE },
      { ...call, id: 3, scheduleId: 1, status: 'scheduled', scheduledFor: DUE + DAY },
      {
        ...call,
        id: 4,
        scheduleId: 2,

        status: 'scheduled',
        scheduledFor: DUE + DAY + MINUTE,
      },
    ],
    dials: [
      { purpose: 'care', id: 1, callId: 1, providerCallId: 'CA1' },
      { purpose: 'care', id: 2, callId: 2, providerCallId: 'CA2' },
      { purpose: 'alert', id: 1, callId: null, providerCallId: 'CA9' },
    ],
    causes: [{ callId: 2, incidentId: 1 }],
    notified: [{ incidentId: 1, messages: 1 }],
    texts: [{ to: '+61450000', sid: 'SM1' }],
  }
  const rings = [
    aRing(1),
    aRing(2, { wasAnswered: false, firstWordMs: null, pressed: null, wasKeyTaken: false }),
    aRing(1, { purpose: 'alert', sid: 'CA9', to: '+61450000' }),
  ]
  const texts = [{ sid: 'SM1', to: '+61450000' }]
  return { records, seen: { rings, texts } }
}
type Morning = ReturnType<typeof aGoodMorning>

const judge = ({ records, seen }: Morning) => brokenUnderLoad(PROMISED, seen, records)

test('a morning on which everything was kept has no broken promise', () => {
  expect(judge(aGoodMorning())).toEqual([])
})

const wrong: [what: string, change: (morning: Morning) => unknown, sentence: string][] = [
  ['a call is lost', ({ records }) => records.calls.splice(1, 1), 'Schedule 2 has 0 calls at its time'],
  [
    'a call has no end',
    ({ records }) => set(records.calls[1], { status: 'in_progress' }),
    'The call of schedule 2 has no end',
  ],
  ['the next call is not booked', ({ records }) => records.calls.splice(2, 1), 'Schedule 1 has 0 next calls'],
  [
    'a next call is booked twice',
    ({ records }) => records.calls.push({ ...records.calls[2], id: 5 } as (typeof records.calls)[number]),
    'Schedule 1 has 2 next calls',
  ],
  [
    'a call is booked at another time',
    ({ records }) =>
      records.calls.push({
        ...records.calls[0],
        id: 5,
        scheduledFor: DUE + 3_600_000,
      } as (typeof records.calls)[number]),
    'Schedule 1 has calls at other times',
  ],
  [
    'a call is booked twice',
    ({ records }) => records.calls.push({ ...records.calls[0], id: 5 } as (typeof records.calls)[number]),
    'Schedule 1 has 2 calls at its time',
  ],
  [
    'a phone rings for nothing',
    ({ seen }) => seen.rings.push(aRing(7)),
    'A phone rang for care 7, of which there is no record',
  ],
  [
    'a dial rings twice',
    ({ seen }) => seen.rings.push(aRing(2, { sid: 'CA3', from: DUE + 9000, until: DUE + 9500, pressed: null })),
    '2 phones rang for care 2',
  ],
  ['a dial never rang', ({ seen }) => seen.rings.splice(1, 1), 'care 2 never rang'],
  [
    'a ring is not linked',
    ({ records }) => set(records.dials[1], { providerCallId: 'CA8' }),
    'The ring of care 2 is not linked',
  ],
  [
    'an answer counts for nothing',
    ({ seen }) => set(seen.rings[1], { pressed: '1', wasKeyTaken: true }),
    'Call 2 is missed, and was answered',
  ],
  [
    'somebody is rung again after their answer',
    ({ seen, records }) => {
      seen.rings.push(aRing(3, { to: '+61400001', from: DUE + 9000, until: DUE + 9500 }))
      records.dials.push({ purpose: 'care', id: 3, callId: 1, providerCallId: 'CA3' })
    },
    'Call 1 rang again after its answer',
  ],
  [
    'a call is completed without an answer',
    ({ seen }) => set(seen.rings[0], { pressed: null, wasKeyTaken: false }),
    'Call 1 is completed, and nobody pressed a key',
  ],
  [
    'a call rings too often',
    ({ seen, records }) => {
      for (const id of [3, 4, 5]) {
        seen.rings.push(aRing(id, { to: '+61400002', pressed: null, wasKeyTaken: false }))
        records.dials.push({ purpose: 'care', id, callId: 2, providerCallId: `CA${id}` })
      }
    },
    'Call 2 rang 4 times',
  ],
  [
    'a phone rings while it rings',
    ({ seen }) => set(seen.rings[2], { to: '+61400001', from: DUE + 1200 }),
    'The phone +61400001 rang while it rang',
  ],
  ['a phone rings for ever', ({ seen }) => set(seen.rings[2], { until: null }), 'The phone +61450000 is still ringing'],
  [
    'somebody picks up and hears nothing',
    ({ seen }) => set(seen.rings[2], { firstWordMs: null }),
    'The phone +61450000 was answered, and nothing was said',
  ],
  [
    'no incident is about a missed call',
    ({ records }) => records.causes.splice(0),
    'Call 2 is missed, and 0 incidents are about it',
  ],
  ['nobody is notified', ({ records }) => records.notified.splice(0), 'Nobody was notified of call 2'],
  ['a text is not sent', ({ seen }) => seen.texts.splice(0), 'The phone +61450000 did not get a text'],
  [
    'a text is sent twice',
    ({ seen }) => seen.texts.push({ sid: 'SM2', to: '+61450000' }),
    'The phone +61450000 got a text that we do not know',
  ],
]

test.each(wrong)('%s, and the judge says so', (_, change, sentence) => {
  const morning = aGoodMorning()
  change(morning)
  expect(judge(morning)).toContain(sentence)
})

function set<Row extends object>(row: Row | undefined, change: Partial<Row>): void {
  if (row === undefined) throw new Error('There is no such row')
  Object.assign(row, change)
}
