import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ConsentState, ConsentSubject } from '#core/consent/consent.ts'
import type { SignedIn } from '#test/build-test-app.ts'
import { type CallsFixture, callsFixture } from '#test/calls-fixture.ts'

let cooee: CallsFixture
let robyn: SignedIn
let margaret: number
beforeAll(async () => {
  cooee = await callsFixture({ consent: 'asked' })
  robyn = await cooee.aRegisteredAccount()
  margaret = await cooee.aLovedOne(robyn)
})
afterAll(() => cooee.close())

async function decides(subject: ConsentSubject, state: ConsentState): Promise<void> {
  const consent = { subject, state, how: 'key', wording: '2026-11', at: cooee.clock.now() } as const
  await cooee.db
    .insertInto('consents')
    .values({ accountId: robyn.user.circle.id, lovedOneId: margaret, ...consent })
    .execute()
}
const lovedOne = async () => (await robyn.get(`/api/loved-ones/${margaret}`)).json()

describe('what a loved one has decided', () => {
  test('somebody who was just added has not been asked, and no call to them was tried', async () => {
    const nobodyAsked = { state: 'not_asked', since: null, how: null }
    expect(await lovedOne()).toMatchObject({
      consents: { calls: nobodyAsked, recording: nobodyAsked, words: nobodyAsked, conversation: nobodyAsked },
      tried: { callId: null, at: null, finding: null, answered: false },
      callsRefusedAt: null,
    })
    expect((await robyn.get(`/api/loved-ones/${margaret}/consents`)).json()).toEqual([])
  })

  test('the account holder reads the ledger, newest first; somebody else finds nothing', async () => {
    await decides('calls', 'agreed')
    await decides('words', 'declined')
    expect((await robyn.get(`/api/loved-ones/${margaret}/consents`)).json()).toMatchObject([
      { subject: 'words', state: 'declined', how: 'key', wording: '2026-11' },
      { subject: 'calls', state: 'agreed' },
    ])
    const stranger = await cooee.aRegisteredAccount()
    expect((await stranger.get(`/api/loved-ones/${margaret}/consents`)).statusCode).toBe(404)
    expect((await stranger.post(`/api/loved-ones/${margaret}/consents/words/withdraw`)).statusCode).toBe(404)
  })

  test('somebody who has declined is shown as one who wants no calls', async () => {
    await decides('calls', 'declined')
    expect((await lovedOne()).callsRefusedAt).toBe(cooee.clock.now().toISOString())
    await decides('calls', 'agreed')
    expect((await lovedOne()).callsRefusedAt).toBeNull()
  })

  test('an account holder takes the consent to recordings back once, however often they press, and it is in the activity log', async () => {
    await decides('recording', 'agreed')
    await robyn.patch(`/api/loved-ones/${margaret}`, { recordCalls: true })
    for (let time = 0; time < 2; time++) {
      const answer = await robyn.post(`/api/loved-ones/${margaret}/consents/recording/withdraw`)
      expect(answer.json()).toMatchObject({
        recordCalls: false,
        consents: { recording: { state: 'withdrawn', how: 'account_holder' } },
      })
    }
    const log = (await robyn.get('/api/activity')).json() as { description: string }[]
    expect(log.filter(({ description }) => description.startsWith('No more recorded calls'))).toHaveLength(1)
    expect((await robyn.post(`/api/loved-ones/${margaret}/consents/calls/withdraw`)).statusCode).toBe(404)
  })
})

