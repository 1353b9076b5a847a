import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROUTE_RIGHTS } from '#contract/accounts/rights.ts'
import { aMemberOf } from '#test/a-member-of.ts'
import { anAccountWithEverything } from '#test/an-account-with-everything.ts'
import type { SignedIn } from '#test/build-test-app.ts'
import { type CallsFixture, callsFixture } from '#test/calls-fixture.ts'

/** What was said in calls, in an incident and by text, and the word that proves a call. */
const WORDS = ['spoke of her marmalade', 'Cooee asked after the bees', 'the sound of her marmalade', 'Honeycomb']
/** Words that no list or page of the family shows to anybody: the text is seen as what it meant. */
const SHOWN_TO_NOBODY = ['a text about marmalade']

let cooee: CallsFixture
let owner: SignedIn & { callId: number }
let lovedOneId: number
beforeAll(async () => {
  cooee = await callsFixture()
  owner = await anAccountWithEverything(cooee)
  const { id } = await cooee.db.selectFrom('lovedOnes').select('id').executeTakeFirstOrThrow()
  lovedOneId = id
  const attempt = await cooee.db.selectFrom('attempts').select('id').executeTakeFirstOrThrow()
  await cooee.db
    .insertInto('turns')
    .values({
      ...{ attemptId: attempt.id, step: 'asked', speaker: 'cooee', at: cooee.clock.now() },
      text: 'Cooee asked after the bees',
    })
    .execute()
})
afterAll(() => cooee.close())

/** Every list and page of the family, as this member reads it, one after the other. */
async function everythingReadBy(member: SignedIn): Promise<string> {
  const read = []
  for (const route of Object.keys(ROUTE_RIGHTS)) {
    const [method = '', path = ''] = route.split(' ')
    // The stream of changes names topics alone, and ends never.
    if (method !== 'GET' || path === '/api/changes') continue
    const id = path.startsWith('/api/calls') ? owner.callId : lovedOneId
    const answer = await member.get(path.replace(':id', String(id)).replace(/contacts$/, `contacts?lovedOneId=${id}`))
    expect([route, answer.statusCode]).toEqual([route, expect.toBeOneOf([200, 403, 404])])
    read.push(answer.body)
  }
  return read.join('\n')
}

const wordsIn = (read: string) => [...WORDS, ...SHOWN_TO_NOBODY].filter((words) => read.includes(words))

test('a viewer reads none of the words of calls, by whatever route, and a carer reads them', async () => {
  expect(wordsIn(await everythingReadBy(await aMemberOf(cooee, owner, 'carer')))).toEqual(WORDS)
  const viewer = await aMemberOf(cooee, owner, 'viewer')
  expect(wordsIn(await everythingReadBy(viewer))).toEqual([])
  await owner.patch(`/api/members/${viewer.user.id}`, { mayHearCalls: true })
  expect(wordsIn(await everythingReadBy(viewer))).toEqual(WORDS)
})

test('a viewer sees that a call went on and was answered, and that its words are not theirs to hear', async () => {
  const viewer = await aMemberOf(cooee, owner, 'viewer')
  const call = (await viewer.get(`/api/calls/${owner.callId}`)).json()
  expect(call).toMatchObject({ mayHear: false, transcript: null, recording: null, recordingKeptUntil: null })
  expect(call.timeline.map(({ kind, text }: { kind: string; text: string }) => `${kind}: ${text}`)).toContain(
    'heard: Said something',
  )
  expect((await viewer.get(`/api/calls/${owner.callId}/recording`)).statusCode).toBe(403)
  expect((await owner.get(`/api/calls/${owner.callId}`)).json()).toMatchObject({
    mayHear: true,
    transcript: expect.stringContaining('spoke of her marmalade'),
    recording: expect.any(String),
  })
})

