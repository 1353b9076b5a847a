import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aCall, aLovedOne, anAttempt } from '#test/web/answers.ts'
import { alertsOf, todayPeople } from './today-people.ts'
import { todaySentence } from './today-sentence.ts'

beforeEach(() => void vi.stubEnv('TZ', 'Australia/Sydney'))
afterEach(() => void vi.unstubAllEnvs())

// 10:24 AM on Tuesday, Mar 10, 2026 in Sydney (UTC+11).
const NOW = new Date('2026-03-09T23:24:00.000Z')
const margaret = aLovedOne({ id: 1, name: 'Margaret Hartley' })
const con = aLovedOne({ id: 2, name: 'Con Papadakis' })
const beryl = aLovedOne({ id: 3, name: 'Beryl Thompson' })
const june = aLovedOne({ id: 4, name: 'June Murray' })

/** A call today at that time on Sydney's clock. */
function callAt(time: string, of: typeof margaret, status: ReturnType<typeof aCall>['status']) {
  return aCall({ of, status, scheduledTime: new Date(`2026-03-10T${time}:00+11:00`).toISOString() })
}

/** A call today that was answered with a request for help. */
function helpAt(time: string, of: typeof margaret) {
  return { ...callAt(time, of, 'completed'), attempts: [anAttempt({ outcome: 'help' })] }
}

function statesOf(people: ReturnType<typeof todayPeople>) {
  return people.map(({ lovedOne, state }) => `${lovedOne.name}: ${state.kind}`)
}

