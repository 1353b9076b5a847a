import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isHelp } from '../incident-cause.ts'
import { ESCALATION_TIMING } from './escalation-timing.ts'
import { type AlertChannel, type Ladder, type Notified, nextEscalationStep, type PersonInOrder } from './ladder.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const NINE = new Date('2026-03-10T09:00:00+11:00')

/** A person, with what becomes of their alerts. */
interface Scripted {
  isMember?: boolean
  isRungFirst?: boolean
  messageChannels?: ('email' | 'sms')[]
  canBeRung?: boolean
  /** How long until a ring ends unanswered; null: no event of it arrives for a quarter of an hour. */
  ringSeconds?: number | null
  /** How long after the first alert they say "I can't". */
  declinesAfterSeconds?: number | null
  textsFail?: boolean
}

interface Event {
  minute: number
  id: number
  channel: AlertChannel
  round: number
}

const HOLDER: Scripted = { isMember: true, isRungFirst: true, messageChannels: ['email', 'sms'] }

/** Lives through an incident that nobody takes on, second by second where something happens. Minutes since it began. */
function live(
  {
    atCapacityForMs = 0,
    ...given
  }: Pick<Ladder, 'cause'> & Partial<Pick<Ladder, 'zone' | 'escalationStartedAt'>> & { atCapacityForMs?: number },
  people: readonly Scripted[],
  untilMs: number,
) {
  const escalationStartedAt = given.escalationStartedAt ?? NINE
  const notified: (Notified & { endsAt: number })[] = []
  const events: Event[] = []
  const pauses: { at: Date; lastAt: Date }[] = []
  let [round, roundStartsAt, pausesSoFar] = [1, escalationStartedAt, 0]
  let now = escalationStartedAt.getTime()
  const end = now + untilMs
  const notify = (incidentPersonId: number, channel: AlertChannel) => {
    const script = people[incidentPersonId] ?? {}
    const ring = script.ringSeconds === null ? 15 * MINUTE : (script.ringSeconds ?? 40) * SECOND
    const endsAt = channel === 'call' ? now + ring : channel === 'sms' && script.textsFail ? now + 5 * SECOND : Infinity
    notified.push({ incidentPersonId, channel, round, at: new Date(now), noAnswerExpected: false, endsAt })
    events.push({ minute: (now - escalationStartedAt.getTime()) / MINUTE, id: incidentPersonId, channel, round })
  }
  const isOnPhone = (id: number) =>
    notified.some(
      ({ incidentPersonId, channel, endsAt }) => incidentPersonId === id && channel === 'call' && endsAt > now,
    )
  const declinedAt = (id: number) => {
    const after = people[id]?.declinesAfterSeconds ?? null
    const first = notified.find(({ incidentPersonId }) => incidentPersonId === id)
    return after === null || !first ? Infinity : first.at.getTime() + after * SECOND
  }
  // Members are notified in writing at the very moment it opens.
  for (const [id, { isMember, messageChannels = ['sms' as const] }] of people.entries()) {
    if (isMember) for (const channel of messageChannels) notify(id, channel)
  }
  for (let steps = 0; now < end; steps++) {
    if (steps > 100_000) throw new Error('It does not come to rest')
    const ladder: Ladder = {
      zone: 'Australia/Sydney',
      isAtCapacity: now < escalationStartedAt.getTime() + atCapacityForMs,
      ...given,
      escalationStartedAt,
      round,
      roundStartsAt,
      pauses: pausesSoFar,
      people: people.map(
        (script, id): PersonInOrder => ({
          id,
          isMember: script.isMember ?? false,
          isRungFirst: script.isRungFirst ?? false,
          messageChannels: script.messageChannels ?? ['sms'],
          canBeRung: script.canBeRung ?? true,
          hasDeclined: declinedAt(id) <= now,
          isOnPhone: isOnPhone(id),
        }),
      ),
      notified: notified.map(({ endsAt, ...one }) => ({ ...one, noAnswerExpected: endsAt <= now })),
    }
    const step = nextEscalationStep(ladder, ESCALATION_TIMING, new Date(now))
    if (step.kind === 'notify') {
      if (step.channel === 'call') expect(isOnPhone(step.incidentPersonId), 'nobody is rung twice at once').toBe(false)
      notify(step.incidentPersonId, step.channel)
      continue
    }
    if (step.kind === 'next_round') {
      if (step.isPause) {
        pauses.push({ at: step.at, lastAt: notified.at(-1)?.at ?? escalationStartedAt })
        pausesSoFar += 1
      }
      round += 1
      roundStartsAt = step.at
      continue
    }
    expect(step.until.getTime(), 'there is always a next step, ahead').toBeGreaterThan(now)
    // Facts hurry the next step: an end of a ring, a text that fails, somebody who says no.
    const facts = [...notified.map(({ endsAt }) => endsAt), ...people.keys().map(declinedAt)].filter((at) => at > now)
    now = Math.min(step.until.getTime(), ...facts)
  }
  return { events, pauses }
}

