import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallDetails } from '#contract/calls/call-details.ts'
import type { AttemptOutcome, CallType, FinalStatus } from '#core/calls/call-vocabulary.ts'
import { ESCALATION_TIMING } from '#core/escalation/ladder/escalation-timing.ts'
import { findCall } from '#server/features/calls/view/call-view.ts'
import { waitUntil } from '../e2e/wait-until.ts'
import { callViews } from './call-views.ts'
import { eventsAboutCall, keepEvents } from './kept-events.ts'
import { type LiveServer, startLiveServer } from './live-server.ts'
import { expectNotifiedOnce } from './notified-once.ts'

interface Ending {
  status: FinalStatus
  attempts: AttemptOutcome[]
  /** What is reported to the account holder, once. */
  notified: 'not_reached' | 'help' | 'unclear' | null
  /** Of what type the call is; a daily check-in unless given. */
  callType?: CallType
}
const three = (outcome: AttemptOutcome) => [outcome, outcome, outcome]

/** What the last two digits of a sandbox number mean, and how a call to it ends. */
const ENDINGS: Record<string, Ending> = {
  '01': { status: 'missed', attempts: three('no_answer'), notified: 'not_reached' },
  '02': { status: 'missed', attempts: three('busy'), notified: 'not_reached' },
  '03': { status: 'voicemail', attempts: three('machine'), notified: 'not_reached' },
  '04': { status: 'completed', attempts: ['help'], notified: 'help' },
  '05': { status: 'failed', attempts: ['rejected'], notified: 'not_reached' },
  '06': { status: 'missed', attempts: three('no_response'), notified: 'not_reached' },
  '07': { status: 'completed', attempts: ['no_answer', 'acknowledged'], notified: null },
  '08': { status: 'missed', attempts: three('no_response'), notified: 'not_reached' },
  '09': { status: 'completed', attempts: ['acknowledged'], notified: null },
  '31': { status: 'completed', attempts: ['acknowledged'], notified: null },
  '32': { status: 'voicemail', attempts: three('machine'), notified: 'not_reached' },
  '33': { status: 'completed', attempts: ['acknowledged'], notified: null },
  '34': { status: 'missed', attempts: ['not_understood'], notified: 'unclear' },
  '35': { status: 'completed', attempts: ['help'], notified: 'help' },
  '36': { status: 'completed', attempts: ['acknowledged'], notified: null },
  '37': { status: 'completed', attempts: ['acknowledged'], notified: null, callType: 'wake_up_call' },
  '38': { status: 'missed', attempts: three('no_response'), notified: 'not_reached' },
  '39': { status: 'completed', attempts: ['help'], notified: 'help' },
}
const ANYTHING_ELSE: Ending = { status: 'completed', attempts: ['acknowledged'], notified: null }
const endingOf = (number: string) => ENDINGS[number.slice(-2)] ?? ANYTHING_ELSE
const outcomes = (call: CallDetails) => call.attempts.map(({ outcome }) => outcome)

/** The causes that were reported to the account holder, one for each message. */
async function notifiedAbout({ server }: LiveServer, callId: number): Promise<string[]> {
  const messages = await server.db
    .selectFrom('messages')
    .innerJoin('alerts', 'alerts.messageId', 'messages.id')
    .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.incidentPersonId')
    .innerJoin('incidents', 'incidents.id', 'alerts.incidentId')
    .select('incidents.cause')
    .where('incidents.callId', '=', callId)
    .where('incidentPeople.role', '=', 'member')
    .where('alerts.purpose', '=', 'alert')
    .execute()
  return messages.map(({ cause }) => cause)
}

/** Resolves when every incident is acknowledged or in the long pause before the next round. */
function everyEscalationRests({ server: { db } }: LiveServer, count: number, seconds = 90) {
  return waitUntil(
    'every incident is acknowledged or in a long pause, and every message has left',
    // One snapshot: a ring that ends between two queries must not look like a pause.
    async () =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (trx) => {
          const aMinuteAhead = sql<Date>`now() + interval '1 minute'`
          const resting = await trx.selectFrom('incidents').select('id').where('nextAt', '>', aMinuteAhead).execute()
          const ringing = await trx.selectFrom('alertCalls').select('alertId').where('state', '<>', 'ended').execute()
          const unsent = await trx
            .selectFrom('messages')
            .select('id')
            .where('sentAt', 'is', null)
            .where('failedAt', 'is', null)
            .execute()
          return resting.length === count && ringing.length + unsent.length === 0
        }),
    { seconds, everyMs: 200 },
  )
}