test('a viewer’s own page of an incident leaves out the words that a carer’s page quotes', async () => {
  const [viewer, carer] = [await aMemberOf(cooee, owner, 'viewer'), await aMemberOf(cooee, owner, 'carer')]
  const { circle } = (await owner.get('/api/me')).json()
  const opened = { openedAt: cooee.clock.now(), nextAt: cooee.clock.now() }
  const { id: incidentId } = await cooee.db
    .insertInto('incidents')
    .values({ accountId: circle.id, lovedOneId, cause: 'help', headline: 'Wilhelmina asked for help', ...opened })
    .returning('id')
    .executeTakeFirstOrThrow()
  await cooee.db
    .insertInto('incidentCauses')
    .values({
      ...{ incidentId, cause: 'help', happenedAt: cooee.clock.now(), heard: 'fell among the hives' },
      headline: 'Wilhelmina asked for help',
    })
    .execute()
  await cooee.db
    .insertInto('incidentPeople')
    .values(
      [owner, viewer, carer].map(({ user }, index) => ({
        ...{ incidentId, position: index + 1, role: 'member' as const, personId: user.id },
        name: user.username,
        email: user.email,
      })),
    )
    .execute()
  const pageOf = async (member: SignedIn): Promise<string> => {
    const [{ link }] = (await member.get('/api/incidents')).json()
    const page = await cooee.request('GET', `/api/incidents/${link.split('/').at(-1)}`)
    expect(page.statusCode, page.body).toBe(200)
    return page.body
  }
  expect(await pageOf(carer)).toContain('fell among the hives')
  expect(await pageOf(viewer)).not.toContain('fell among the hives')
  expect(await pageOf(viewer)).toContain('Wilhelmina asked for help')
})

test('the addresses of members, also of one who has left, are on no list or page of a carer or viewer', async () => {
  const [viewer, carer, former] = await Promise.all(
    (['viewer', 'carer', 'carer'] as const).map((role) => aMemberOf(cooee, owner, role)),
  )
  const { id: incidentId } = await cooee.db
    .selectFrom('incidents')
    .select('id')
    .where('callId', '=', owner.callId)
    .executeTakeFirstOrThrow()
  const everybody = [owner, viewer, carer, former].flatMap((member) => member ?? [])
  const people = await cooee.db
    .insertInto('incidentPeople')
    .values(
      everybody.map(({ user }, index) => ({
        ...{ incidentId, position: index + 2, role: 'member' as const, personId: user.id },
        ...{ name: user.username, email: user.email, phoneNumber: `+6149157061${index}` },
      })),
    )
    .returning('id')
    .execute()
  const alert = { incidentId, purpose: 'alert', round: 1, createdAt: cooee.clock.now(), messageId: null } as const
  const channels = ['email', 'sms'] as const
  await cooee.db
    .insertInto('alerts')
    .values(
      people.flatMap(({ id: incidentPersonId }) =>
        channels.map((channel) => ({ ...alert, incidentPersonId, channel })),
      ),
    )
    .execute()
  await owner.delete(`/api/members/${former?.user.id}`)
  for (const member of everybody.slice(1, 3)) {
    const read = await everythingReadBy(member)
    const others = everybody.flatMap(({ user }, index) =>
      user.id === member.user.id ? [] : [user.email, `+6149157061${index}`],
    )
    expect(others.filter((address) => read.includes(address))).toEqual([])
    expect(read).toContain(member.user.email)
  }
  const { escalation } = (await owner.get(`/api/calls/${owner.callId}`)).json()
  expect(escalation.steps.map(({ to }: { to: string }) => to)).toContain(carer?.user.email)
  expect(escalation.steps.map(({ to }: { to: string }) => to)).toContain('+61491570996')
})

test('a viewer reads what the family wrote itself: notes, conditions, where the key is', async () => {
  const viewer = await aMemberOf(cooee, owner, 'viewer')
  expect((await viewer.get(`/api/loved-ones/${lovedOneId}`)).json()).toMatchObject({
    notes: 'keeps bees',
    accessNote: 'The key is under the third hive',
    familyWord: null,
  })
})