const inWords = (events: readonly Event[]) =>
  events.map(
    ({ minute, id, channel }) =>
      `${Math.round(minute * 100) / 100} ${id === 0 ? 'holder' : `contact ${id}`} ${channel}`,
  )

describe('help that was asked for', () => {
  test('a help request notifies the account holder, who is rung within a minute, and a contact every two minutes', () => {
    const { events } = live(
      { cause: 'help' },
      [HOLDER, { ringSeconds: 60 }, { ringSeconds: 60 }, { ringSeconds: 60 }],
      7 * MINUTE,
    )
    expect(inWords(events)).toEqual([
      '0 holder email',
      '0 holder sms',
      '0 contact 1 sms',
      '0.5 holder call',
      '1 contact 1 call',
      '2 contact 2 sms',
      '3 contact 2 call',
      '4 contact 3 sms',
      '5 contact 3 call',
    ])
  })

  test('a help request rings without a pause for half an hour; then pauses grow, then it rings every hour', () => {
    const { events, pauses } = live({ cause: 'uncertain_help' }, [HOLDER, {}], 6 * HOUR)
    const early = events.filter(({ minute, round }) => minute < 30 && round > 1)
    expect(new Set(early.map(({ channel }) => channel))).toEqual(new Set(['call']))
    expect(early.length).toBeGreaterThan(10)
    expect(pauses.map(({ at, lastAt }) => (at.getTime() - lastAt.getTime()) / MINUTE)).toEqual([
      10,
      30,
      ...Array(pauses.length - 2).fill(60),
    ])
    expect(pauses.length).toBeGreaterThan(4)
  })

  test('a help request is urgent also when nobody can be rung: texts are repeated', () => {
    const { events } = live(
      { cause: 'help' },
      [{ isMember: true, messageChannels: ['email'], canBeRung: false }],
      30 * MINUTE,
    )
    expect(inWords(events).slice(0, 3)).toEqual(['0 holder email', '2 holder email', '4 holder email'])
  })

  test('a help request rings a person whose text was not delivered at once, and the next one when a ring has ended unanswered', () => {
    const { events } = live(
      { cause: 'help' },
      [{ ...HOLDER, canBeRung: false }, { textsFail: true, ringSeconds: 20 }, {}],
      MINUTE,
    )
    expect(inWords(events).slice(2)).toEqual(['0 contact 1 sms', '0.08 contact 1 call', '0.42 contact 2 sms'])
  })

  test('a help request goes to the account holder again when everybody has said that they cannot', () => {
    const cannot = { declinesAfterSeconds: 70 }
    const { events } = live({ cause: 'help' }, [{ ...HOLDER, ...cannot }, cannot, cannot], 20 * MINUTE)
    const late = events.filter(({ minute }) => minute > 8)
    expect(late.length).toBeGreaterThan(4)
    expect(new Set(late.map(({ id }) => id))).toEqual(new Set([0]))
  })
})