describe('a phone of the sandbox whose number ends in', () => {
  let live: LiveServer
  const calls = new Map<string, CallDetails>()
  const numberOf = (ending: string) => `+614915701${ending}`
  const callTo = (ending: string): CallDetails => {
    const call = calls.get(ending)
    if (!call) throw new Error(`No call to ${ending}`)
    return call
  }

  beforeAll(async () => {
    live = await startLiveServer()
    await keepEvents(live.server.db)
    const dueAt = new Date(Date.now() + 500)
    const booked: [string, number, number][] = []
    for (const ending of [...Object.keys(ENDINGS), '10', '00']) {
      const whom = await live.aLovedOneAt(numberOf(ending))
      booked.push([ending, whom.accountId, await live.aCall(whom, dueAt, ENDINGS[ending]?.callType)])
    }
    await live.everyCallEnded(40_000)
    for (const [ending, id, callId] of booked)
      calls.set(ending, await findCall(callViews(live.server.db), { id, mayHear: true }, callId))
  })
  afterAll(() => live.close())

  test.each([...Object.entries(ENDINGS), ['10', ANYTHING_ELSE] as const, ['00', ANYTHING_ELSE] as const])(
    'a call to a number that ends in %s ends as decided: %j',
    async (ending, { status, attempts, notified }) => {
      const call = callTo(ending)
      expect({ status: call.status, attempts: outcomes(call) }).toEqual({ status, attempts })
      expect(await notifiedAbout(live, call.id)).toEqual(notified ? [notified] : [])
      expect(call.reason === null).toBe(status === 'completed')
      expect(live.simulator.callsTo(numberOf(ending))).toHaveLength(ending === '05' ? 0 : attempts.length)
    },
  )

  test.each(Object.entries(ENDINGS))(
    'each event of a call to %s is reported to other systems once',
    async (ending, { status, notified }) => {
      const names = await eventsAboutCall(live.server.db, callTo(ending).id)
      const end = status === 'completed' ? 'call.completed' : status === 'failed' ? 'call.failed' : 'call.missed'
      const escalated = notified ? ['call.escalated'] : []
      expect(names.toSorted()).toEqual(['call.scheduled', end, ...escalated].toSorted())
    },
  )

  test.each(['04', '07', '09', '10', '31', '33', '36'])('a call to %s records duration and keys', (ending) => {
    const call = callTo(ending)
    const key = ending === '04' ? '2' : '1'
    expect(call.duration).toBeGreaterThan(0)
    // Whom the provider took them for differs by the seed; the key does not.
    expect(call.attempts.at(-1)).toMatchObject({ duration: call.duration })
    expect(call.attempts.at(-1)?.keys.at(-1)).toBe(key)
    expect(call.transcript).toMatch(/^Cooee: (?:Hello|Good \w+) Margaret\b.*Robyn/m)
    expect(call.transcript).toContain(`Margaret Hartley: Pressed ${key}`)
  })

  test.each(['01', '02', '05'])('a call to %s records no conversation', (ending) => {
    expect(callTo(ending)).toMatchObject({ duration: null, transcript: null })
  })

  test('a person at 08 is asked more than once on every attempt', () => {
    for (const call of live.simulator.callsTo(numberOf('08'))) {
      expect(call.turns.filter(({ text }) => /press 1/i.test(text)).length).toBeGreaterThan(1)
    }
  })

  test('a transcript attributes nothing to the loved one that she did not say or press', () => {
    const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9' ]/g, '')
    for (const ending of Object.keys(ENDINGS)) {
      const turns = live.simulator.callsTo(numberOf(ending)).flatMap((call) => call.turns)
      const spoken = plain(turns.flatMap(({ kind, text }) => (kind === 'spoke' ? [text] : [])).join(' '))
      const hers = callTo(ending).transcript?.match(/(?<=^Margaret Hartley(?: \([^)]*\))?: ).*$/gm) ?? []
      const words = hers.filter((line) => !line.startsWith('Pressed '))
      for (const line of words) expect(spoken, ending).toContain(plain(line))
    }
  })

  test('a machine at 03 gets one message in full, which says nothing about anybody’s health', () => {
    const said = live.simulator.callsTo(numberOf('03')).flatMap((call) => call.turns.map(({ text }) => text))
    expect(said.filter((text) => text.includes('ring this number back'))).toHaveLength(1)
    expect(callTo('03').transcript?.match(/ring this number back/g)).toHaveLength(1)
  })

  test('no call was late, and the heartbeat answers an outside monitor', async () => {
    const answer = await fetch(`${live.server.address}/api/heartbeat`)
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { status: 'ok', lastHeartbeatAt: expect.any(String), lastLookAt: expect.any(String), dueNotStarted: 0 },
    ])
    const late = live.server.db.selectFrom('messages').select('id').where('dedupeKey', 'like', '%:late:%')
    expect(await late.execute()).toEqual([])
  })

  test('no callback was refused and no document was missing', () => {
    const requests = live.simulator.calls().flatMap((call) => call.requests)
    expect(requests.length).toBeGreaterThan(0)
    expect(requests.filter(({ statusCode }) => statusCode === null || statusCode >= 400)).toEqual([])
  })
})