describe('the state of a person today', () => {
  test('a miss comes before everything else of the day', () => {
    const people = todayPeople(
      [con],
      [callAt('08:00', con, 'missed'), callAt('07:00', con, 'completed')],
      [callAt('10:20', con, 'in_progress'), callAt('16:00', con, 'scheduled')],
      NOW,
    )
    expect(statesOf(people)).toEqual(['Con Papadakis: missed'])
  })

  test('a later completed call clears an earlier miss, an earlier one does not', () => {
    const missed = callAt('08:00', con, 'missed')
    const cleared = todayPeople([con], [callAt('08:30', con, 'completed'), missed], [], NOW)
    expect(statesOf(cleared)).toEqual(['Con Papadakis: completed'])
    expect(alertsOf(cleared)).toEqual([])

    const standing = todayPeople([con], [missed, callAt('07:30', con, 'completed')], [], NOW)
    expect(statesOf(standing)).toEqual(['Con Papadakis: missed'])
    expect(alertsOf(standing)).toEqual([{ call: missed, others: [], catchUp: null }])
  })

  test('an earlier miss is no alarm once a later call was seen to be well, nor is a missed call of Try it together', () => {
    const missed = callAt('08:00', con, 'missed')
    const incident = { cause: 'not_reached', status: 'resolved', owner: null, isReminderOpen: false } as const
    const seenToBeWell = { ...callAt('08:30', con, 'missed'), incident }
    expect(alertsOf(todayPeople([con], [seenToBeWell, missed], [], NOW))).toEqual([])
    const later = callAt('09:00', con, 'missed')
    expect(alertsOf(todayPeople([con], [later, seenToBeWell, missed], [], NOW)).map(({ call }) => call)).toEqual([
      later,
    ])
    const tried = { ...callAt('09:10', con, 'missed'), isRehearsal: true }
    expect(alertsOf(todayPeople([con], [tried], [], NOW))).toEqual([])
  })

  test('a medication reminder that nobody mentioned is spoken of although a catch-up call was answered', () => {
    const incident = { cause: 'not_made', status: 'resolved', owner: null, isReminderOpen: true } as const
    const reminder = { ...callAt('08:00', con, 'missed'), callType: 'medication_reminder' as const, incident }
    const answered = { ...callAt('09:00', con, 'completed'), callType: 'catch_up_call' as const }
    expect(alertsOf(todayPeople([con], [answered, reminder], [], NOW))).toEqual([
      { call: reminder, others: [], catchUp: answered },
    ])
    const later = { ...callAt('09:30', con, 'completed'), callType: 'medication_reminder' as const }
    expect(alertsOf(todayPeople([con], [later, answered, reminder], [], NOW))).toEqual([])
  })

  test.each([
    [['voicemail', 'completed'], 'completed'],
    [['completed', 'voicemail'], 'voicemail'],
    [['completed', 'failed'], 'failed'],
    [['voicemail', 'missed'], 'missed'],
  ] as const)('%s, in this order, is shown as %s', (statuses, shown) => {
    const history = statuses.map((status, hour) => callAt(`0${hour + 6}:00`, con, status))
    expect(todayPeople([con], history, [], NOW)[0]?.state.kind).toBe(shown)
  })

  test('a person who answered stays answered while another call is still due', () => {
    const people = todayPeople(
      [margaret],
      [callAt('09:00', margaret, 'completed')],
      [callAt('18:00', margaret, 'scheduled')],
      NOW,
    )
    expect(statesOf(people)).toEqual(['Margaret Hartley: completed'])
  })

  test('help that was asked for needs attention before everything else, and a later call does not clear it', () => {
    const help = helpAt('08:00', margaret)
    const people = todayPeople(
      [con, margaret],
      [callAt('07:00', con, 'missed'), help, callAt('09:00', margaret, 'completed')],
      [],
      NOW,
    )
    expect(statesOf(people)).toEqual(['Margaret Hartley: help', 'Con Papadakis: missed'])
    expect(alertsOf(people)[0]?.call).toEqual(help)
  })

  test('help that was asked for without a call needs attention first, whatever somebody said of an earlier call', () => {
    const helpRequested = { headline: 'Margaret texted us for help', status: 'running', owner: null } as const
    const incident = { cause: 'not_reached', status: 'resolved', owner: null } as const
    const people = todayPeople(
      [con, { ...margaret, helpRequested }],
      [callAt('07:00', con, 'missed'), { ...callAt('08:00', margaret, 'missed'), incident }],
      [],
      NOW,
    )
    expect(statesOf(people)).toEqual(['Margaret Hartley: help_request', 'Con Papadakis: missed'])
    expect(todaySentence(people, NOW)).toBe('Margaret texted us for help. Con didn’t answer the 7:00\u00a0AM call.')
    const ended = todayPeople([margaret], [{ ...callAt('08:00', margaret, 'missed'), incident }], [], NOW)
    expect(todaySentence(ended, NOW)).toBe('All clear for Margaret now, after the 8:00\u00a0AM call.')
  })

  test('help that was asked for without a call is counted neither as a call nor as a missing answer', () => {
    const helpRequested = { headline: 'Con texted us for help', status: 'running', owner: null } as const
    const five = [margaret, { ...con, helpRequested }, beryl, june, aLovedOne({ id: 5, name: 'Otto Moss' })]
    const answered = (of: typeof five) => of.map((one) => callAt('08:00', one, 'completed'))
    expect(todaySentence(todayPeople(five, answered(five), [], NOW), NOW)).toContain('4 of 4 have answered today.')
    const others = five.filter(({ id }) => id !== con.id)
    expect(todaySentence(todayPeople(five, answered(others), [], NOW), NOW)).toContain('4 of 4 have answered today.')
  })

  test('help that was asked for counts while the call still goes on', () => {
    const talking = callAt('10:20', con, 'in_progress')
    const people = todayPeople(
      [con],
      [],
      [{ ...talking, incident: { cause: 'help', status: 'running', owner: null } }],
      NOW,
    )
    expect(statesOf(people)).toEqual(['Con Papadakis: help'])
    expect(alertsOf(people)).toHaveLength(1)
  })

  test('words that may have been a request for help are no good news, whatever the call ended as', () => {
    const uncertain = {
      ...callAt('08:00', con, 'completed'),
      incident: { cause: 'uncertain_help' as const, status: 'running' as const, owner: null },
    }
    const people = todayPeople([con], [uncertain, callAt('09:00', con, 'completed')], [], NOW)
    expect(statesOf(people)).toEqual(['Con Papadakis: help'])
    expect(alertsOf(people)).toEqual([{ call: uncertain, others: [], catchUp: null }])
  })

  test('a call whose schedule was cancelled while it waited for another try is nothing to be alarmed by', () => {
    const cancelled = { ...callAt('08:00', con, 'missed'), wasCancelled: true }
    expect(alertsOf(todayPeople([con], [cancelled], [], NOW))).toEqual([])
  })

  test('yesterday and tomorrow are not today', () => {
    const yesterday = aCall({ of: con, status: 'missed', scheduledTime: '2026-03-09T12:59:00.000Z' })
    const tomorrow = aCall({ of: con, status: 'scheduled', scheduledTime: '2026-03-10T13:00:00.000Z' })
    expect(statesOf(todayPeople([con], [yesterday], [tomorrow], NOW))).toEqual(['Con Papadakis: none'])
  })

  test('today is the day on the loved one’s own calendar', () => {
    // 1:30 AM on the 10th in Sydney, still the 9th (10:30 PM) in Perth.
    const now = new Date('2026-03-09T14:30:00.000Z')
    const tuan = aLovedOne({ id: 5, name: 'Tuan Nguyen', timezone: 'Australia/Perth' })
    const missed = aCall({ of: tuan, status: 'missed', scheduledTime: '2026-03-09T12:00:00.000Z' })
    expect(statesOf(todayPeople([tuan], [missed], [], now))).toEqual(['Tuan Nguyen: missed'])
  })

  test('a call that is in both lists counts as finished', () => {
    const running = callAt('10:20', con, 'in_progress')
    const people = todayPeople([con], [{ ...running, status: 'completed' }], [running], NOW)
    expect(statesOf(people)).toEqual(['Con Papadakis: completed'])
  })
})