describe('somebody else answered the rehearsal', () => {
  const tell = (by = robyn, of = person) => by.post(`/api/loved-ones/${of}/someone-else-answered`)
  const states = async () => (await robyn.get(`/api/loved-ones/${person}`)).json().consents
  let person: number

  /** A rehearsal of two minutes; what was said in it is said after one. */
  async function rehearsed(state: ConsentState | null): Promise<void> {
    const at = cooee.clock.now()
    const call = {
      accountId: robyn.user.circle.id,
      lovedOneId: person,
      callType: 'daily_check_in',
      isRehearsal: true,
    } as const
    const { id } = await cooee.db
      .insertInto('calls')
      .values({ ...call, scheduledFor: at, calledNowAt: at, dialAt: at, dialBy: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    cooee.clock.advance(60_000)
    if (state) await says(state)
    cooee.clock.advance(60_000)
    await cooee.endCall(id)
    cooee.clock.advance(60_000)
  }
  async function says(state: ConsentState): Promise<void> {
    const consent = { subject: 'calls', state, how: 'key', wording: '2026-11', at: cooee.clock.now() } as const
    await cooee.db
      .insertInto('consents')
      .values({ accountId: robyn.user.circle.id, lovedOneId: person, ...consent })
      .execute()
  }
  beforeEach(async () => {
    person = await cooee.aLovedOne(robyn)
  })

  test('a yes that somebody else gave counts no more, however often it is reported, and the log says why', async () => {
    await rehearsed('agreed')
    expect((await tell()).json()).toMatchObject({ consents: { calls: { state: 'not_asked', how: 'account_holder' } } })
    expect((await tell()).statusCode).toBe(200)
    const ledger = (await robyn.get(`/api/loved-ones/${person}/consents`)).json() as unknown[]
    expect(ledger).toMatchObject([
      { state: 'not_asked', how: 'account_holder' },
      { state: 'agreed', how: 'key' },
    ])
    const log = (await robyn.get('/api/activity')).json() as { description: string }[]
    expect(log.filter(({ description }) => description.startsWith('Someone else answered'))).toHaveLength(1)
  })

  test('a yes of their own, before the rehearsal or after it, stays', async () => {
    await says('agreed')
    cooee.clock.advance(60_000)
    await rehearsed(null)
    expect((await tell()).statusCode).toBe(200)
    expect(await states()).toMatchObject({ calls: { state: 'agreed', how: 'key' } })

    person = await cooee.aLovedOne(robyn)
    await rehearsed(null)
    await says('agreed')
    await tell()
    expect(await states()).toMatchObject({ calls: { state: 'agreed', how: 'key' } })
  })

  test('a no stays a no: nobody is asked again behind their back', async () => {
    await rehearsed('declined')
    expect((await tell()).statusCode).toBe(409)
    expect(await states()).toMatchObject({ calls: { state: 'declined' } })
  })

  test('without a rehearsal it changes nothing, and of somebody else’s loved one nothing is found', async () => {
    await says('agreed')
    expect((await tell()).json()).toMatchObject({ consents: { calls: { state: 'agreed' } } })
    await rehearsed('agreed')
    expect((await tell(await cooee.aRegisteredAccount())).statusCode).toBe(404)
    expect(await states()).toMatchObject({ calls: { state: 'agreed' } })
  })
})

describe('words', () => {
  const WORDS = 'I am in the garden'
  async function aCallWithWords(): Promise<number> {
    const { id } = await cooee.aCall(robyn, { lovedOneId: margaret })
    await cooee.endCall(id)
    const at = cooee.clock.now()
    const { id: attemptId } = await cooee.db
      .insertInto('attempts')
      .values({
        ...{ callId: id, attemptNumber: 1, phoneNumber: '+61491570156', state: 'ended', outcome: 'acknowledged' },
        ...{ providerCallId: `CA${id}`, startedAt: at, dialBy: at },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await cooee.db
      .insertInto('turns')
      .values({ attemptId, step: 'answer question 2', speaker: 'person', text: WORDS, at })
      .execute()
    return id
  }

  test('the family reads what was said once the person has agreed to that, and not before or after a no', async () => {
    const callId = await aCallWithWords()
    const exported = async () =>
      (await robyn.post('/api/account/export')).json().calls.find(({ id }: { id: number }) => id === callId)
    const seen: unknown[] = []
    for (const state of ['not_asked', 'agreed', 'withdrawn'] as const) {
      await decides('words', state)
      const { transcript, timeline } = (await robyn.get(`/api/calls/${callId}`)).json()
      const heard = timeline.filter(({ kind }: { kind: string }) => kind === 'heard')
      const [turn] = (await exported()).attempts[0].turns
      seen.push([transcript, heard[0].text, turn.text])
    }
    expect(seen).toEqual([
      [null, 'Said something', null],
      [expect.stringContaining(WORDS), WORDS, WORDS],
      [null, 'Said something', null],
    ])
  })

  test('words that are withdrawn with what there is are deleted', async () => {
    const callId = await aCallWithWords()
    await decides('words', 'agreed')
    const raised = { cause: 'help', headline: 'Margaret Hartley asked for help' } as const
    const at = cooee.clock.now()
    const { id: incidentId } = await cooee.db
      .insertInto('incidents')
      .values({
        accountId: robyn.user.circle.id,
        lovedOneId: margaret,
        callId,
        ...raised,
        openedAt: at,
        status: 'resolved',
        endedAt: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await cooee.db
      .insertInto('incidentCauses')
      .values({ incidentId, callId, ...raised, scheduledFor: at, happenedAt: at, heard: WORDS })
      .execute()
    await robyn.post(`/api/loved-ones/${margaret}/consents/words/withdraw`, { deletesExisting: true })
    await decides('words', 'agreed')
    expect((await robyn.get(`/api/calls/${callId}`)).json().transcript).toBeNull()
    expect(await cooee.db.selectFrom('incidentCauses').select(['cause', 'heard']).execute()).toEqual([
      { cause: 'help', heard: null },
    ])
  })
})