describe('nobody answers, and the contacts’ numbers end in', () => {
  type Outcome = 'took' | 'declined' | 'no_answer' | 'busy' | 'no_response' | 'rejected'
  interface Escalated {
    status: 'owned' | 'unresolved'
    owner: string | null
    /** How each alert by phone ended. */
    calls: Outcome[]
    /** How many text messages each contact got: alerts, and that somebody has taken it on. */
    texts: number[]
  }
  const rounds = (...outcomes: Outcome[]) => [...outcomes, ...outcomes]
  const ownedByFirst: Escalated = { status: 'owned', owner: 'Contact 1', calls: ['took'], texts: [1] }
  const ownedBySecond = (first: Outcome): Escalated => ({
    status: 'owned',
    owner: 'Contact 2',
    calls: [first, 'took'],
    texts: [2, 1],
  })
  const SCENES: Record<string, Escalated> = {
    '10': ownedByFirst,
    '09': ownedByFirst,
    '07': { status: 'owned', owner: 'Contact 1', calls: ['no_answer', 'took'], texts: [2] },
    '01 10': ownedBySecond('no_answer'),
    '02 10': ownedBySecond('busy'),
    '03 10': ownedBySecond('no_response'),
    '04 10': ownedBySecond('declined'),
    '06 10': ownedBySecond('no_response'),
    '08 10': ownedBySecond('no_response'),
    // A number that the provider refuses takes no text either.
    '05 10': { ...ownedBySecond('rejected'), texts: [0, 1] },
    '01 01': { status: 'unresolved', owner: null, calls: rounds('no_answer', 'no_answer'), texts: [2, 2] },
    '04 04': { status: 'unresolved', owner: null, calls: ['declined', 'declined'], texts: [1, 1] },
    '05': { status: 'unresolved', owner: null, calls: rounds('rejected'), texts: [0] },
  }
  let live: LiveServer
  const calls = new Map<string, number>()
  /** Every scene has people of its own: the scene's number, then the contact's, then the ending. */
  const numberOf = (scene: string, contact: number, ending: string) =>
    `+614915${String(Object.keys(SCENES).indexOf(scene)).padStart(2, '0')}${contact}${ending}`

  beforeAll(async () => {
    // Two rounds, so that a contact who does not acknowledge at first may later; then a pause that no test waits for.
    const escalation = { ...ESCALATION_TIMING, afterTextMs: 400, pausesMs: [400, 3_600_000] }
    live = await startLiveServer({}, { escalation })
    await keepEvents(live.server.db)
    const { db } = live.server
    for (const scene of Object.keys(SCENES)) {
      const whom = await live.aLovedOneAt(numberOf(scene, 0, '02'))
      await db.updateTable('lovedOnes').set({ retryAttempts: 0 }).where('id', '=', whom.lovedOneId).execute()
      for (const [index, ending] of scene.split(' ').entries()) {
        const position = index + 1
        const contact = { name: `Contact ${position}`, phoneNumber: numberOf(scene, position, ending), position }
        await db
          .insertInto('contacts')
          // They have been asked: by day the question would be a text more.
          .values({ ...whom, ...contact, contactType: 'family', isEmergencyContact: true, askAt: null })
          .execute()
      }
      calls.set(scene, await live.aCall(whom, new Date()))
    }
    await everyEscalationRests(live, Object.keys(SCENES).length)
  }, 100_000)
  afterAll(() => live.close())

  test.each(Object.entries(SCENES))(
    '%s: it ends as decided',
    async (scene, { status, owner, calls: outcomes, texts }) => {
      const { db } = live.server
      const callId = calls.get(scene) ?? 0
      const incident = await db
        .selectFrom('incidents')
        .leftJoin('incidentPeople', 'incidentPeople.id', 'incidents.ownerId')
        .select(['incidents.id', 'incidents.status', 'incidentPeople.name as owner'])
        .where('callId', '=', callId)
        .executeTakeFirstOrThrow()
      expect(incident).toMatchObject({ status, owner })
      const hasSecondRound = status === 'unresolved' || scene === '07'

      const alertCalls = await db
        .selectFrom('alertCalls')
        .innerJoin('alerts', 'alerts.id', 'alertCalls.alertId')
        .select(['alertCalls.outcome', 'alertCalls.phoneNumber', 'alertCalls.keys', 'alerts.answer'])
        .where('alerts.incidentId', '=', incident.id)
        .orderBy('alerts.id')
        .execute()
      expect(alertCalls.map(({ outcome }) => outcome)).toEqual(outcomes)
      const said = { took: '1', declined: '2' }
      for (const { outcome, keys, answer } of alertCalls) {
        const key = outcome === 'took' || outcome === 'declined' ? said[outcome] : ''
        expect({ keys, answer }).toEqual({ keys: key, answer: key === '' ? null : outcome })
      }

      const numbers = scene.split(' ').map((ending, index) => numberOf(scene, index + 1, ending))
      expect(numbers.map((number) => textsTo(number).length)).toEqual(texts)
      const dialled = alertCalls.filter(({ outcome }) => outcome !== 'rejected').map(({ phoneNumber }) => phoneNumber)
      expect(numbers.flatMap((number) => live.simulator.callsTo(number)).length).toBe(dialled.length)

      const activity = await db
        .selectFrom('activity')
        .select('activityType')
        .where('callId', '=', callId)
        .orderBy('id')
        .execute()
      const types = activity.map(({ activityType }) => activityType)
      expect(types.slice(0, 4)).toEqual(['call_scheduled', 'call_started', 'call_missed', 'call_escalated'])
      const notified = await db
        .selectFrom('alerts')
        .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.incidentPersonId')
        .select('alerts.id')
        .where('alerts.incidentId', '=', incident.id)
        .where('incidentPeople.role', '=', 'contact')
        .where('purpose', '=', 'alert')
        .execute()
      expect(types.filter((type) => type === 'contact_alerted')).toHaveLength(notified.length)
      if (status === 'owned') expect(types.at(-1)).toBe('call_acknowledged')
      expect(types.includes('call_unresolved')).toBe(hasSecondRound)

      const mails = await db
        .selectFrom('messages')
        .innerJoin('alerts', 'alerts.messageId', 'messages.id')
        .select('alerts.purpose')
        .where('alerts.incidentId', '=', incident.id)
        .where('messages.channel', '=', 'email')
        .orderBy('messages.id')
        .execute()
      const isNobodyReached = outcomes.every((outcome) => outcome === 'rejected')
      expect(mails.map(({ purpose }) => purpose)).toEqual([
        'alert',
        ...(isNobodyReached ? ['nobody_reached'] : []),
        ...(hasSecondRound ? ['unresolved', 'alert'] : []),
        ...(status === 'owned' ? ['owned'] : []),
      ])
    },
  )

  test('each fact of an escalation is one event', async () => {
    for (const [scene, callId] of calls) {
      const expected = ['call.scheduled', 'call.missed', 'call.escalated']
      if (SCENES[scene]?.status === 'owned') expected.push('call.acknowledged')
      expect({ scene, names: await eventsAboutCall(live.server.db, callId) }).toEqual({ scene, names: expected })
    }
  })

  test('a contact who acknowledges hears the number to ring, digit by digit', () => {
    const [call] = live.simulator.callsTo(numberOf('10', 1, '10'))
    const heard = call?.turns.filter(({ kind }) => kind === 'said').map(({ text }) => text) ?? []
    expect(heard.at(-1)).toMatch(
      /^You pressed 1\. Thank you\. You are checking on Margaret Hartley\. .*0, 4, 9, 1\. 5, /,
    )
  })

  const textsTo = (number: string) => live.simulator.messages().filter(({ to }) => to === number)
})

