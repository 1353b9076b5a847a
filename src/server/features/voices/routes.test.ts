import { afterAll, describe, expect, test } from 'vitest'
import type { CallVoice, VoiceRecording } from '#contract/calls/familiar-voice.ts'
import { aMemberOf } from '#test/a-member-of.ts'
import { buildTestApp, type SignedIn } from '#test/build-test-app.ts'
import { aVoice } from '#test/voice-fixture.ts'
import { deleteOldDrafts } from './delete-old-drafts.ts'

const cooee = await buildTestApp()
afterAll(() => cooee.close())
const { db } = cooee

/** A loved one with a daily check-in, and one that does not repeat. */
async function aFamily() {
  const owner = await cooee.aRegisteredAccount({ firstName: 'Robyn', lastName: 'Hartley' })
  const { id: lovedOneId } = (
    await owner.post('/api/loved-ones', { name: 'Margaret Hartley', phoneNumber: '0491 570 156' })
  ).json()
  const schedule = async (recurrencePattern: string, scheduledTime: string) => {
    const call = { lovedOneId, callType: 'daily_check_in', scheduledTime, recurrencePattern }
    return (await owner.post('/api/calls', call)).json().id as number
  }
  return {
    owner,
    lovedOneId,
    daily: await schedule('daily', '2026-03-12T00:00:00.000Z'),
    once: await schedule('once', '2026-03-13T02:00:00.000Z'),
  }
}

const record = (who: SignedIn, callId: number, sound: Uint8Array = aVoice(), part = 'greeting', type = 'audio/wav') =>
  cooee.request('POST', `/api/calls/${callId}/voice/${part}`, Buffer.from(sound), {
    headers: { authorization: `Bearer ${who.token}`, 'content-type': type },
  })

async function recorded(who: SignedIn, callId: number, sound?: Uint8Array): Promise<number> {
  return (await record(who, callId, sound)).json<VoiceRecording>().id
}
const soundOf = (id: number) => `/api/voice-recordings/${id}/sound`

async function used(who: SignedIn, callId: number): Promise<number> {
  const id = await recorded(who, callId)
  expect((await who.post(`/api/voice-recordings/${id}/heard`)).statusCode).toBe(200)
  expect((await who.post(`/api/voice-recordings/${id}/use`)).statusCode).toBe(200)
  return id
}

const greetingOf = async (who: SignedIn, callId: number) =>
  (await who.get(`/api/calls/${callId}/voice`)).json<CallVoice>().parts.find(({ part }) => part === 'greeting')
const rows = () => db.selectFrom('voiceRecordings').select(['id', 'usedAt']).orderBy('id').execute()

test('what Cooee says itself is shown as it is said: in the language of the person who is called', async () => {
  const { owner, lovedOneId, daily } = await aFamily()
  expect((await owner.patch(`/api/loved-ones/${lovedOneId}`, { language: 'it' })).statusCode).toBe(200)
  const voice = (await owner.get(`/api/calls/${daily}/voice`)).json<CallVoice>()
  expect([voice.language, voice.callType]).toEqual(['it', 'daily_check_in'])
  expect(voice.parts[0]?.says).toMatch(/^Buongiorno Margaret/)
  expect(voice.parts[0]?.saysAfterwards).toContain('Robyn')
  expect(voice.parts[1]?.says).toMatch(/prema|premi/i)
})

