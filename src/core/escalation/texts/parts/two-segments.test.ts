import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CallNotice, callsHeadline, notReachedFormOf } from '../../../call-policy/notices.ts'
import { withoutYourTime } from '../../../format/local-time-for.ts'
import { textSegments } from '../../../phone/text-segments.ts'
import { contactAlert, memberAlert, unresolvedText } from '../alert-texts.ts'
import { notPlacedAlert } from '../not-placed-text.ts'
import { suppressedPart, type TextPurpose } from '../text-budget.ts'
import type { AlertSubject } from './alert-subject.ts'
import { shortName } from './short-name.ts'
import { togetherPart } from './together-part.ts'
import { optionalPart, TRUNCATION_PRIORITY, withinTwoSegments } from './two-segments.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyzéèüöäñø'
const word = (most: number) => fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: most })
const oneName = (most: number) => word(most - 1).map((letters) => `M${letters}`)
const name = fc.tuple(oneName(12), oneName(11)).map((both) => both.join(' '))
const sentence = fc.array(word(10), { minLength: 1, maxLength: 14 }).map((words) => `${words.join(' ')}.`)
const MANY = '12 calls (the last was the 10:30 AM AWST call on Wednesday 30 September)'
const YOURS = ' (Sep 30, 2026 12:30 PM your time)'
const NOTICES: CallNotice[] = [
  { kind: 'not_reached', status: 'missed', reason: null },
  { kind: 'not_reached', status: 'missed', reason: null, isNotYet: true },
  { kind: 'not_reached', status: 'missed', reason: null, isPickedUp: true },
  { kind: 'not_reached', status: 'failed', reason: null },
  { kind: 'unclear' },
  { kind: 'uncertain_help' },
  { kind: 'help' },
]
const PURPOSES: TextPurpose[] = ['alert', 'owned', 'given_back', 'rang', 'further']

const subject = fc
  .record({
    name,
    phone: fc.constantFrom('0491 570 156', '+61 491 570 156', '(02) 5550 1234'),
    askedBy: fc.option(name),
    notice: fc.constantFrom(...NOTICES),
    detail: fc.option(sentence),
    others: fc.array(sentence, { maxLength: 4 }),
    heard: fc.option(fc.array(word(9), { maxLength: 60 }).map((words) => words.join(' '))),
    openSince: fc.option(fc.constant('Nov 22, 2026 10:20 AM')),
    lastAnswered: fc.option(fc.constant('Nov 21, 2026 10:01 AM AWST')),
    isOwnPhone: fc.boolean(),
    areMany: fc.boolean(),
    hasOwnTime: fc.boolean(),
    waiting: fc.array(name, { maxLength: 6 }),
    suppressed: fc.array(fc.constantFrom(...PURPOSES), { maxLength: 6 }),
    link: fc.integer({ min: 40, max: 90 }).map((signs) => 'https://cooee.example.com.au/incident/'.padEnd(signs, 'x')),
  })
  .map(({ notice, areMany, hasOwnTime, waiting, suppressed, ...said }) => ({
    ...said,
    ...(hasOwnTime && { lastAnswered: said.lastAnswered && `${said.lastAnswered} (1:01 PM your time)` }),
    cause: notice.kind,
    headline: areMany
      ? callsHeadline({ cause: notice.kind, form: notReachedFormOf(notice) }, { name: said.name, calls: MANY })
      : callsHeadline(
          { cause: notice.kind, form: notReachedFormOf(notice) },
          { name: said.name, calls: `the 10:30 AM AWST medication reminder${hasOwnTime ? YOURS : ''}` },
        ),
    extras: [suppressedPart(suppressed)],
    waiting,
  }))

/** Contacts read neither what a call was for nor the account holder's time. */
const forContact = ({ headline, lastAnswered }: Pick<AlertSubject, 'headline' | 'lastAnswered'>) => ({
  headline: withoutYourTime(headline.replace('medication reminder', 'call')),
  lastAnswered: lastAnswered && withoutYourTime(lastAnswered),
})

test('an alert about a missed call never takes more than two text segments', () => {
  fc.assert(
    fc.property(subject, fc.array(name, { maxLength: 6 }), ({ waiting, ...alert }, willNotify) => {
      const texts = [
        contactAlert({ ...alert, ...forContact(alert), extras: [...alert.extras, togetherPart(waiting)] }),
        ...[null, willNotify, 'email_unconfirmed' as const].flatMap((told) => {
          const { sms, fallback } = memberAlert(alert, told)
          return [sms, fallback]
        }),
        unresolvedText(alert, 'all_notified').sms,
      ]
      for (const text of texts) {
        expect(textSegments(text), text).toBeLessThanOrEqual(2)
        // Never given up: whom to ring, and how to see more.
        for (const part of [shortName(alert.name), alert.phone, alert.link, 'Call 000']) expect(text).toContain(part)
      }
    }),
    { numRuns: 500 },
  )
})

test('a long name, a long call and a list on which all others said no fit into two segments', () => {
  const calls = 'the 10:30 AM AWST medication reminder'
  const headline = callsHeadline({ cause: 'not_reached', form: 'no_clear_answer' }, { name: 'Mr Maaaaaaaaa', calls })
  const link = 'https://cooee.example.com.au/incident/'.padEnd(89, 'x')
  const { sms } = memberAlert({ ...ALERT, name: 'Mr Maaaaaaaaa', headline, link, detail: null }, null)
  expect(sms).toContain("Everyone else said they can't.")
  expect(textSegments(sms), sms).toBe(2)
})