describe('with a hostile network', () => {
  const SEED = 20_260_310
  const CALLS = 60
  let live: LiveServer
  beforeAll(async () => {
    live = await startLiveServer({ hostile: { seed: SEED, share: 0.15, hangSeconds: 0.3, maxDelaySeconds: 1 } })
  })
  afterAll(() => live.close())

  test(`sixty calls due together each end as they should, and no attempt rings twice (seed ${SEED})`, async () => {
    // The last dozen share four phones: reconciling must match lost answers to calls.
    const endings = Array.from({ length: CALLS }, (_, index) => (index < 48 ? index : 48 + (index % 4)))
    const numbers = endings.map((ending) => `+614915702${String(ending).padStart(2, '0')}`)
    const dueAt = new Date(Date.now() + 1_500)
    const booked = await Promise.all(
      numbers.map(async (number) => {
        const whom = await live.aLovedOneAt(number)
        return { number, id: whom.accountId, callId: await live.aCall(whom, dueAt, endingOf(number).callType) }
      }),
    )
    await live.everyCallEnded(45_000).catch((error) => {
      throw new Error(`With seed ${SEED}: ${error.message}`)
    })
    const { db } = live.server
    for (const { number, id, callId } of booked) {
      const call = await findCall(callViews(db), { id, mayHear: true }, callId)
      const { status, attempts, notified } = endingOf(number)
      const expected = { seed: SEED, number, status, attempts, notified: notified ? [notified] : [] }
      expect({
        seed: SEED,
        number,
        status: call.status,
        attempts: outcomes(call),
        notified: await notifiedAbout(live, callId),
      }).toEqual(expected)
    }

    const attempts = await db.selectFrom('attempts').select(['id', 'providerCallId']).execute()
    const sidOf = new Map(attempts.map((attempt) => [attempt.id, attempt.providerCallId]))
    const rings = live.simulator.calls().map(({ sid, form }) => {
      const attemptId = Number(String(form.StatusCallback).split('/').at(-1))
      return { seed: SEED, attemptId, sid }
    })
    expect(new Set(rings.map(({ attemptId }) => attemptId)).size, `seed ${SEED}`).toBe(rings.length)
    for (const ring of rings) expect({ ...ring, sid: sidOf.get(ring.attemptId) }).toEqual(ring)
    const ended = await db
      .selectFrom('activity')
      .select(['callId', (eb) => eb.fn.countAll<number>().as('times')])
      .where('activityType', 'in', ['call_completed', 'call_missed', 'call_failed', 'call_voicemail'])
      .groupBy('callId')
      .execute()
    expect(ended.map(({ times }) => times)).toEqual(booked.map(() => 1))
  }, 60_000)
})