describe('recording a greeting in the page', () => {
  test('it is a draft until it was heard and used; then calls play it, in place of the one before, which is gone', async () => {
    const { owner, daily } = await aFamily()
    const first = await recorded(owner, daily)
    const early = await owner.post(`/api/voice-recordings/${first}/use`)
    expect([early.statusCode, early.json().message]).toEqual([409, 'Please listen to the recording first.'])
    expect(await greetingOf(owner, daily)).toMatchObject({
      used: null,
      draft: { id: first, by: 'Robyn', isYours: true, seconds: 2, source: 'page', isHeard: false },
    })
    const sound = await owner.get(soundOf(first))
    expect([sound.headers['content-type'], sound.rawPayload]).toEqual(['audio/wav', Buffer.from(aVoice())])
    // Fetching it says nothing about listening to it: a browser may fetch ahead, and a GET changes nothing.
    expect((await greetingOf(owner, daily))?.draft?.isHeard).toBe(false)
    for (const _ of ['once', 'twice']) {
      const heard = await owner.post(`/api/voice-recordings/${first}/heard`)
      expect([heard.statusCode, heard.json().isHeard]).toEqual([200, true])
    }
    for (const _ of ['once', 'twice']) {
      expect((await owner.post(`/api/voice-recordings/${first}/use`)).statusCode).toBe(200)
    }
    expect(await greetingOf(owner, daily)).toMatchObject({ used: { id: first }, draft: null })
    const second = await used(owner, daily)
    expect(await greetingOf(owner, daily)).toMatchObject({ used: { id: second }, draft: null })
    expect((await owner.get(soundOf(first))).statusCode).toBe(404)
    const { activity } = { activity: (await owner.get('/api/activity')).json() as { description: string }[] }
    expect(activity.map(({ description }) => description)).toContain(
      'A recorded greeting is used for the Daily Check-in for Margaret Hartley',
    )
  })

  test('a new draft takes the place of the one before, and is deleted after a day when nobody uses it', async () => {
    const { owner, daily } = await aFamily()
    const first = await recorded(owner, daily)
    const second = await recorded(owner, daily)
    expect((await owner.get(soundOf(first))).statusCode).toBe(404)
    await deleteOldDrafts(db, new Date(cooee.clock.now().getTime() + 23 * 3_600_000))
    expect((await greetingOf(owner, daily))?.draft?.id).toBe(second)
    await deleteOldDrafts(db, new Date(cooee.clock.now().getTime() + 25 * 3_600_000))
    expect(await greetingOf(owner, daily)).toMatchObject({ used: null, draft: null })
  })

  test('of two members who use theirs at the same moment one is played, and neither fails', async () => {
    const { owner, daily } = await aFamily()
    const carer = await aMemberOf(cooee, owner, 'carer')
    for (const _ of [1, 2, 3, 4]) {
      const drafts = [
        { who: owner, id: await recorded(owner, daily) },
        { who: carer, id: await recorded(carer, daily) },
      ]
      for (const { who, id } of drafts) await who.post(`/api/voice-recordings/${id}/heard`)
      const answers = await Promise.all(drafts.map(({ who, id }) => who.post(`/api/voice-recordings/${id}/use`)))
      for (const answer of answers) expect([200, 404], answer.body).toContain(answer.statusCode)
      expect((await greetingOf(owner, daily))?.used).toMatchObject({ isHeard: true })
    }
  })

  test.each([
    ['no sound at all', Buffer.from('no sound at all'), 'Please send a WAV file'],
    ['twenty-one seconds', aVoice(21), 'Please keep it to 20 seconds'],
    ['a minute', aVoice(60), 'Please keep it to 20 seconds'],
    [
      'silence',
      new Uint8Array(aVoice()).fill(0, 44),
      'We could not hear anything. Please check the microphone and record it again',
    ],
    ['half of it', aVoice().subarray(0, 30_000), 'This sound file is not complete. Please record it again'],
  ])('%s is refused, naming the field', async (_what, sound, message) => {
    const { owner, daily } = await aFamily()
    const answer = await record(owner, daily, sound)
    expect([answer.statusCode, answer.json().errors]).toEqual([400, [{ path: 'sound', message }]])
  })

  test('a call that does not repeat, another part and another type of body are refused', async () => {
    const { owner, daily, once } = await aFamily()
    expect((await record(owner, once)).statusCode).toBe(409)
    expect((await owner.get(`/api/calls/${once}/voice`)).json()).toMatchObject({ canRecord: false })
    expect((await record(owner, daily, aVoice(), 'farewell')).statusCode).toBe(404)
    expect((await record(owner, daily, aVoice(), 'greeting', 'audio/mpeg')).statusCode).toBe(415)
    const json = await owner.post(`/api/calls/${daily}/voice/greeting`, { sound: 'x' })
    expect([json.statusCode, json.json().errors[0].path]).toEqual([400, 'sound'])
  })
})