describe('a missed call', () => {
  test('a missed call rings the account holder two minutes after the text, while contacts follow in their order', () => {
    const { events } = live({ cause: 'not_reached' }, [HOLDER, { ringSeconds: null }, {}], 7 * MINUTE)
    expect(inWords(events)).toEqual([
      '0 holder email',
      '0 holder sms',
      '0 contact 1 sms',
      '2 holder call',
      '2 contact 1 call',
      '6 contact 2 sms',
    ])
  })

  test('a missed call does not ring an account holder who does not want to be first, as long as there are contacts', () => {
    const rung = (people: Scripted[]) =>
      live({ cause: 'unclear' }, people, 5 * HOUR).events.filter(({ id, channel }) => id === 0 && channel === 'call')
    const quiet = { ...HOLDER, isRungFirst: false }
    expect(rung([quiet, {}])).toEqual([])
    expect(rung([quiet]).length).toBeGreaterThan(2)
  })

  test('a missed call notifies all members together and rings those who chose it, while contacts follow in their order', () => {
    const tom = { isMember: true, messageChannels: ['email' as const, 'sms' as const] }
    const lily = { isMember: true, messageChannels: ['sms' as const], isRungFirst: true }
    const { events } = live({ cause: 'not_reached' }, [HOLDER, tom, lily, {}], 4 * MINUTE)
    expect(inWords(events)).toEqual([
      '0 holder email',
      '0 holder sms',
      '0 contact 1 email',
      '0 contact 1 sms',
      '0 contact 2 sms',
      '0 contact 3 sms',
      '2 holder call',
      '2 contact 2 call',
      '2 contact 3 call',
    ])
  })

  test('a help request rings every member within a minute', () => {
    const quiet = { isMember: true, messageChannels: ['email' as const, 'sms' as const] }
    const { events } = live({ cause: 'help' }, [HOLDER, quiet, quiet, {}], 2 * MINUTE)
    const rung = events.filter(({ channel, minute }) => channel === 'call' && minute <= 1).map(({ id }) => id)
    expect(rung).toEqual(expect.arrayContaining([0, 1, 2]))
  })

  test('a missed call has rounds after 10, 30 and 60 minutes for twelve hours, then one every morning at nine, and never ends', () => {
    const { pauses } = live({ cause: 'not_reached' }, [HOLDER, {}], 4 * 24 * HOUR)
    const minutes = pauses.map(({ at, lastAt }) => (at.getTime() - lastAt.getTime()) / MINUTE)
    expect(minutes.slice(0, 5)).toEqual([10, 30, 60, 60, 60])
    const late = pauses.filter(({ lastAt }) => lastAt.getTime() > NINE.getTime() + 12 * HOUR)
    expect(late.slice(0, 2).map(({ at }) => at.toISOString())).toEqual([
      '2026-03-11T22:00:00.000Z',
      '2026-03-12T22:00:00.000Z',
    ])
  })

  test('a missed call is notified at nine on the wall clock when daylight saving has ended overnight', () => {
    const escalationStartedAt = new Date('2026-04-03T20:00:00+11:00')
    const { pauses } = live({ cause: 'not_reached', escalationStartedAt }, [HOLDER], 3 * 24 * HOUR)
    const mornings = pauses.map(({ at }) => at.toISOString()).filter((at) => at > '2026-04-04T00:00:00.000Z')
    // 9:00 in Sydney is 22:00 UTC in summer and 23:00 after the clocks went back on Sunday.
    expect(mornings).toEqual(['2026-04-04T23:00:00.000Z', '2026-04-05T23:00:00.000Z', '2026-04-06T23:00:00.000Z'])
  })
})

const scripted = fc.record({
  messageChannels: fc.constantFrom<('email' | 'sms')[]>(['sms'], []),
  ringSeconds: fc.oneof({ arbitrary: fc.integer({ min: 1, max: 90 }), weight: 5 }, fc.constant(null)),
  declinesAfterSeconds: fc.oneof({ arbitrary: fc.constant(null), weight: 2 }, fc.integer({ min: 1, max: 2000 })),
  textsFail: fc.boolean(),
})
const member = fc.record({
  isMember: fc.constant(true),
  isRungFirst: fc.boolean(),
  messageChannels: fc.constantFrom<('email' | 'sms')[]>(['email'], ['email', 'sms']),
  canBeRung: fc.boolean(),
  ringSeconds: fc.oneof({ arbitrary: fc.integer({ min: 1, max: 90 }), weight: 5 }, fc.constant(null)),
  declinesAfterSeconds: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 2000 })),
})
const lists = fc
  .tuple(fc.array(member, { minLength: 1, maxLength: 4 }), fc.array(scripted, { maxLength: 10 }))
  .map(([members, contacts]): Scripted[] => [...members, ...contacts])