test('people who need attention come first, then the earlier call, then those without a call', () => {
  const people = todayPeople(
    [june, margaret, beryl, con],
    [callAt('09:00', margaret, 'completed'), callAt('09:30', con, 'missed')],
    [callAt('11:00', beryl, 'scheduled')],
    NOW,
  )
  expect(people.map((person) => person.lovedOne.name)).toEqual([
    'Con Papadakis',
    'Margaret Hartley',
    'Beryl Thompson',
    'June Murray',
  ])
})

test('at most two alerts, newest first', () => {
  const calls = [callAt('07:00', con, 'missed'), callAt('08:00', beryl, 'failed'), callAt('09:00', june, 'missed')]
  expect(alertsOf(todayPeople([con, beryl, june], calls, [], NOW)).map(({ call }) => call.lovedOne.name)).toEqual([
    'June Murray',
    'Beryl Thompson',
  ])
})

test('two missed calls of one person are one alert, spoken of by the newer one', () => {
  const [first, second] = [callAt('07:00', con, 'missed'), callAt('07:05', con, 'missed')]
  expect(alertsOf(todayPeople([con], [first, second], [], NOW))).toEqual([
    { call: second, others: [first], catchUp: null },
  ])
})

describe('the sentence', () => {
  const sentence = (
    ...[lovedOnes, history, upcoming]: [(typeof con)[], ReturnType<typeof aCall>[], ReturnType<typeof aCall>[]]
  ) => todaySentence(todayPeople(lovedOnes, history, upcoming, NOW), NOW).replaceAll('\u00a0', ' ')

  test('the sentence about today names who answered and who is still to come', () => {
    expect(
      sentence(
        [margaret, con, beryl, june],
        [callAt('08:00', con, 'completed'), callAt('09:00', margaret, 'completed')],
        [callAt('11:00', beryl, 'scheduled'), callAt('16:00', june, 'scheduled')],
      ),
    ).toBe('Con and Margaret have both answered today. Beryl and June still have calls to come.')
  })

  test('the sentence about today says a miss first', () => {
    expect(
      sentence(
        [margaret, con, june],
        [callAt('08:00', con, 'missed'), callAt('09:00', margaret, 'completed')],
        [callAt('16:00', june, 'scheduled')],
      ),
    ).toBe('Con didn’t answer the 8:00 AM call. Margaret answered. June still has a call to come.')
  })

  test('the sentence about today counts from five people on', () => {
    const people = [margaret, con, beryl, june, aLovedOne({ id: 5, name: 'Tuan Nguyen' })]
    const history = [margaret, con, beryl].map((of) => callAt('08:00', of, 'completed'))
    expect(sentence(people, history, [callAt('16:00', june, 'scheduled')])).toBe(
      '3 of 4 have answered today. One call is still to come.',
    )
  })

  test('the sentence about today names all of five people', () => {
    const tuan = aLovedOne({ id: 5, name: 'Tuan Nguyen' })
    const people = [margaret, con, beryl, june, tuan, aLovedOne({ id: 6, name: 'Joan Ryan' })]
    const history = [
      callAt('07:00', margaret, 'completed'),
      callAt('07:30', con, 'voicemail'),
      callAt('08:00', beryl, 'missed'),
    ]
    const upcoming = [
      callAt('10:20', june, 'in_progress'),
      callAt('16:00', tuan, 'scheduled'),
      callAt('18:00', margaret, 'scheduled'),
    ]
    expect(sentence(people, history, upcoming)).toBe(
      'Beryl didn’t answer the 8:00 AM call. 1 of 5 has answered today. One went to voicemail. ' +
        'We’re still trying to get through to one person. Two calls are still to come.',
    )
  })

  test('the sentence about today says who has answered and is due again', () => {
    expect(
      sentence(
        [margaret, con],
        [callAt('08:00', con, 'completed'), callAt('09:00', margaret, 'completed')],
        [callAt('16:00', con, 'scheduled'), callAt('18:00', margaret, 'scheduled')],
      ),
    ).toBe('Con and Margaret have both answered today. Con and Margaret have more calls to come.')
    expect(sentence([con], [callAt('08:00', con, 'missed')], [callAt('16:00', con, 'scheduled')])).toBe(
      'Con didn’t answer the 8:00 AM call. Con has another call to come.',
    )
  })

  test('the sentence about today says first who asked for help', () => {
    expect(sentence([margaret, con], [callAt('08:00', con, 'completed'), helpAt('09:00', margaret)], [])).toBe(
      'Margaret asked for help at 9:00 AM. Con has answered today.',
    )
  })

  test('the sentence about today says how sure it is, and does not call it silence where somebody spoke', () => {
    const incident = (cause: 'uncertain_help' | 'unclear') => ({ cause, status: 'running' as const, owner: null })
    const uncertain = { ...callAt('08:00', con, 'missed'), incident: incident('uncertain_help') }
    const unclear = { ...callAt('09:00', margaret, 'missed'), incident: incident('unclear') }
    expect(sentence([margaret, con], [uncertain, unclear], [])).toBe(
      'Con may have asked for help at 8:00 AM. ' +
        'Margaret answered the 9:00 AM call and said something we couldn’t understand.',
    )
  })

  test('the sentence about today says when somebody who has not answered is rung again', () => {
    const waiting = {
      ...callAt('10:20', con, 'in_progress'),
      nextTryAt: '2026-03-09T23:30:00.000Z',
      attempts: [anAttempt({ outcome: 'no_answer' })],
    }
    expect(sentence([con], [], [waiting])).toBe('Con: no answer yet, trying again at 10:30 AM.')
  })

  test('uses whole names where two people share the first', () => {
    const other = aLovedOne({ id: 6, name: 'Margaret Jones' })
    expect(sentence([margaret, other], [callAt('08:00', other, 'completed')], [])).toBe(
      'Margaret Jones has answered today.',
    )
  })

  test('claims nothing when there is nothing to say', () => {
    expect(sentence([margaret], [], [])).toBe('No calls today.')
  })
})

test('a call that was not placed shows the result of its catch-up call', () => {
  const notPlaced = aCall({ of: con, status: 'missed', scheduledTime: '2026-03-09T22:00:00.000Z', attempts: [] })
  const catchUp = aCall({
    of: con,
    status: 'voicemail',
    callType: 'catch_up_call',
    scheduledTime: '2026-03-09T23:00:00.000Z',
  })
  expect(alertsOf(todayPeople([con], [notPlaced, catchUp], [], NOW))).toEqual([
    { call: notPlaced, others: [], catchUp },
  ])
})