describe('whose voice it is', () => {
  test('a viewer neither records nor listens; a carer does; nobody sees or uses the draft of another member', async () => {
    const { owner, daily } = await aFamily()
    const viewer = await aMemberOf(cooee, owner, 'viewer')
    const carer = await aMemberOf(cooee, owner, 'carer', { firstName: 'Tom' })
    const draft = await recorded(owner, daily)
    expect((await record(viewer, daily)).statusCode).toBe(403)
    for (const [method, path] of [
      ['GET', soundOf(draft)],
      ['POST', `/api/voice-recordings/${draft}/heard`],
      ['POST', `/api/voice-recordings/${draft}/use`],
      ['DELETE', `/api/voice-recordings/${draft}`],
    ] as const) {
      expect([path, (await viewer.request(method, path)).statusCode]).toEqual([path, 403])
      expect([path, (await carer.request(method, path)).statusCode]).toEqual([path, 404])
    }
    // What a greeting says includes the family word.
    expect((await viewer.get(`/api/calls/${daily}/voice`)).statusCode).toBe(403)
    expect(await greetingOf(carer, daily)).toMatchObject({ used: null, draft: null })
    await used(carer, daily)
    expect(await greetingOf(owner, daily)).toMatchObject({ used: { by: 'Tom', isYours: false } })
  })

  test('another family finds nothing of it', async () => {
    const { owner, daily } = await aFamily()
    const id = await used(owner, daily)
    const stranger = await cooee.aRegisteredAccount()
    for (const [method, path] of [
      ['GET', `/api/calls/${daily}/voice`],
      ['POST', `/api/calls/${daily}/voice/greeting/ring`],
      ['GET', soundOf(id)],
      ['POST', `/api/voice-recordings/${id}/heard`],
      ['POST', `/api/voice-recordings/${id}/use`],
      ['DELETE', `/api/voice-recordings/${id}`],
    ] as const) {
      expect([path, (await stranger.request(method, path)).statusCode]).toEqual([path, 404])
    }
    expect((await record(stranger, daily)).statusCode).toBe(404)
    expect((await rows()).some((row) => row.id === id)).toBe(true)
  })
})

describe('a recording goes', () => {
  const gone = async (id: number) => expect((await rows()).some((row) => row.id === id)).toBe(false)

  test('with its maker, who leaves the family or is removed from it', async () => {
    const { owner, daily } = await aFamily()
    const carer = await aMemberOf(cooee, owner, 'carer')
    const id = await used(carer, daily)
    expect((await owner.delete(`/api/members/${carer.user.id}`)).statusCode).toBeLessThan(300)
    await gone(id)
  })

  test('on their word, or on that of another carer', async () => {
    const { owner, daily } = await aFamily()
    const carer = await aMemberOf(cooee, owner, 'carer')
    const id = await used(carer, daily)
    expect((await owner.delete(`/api/voice-recordings/${id}`)).statusCode).toBe(204)
    await gone(id)
  })

  test('with the schedule, with the loved one, and with another loved one in their place', async () => {
    const ended = await aFamily()
    const first = await used(ended.owner, ended.daily)
    expect((await ended.owner.delete(`/api/calls/${ended.daily}`)).statusCode).toBe(204)
    await gone(first)
    const removed = await aFamily()
    const second = await used(removed.owner, removed.daily)
    expect((await removed.owner.delete(`/api/loved-ones/${removed.lovedOneId}`)).statusCode).toBeLessThan(300)
    await gone(second)
    const given = await aFamily()
    const third = await used(given.owner, given.daily)
    const { id: other } = (
      await given.owner.post('/api/loved-ones', { name: 'Ruth Hartley', phoneNumber: '0491 570 157' })
    ).json()
    expect((await given.owner.patch(`/api/calls/${given.daily}`, { lovedOneId: other })).statusCode).toBe(200)
    await gone(third)
  })

  test('and another time of the call keeps it', async () => {
    const { owner, daily } = await aFamily()
    const id = await used(owner, daily)
    await owner.patch(`/api/calls/${daily}`, { scheduledTime: '2026-03-12T01:00:00.000Z' })
    expect((await greetingOf(owner, daily))?.used?.id).toBe(id)
  })
})