describe('whatever the list is like, and whatever becomes of the alerts,', () => {
  test.each(['help', 'uncertain_help'] as const)(
    '%s has no gap above three minutes in the first half hour',
    (cause) => {
      fc.assert(
        fc.property(lists, (people) => {
          const { events } = live({ cause }, people, 31 * MINUTE)
          const minutes = [...events.map(({ minute }) => minute).filter((minute) => minute < 30), 30]
          for (const [index, minute] of minutes.entries()) {
            expect(minute - (minutes[index - 1] ?? 0)).toBeLessThanOrEqual(3)
          }
        }),
        { numRuns: 200 },
      )
    },
  )

  test.each(['not_reached', 'help', 'unclear'] as const)(
    '%s asks everybody who has not said no, again and again',
    (cause) => {
      fc.assert(
        fc.property(lists, (people) => {
          const { events, pauses } = live({ cause }, people, 40 * HOUR)
          // Rounds of the first twelve hours. The longest round: 60 minutes of pause, 15 for each lost ring, 3 for each other person.
          const lost = people.filter(({ ringSeconds }) => ringSeconds === null).length
          const roundMinutes = 60 + 15 * lost + 3 * (people.length - lost)
          const fewest = Math.min(10, Math.floor((12 * 60) / roundMinutes))
          for (const [id, { declinesAfterSeconds }] of people.entries()) {
            const rounds = new Set(events.filter((event) => event.id === id).map(({ round }) => round))
            expect(rounds.size, 'everybody is asked').toBeGreaterThan(0)
            if ((declinesAfterSeconds ?? null) === null) expect(rounds.size).toBeGreaterThan(fewest)
          }
          expect(pauses.length).toBeGreaterThan(Math.min(8, fewest))
          const last = events.at(-1)?.minute ?? 0
          expect(last, 'somebody is notified on the next morning').toBeGreaterThan(23 * 60)
          if (isHelp(cause) && people[0]?.canBeRung) {
            const rung = events.find(({ id, channel }) => id === 0 && channel === 'call')
            const saidNo = people[0].declinesAfterSeconds ?? Infinity
            if (saidNo > 30) expect(rung?.minute, 'the account holder is rung within a minute').toBeLessThanOrEqual(1)
          }
        }),
        { numRuns: 60 },
      )
    },
  )
})

describe('while more phones are to be rung than can be', () => {
  test('people who can be notified of a missed call in writing are not rung, one after the other, and are in the next round', () => {
    const { events } = live({ cause: 'not_reached', atCapacityForMs: 10 * MINUTE }, [HOLDER, {}, {}], 25 * MINUTE)
    expect(inWords(events)).toEqual([
      '0 holder email',
      '0 holder sms',
      '0 contact 1 sms',
      '2 contact 2 sms',
      '14 holder email',
      '14 holder sms',
      '14 contact 1 sms',
      '16 holder call',
      '16 contact 1 call',
      '16.67 contact 2 sms',
      '18.67 contact 2 call',
    ])
  })

  test('a person who cannot be notified in writing is still rung, and so is one whom the text did not reach', () => {
    const people = [HOLDER, { messageChannels: [] }, { textsFail: true }]
    const { events } = live({ cause: 'not_reached', atCapacityForMs: HOUR }, people, 10 * MINUTE)
    expect(inWords(events)).toContain('0 contact 1 call')
    expect(inWords(events).filter((event) => event.endsWith('contact 2 call'))).toHaveLength(1)
  })

  test.each(['help', 'uncertain_help'] as const)('%s is never postponed', (cause) => {
    const people = [HOLDER, {}, {}]
    const { events } = live({ cause, atCapacityForMs: HOUR }, people, 30 * MINUTE)
    expect(events).toEqual(live({ cause }, people, 30 * MINUTE).events)
  })
})