describe('with a hostile network, nobody answers, and', () => {
  const SEED = 20_260_311
  const INCIDENTS = 12
  let live: LiveServer
  beforeAll(async () => {
    live = await startLiveServer(
      { hostile: { seed: SEED, share: 0.15, hangSeconds: 0.3, maxDelaySeconds: 1 } },
      { escalation: { ...ESCALATION_TIMING, afterTextMs: 400, pausesMs: [400, 400, 400, 3_600_000] } },
    )
  })
  afterAll(() => live.close())

  test(`twelve escalations at once each end acknowledged, and nobody is notified twice (seed ${SEED})`, async () => {
    const { db } = live.server
    for (let incident = 0; incident < INCIDENTS; incident++) {
      const whom = await live.aLovedOneAt(`+6149154${String(incident).padStart(2, '0')}02`)
      await db.updateTable('lovedOnes').set({ retryAttempts: 0 }).where('id', '=', whom.lovedOneId).execute()
      // All share the same two contacts: reconciling must match lost calls and texts to incidents.
      for (const [index, phoneNumber] of ['+61491570701', '+61491570710'].entries()) {
        const contact = { name: `Contact ${index + 1}`, phoneNumber, position: index + 1 }
        await db
          .insertInto('contacts')
          // They have been asked: by day the question would be a text more.
          .values({ ...whom, ...contact, contactType: 'family', isEmergencyContact: true, askAt: null })
          .execute()
      }
      await live.aCall(whom, new Date())
    }
    // Two phones for twelve incidents, and each rings once at a time.
    await everyEscalationRests(live, INCIDENTS, 240)
    const incidents = await db.selectFrom('incidents').select('status').execute()
    expect(incidents.map(({ status }) => status)).toEqual(Array(INCIDENTS).fill('owned'))
    await expectNotifiedOnce({ db, simulator: live.simulator })
  }, 260_000)
})