test('a text about a call that was not made fits too, with everybody who would be notified', () => {
  fc.assert(
    fc.property(subject, fc.array(name, { maxLength: 6 }), ({ waiting: _, ...alert }, willNotify) => {
      const headline = `We couldn't make the 10:30 AM AWST call${YOURS} to ${alert.name}`
      const { sms } = notPlacedAlert(
        { ...alert, headline },
        { willNotify, ringsAt: `7:00 AM AWST${YOURS}`, list: null },
      )
      expect(textSegments(sms), sms).toBeLessThanOrEqual(2)
    }),
  )
})

const ALERT: AlertSubject = {
  name: 'Margaret Hartley',
  phone: '+61 491 570 156',
  askedBy: 'Robyn Hartley',
  headline: "Margaret Hartley didn't answer the 9:00 AM call",
  detail: 'The phone rang out. We rang three times.',
  cause: 'not_reached',
  heard: null,
  openSince: null,
  lastAnswered: 'Mar 9, 2026 9:01 AM',
  link: 'https://cooee.example.com.au/incident/'.padEnd(73, 'x'),
}

describe('a text that would be too long', () => {
  test('a text that would be too long gives up first when the person was last well', () => {
    const text = contactAlert(ALERT)
    expect(text).not.toContain('Last OK')
    expect(text).toContain("didn't answer the 9:00 AM call. The phone rang out. We rang three times.")
    expect(text).toContain("Reply 1 if you can, 2 if you can't, 3 if all's well.")
  })

  test('a text that would be too long counts several calls where it cannot name them', () => {
    const calls = 'the 9:00 AM call on Sunday 22 November, the 9:00 AM call on Monday 23 November and the 9:00 AM call'
    const headline = `Margaret Hartley didn't answer ${calls}`
    const shortHeadline = "Margaret Hartley didn't answer 3 calls (the last was the 9:00 AM call)"
    expect(contactAlert({ ...ALERT, headline, shortHeadline, isOwnPhone: true })).toContain(`Robyn: ${shortHeadline}.`)
  })

  test('a text that would be too long says what else it is about in short before it counts it', () => {
    const others = [
      "We couldn't make 4 calls (the last was the 9:00 AM call on Friday 13 November) to Margaret Hartley",
    ]
    const text = contactAlert({ ...ALERT, detail: null, others })
    expect(text).toContain("Also: We couldn't make 4 calls to Margaret.")
  })

  test('a text that would be too long gives up no more than it must: what there is room for comes back', () => {
    const others = ["We couldn't make 4 calls to Margaret Hartley"]
    const detail = "An answering machine picked up. We couldn't leave a message. We rang three times."
    const text = contactAlert({ ...ALERT, detail, others })
    expect(text).not.toContain(detail)
    expect(text).toContain("Also: We couldn't make 4 calls to Margaret Hartley.")
  })

  test('a text that would be too long says since when people are asked for longer than why', () => {
    const text = contactAlert({ ...ALERT, openSince: 'Mar 10, 2026 9:20 AM' })
    expect(text).toContain("We've been asking since Mar 10, 2026 9:20 AM.")
    expect(text).not.toContain('The phone rang out.')
  })

  test('a text that would be too long keeps as much of what was heard as there is room for', () => {
    const text = memberAlert({ ...ALERT, detail: null, heard: 'my leg hurts and I am on the floor '.repeat(6) }, []).sms
    expect(text).toMatch(/We (heard, maybe not word for word|may have heard): "my leg hurts .*\.\.\."\./)
  })

  test('a text that would be too long says how many people are waiting, whatever else it gives up', () => {
    const others = ['Constantine Papadopoulos', 'Beryl Featherstonehaugh', 'June Blackwood']
    const text = contactAlert({ ...ALERT, openSince: 'Mar 10, 2026 9:20 AM', extras: [togetherPart(others)] })
    expect(text).toContain('Also waiting: 3 more.')
  })
})

test('signs that a word processor puts in do not halve the room of a text', () => {
  expect(withinTwoSegments(['Kate O’Brien: “I’m crook” – help…'])).toBe('Kate O\'Brien: "I\'m crook" - help...')
})

test('with a name outside of the alphabet of texts all that is optional goes, and it may still take more than two', () => {
  const text = contactAlert({
    ...ALERT,
    name: 'Łucja Hartley',
    headline: "Łucja Hartley didn't answer the 9:00 AM call",
  })
  expect(text).toBe(
    `Cooee: Łucja didn't answer the 9:00 AM call. Ring Łucja: +61 491 570 156. Reply 1 yes, 2 no, 3 all's well. ${ALERT.link} In danger? Call 000.`,
  )
  expect(textSegments(text)).toBeGreaterThan(2)
})

test('the less important of two optional parts goes first', () => {
  const long = 'x'.repeat(150)
  const parts = [optionalPart(long, 'detail'), optionalPart(long, 'lastOk'), optionalPart(long, 'others')]
  expect(TRUNCATION_PRIORITY.lastOk).toBeLessThan(TRUNCATION_PRIORITY.detail)
  expect(withinTwoSegments(parts)).toBe(`${long} ${long}`)
})
