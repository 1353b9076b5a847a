import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LineTurn } from '#contract/admin/sandbox.ts'
import { findCall } from '#server/features/calls/view/call-view.ts'
import { nameVoices } from '#server/features/sandbox/name-voices.ts'
import { loadVoiceLinks } from '#server/features/voices/public.ts'
import { callViews } from './call-views.ts'
import { type LiveServer, startLiveServer } from './live-server.ts'
import { aCarer, aDailyCall, aVoice, type Carer, recorded } from './voice-fixture.ts'

let live: LiveServer
beforeAll(async () => {
  live = await startLiveServer()
})
afterAll(() => live.close())

let numbers = 0
/** A phone whose owner presses 1 (the last two digits). */
const aPhone = () => `+6149157${String(10 + numbers++).padStart(2, '0')}56`

async function aRecordedCall(parts: readonly ('greeting' | 'question')[], phoneNumber = aPhone()) {
  const carer = await aCarer(live, { firstName: 'Robyn', lastName: 'Hartley' })
  const call = await aDailyCall(live, carer, { phoneNumber, dueAt: new Date(Date.now() + 1_500) })
  for (const part of parts) await recorded(carer, call.callId, part)
  return { carer, phoneNumber, ...call }
}

/** The next occurrence is booked meanwhile: only this call is waited for. */
const ended = ({ callId }: { callId: number }) =>
  expect
    .poll(() => live.server.db.selectFrom('calls').select('status').where('id', '=', callId).executeTakeFirst(), {
      timeout: 20_000,
    })
    .not.toMatchObject({ status: expect.stringMatching(/scheduled|in_progress/) })
const onTheLine = (phoneNumber: string) => live.simulator.callsTo(phoneNumber)
const turnsTo = (phoneNumber: string) => onTheLine(phoneNumber).flatMap(({ turns }) => turns)
const indexOf = (phoneNumber: string, words: RegExp) => turnsTo(phoneNumber).findIndex(({ text }) => words.test(text))
const INTRODUCTION = /it's Cooee, the phone service Robyn set up/
const SHORT = /^This is Cooee, calling for Robyn\./
const KEYS = /If you're all right, press 1, or just say I'm fine/

const ofCall = ({ carer, callId }: { carer: Carer; callId: number }) =>
  findCall(callViews(live.server.db), { id: carer.accountId, mayHear: true }, callId)

describe('a call with a greeting and a question in a member’s own voice', () => {
  test('plays both; Cooee says who is calling in short, and always the keys; what was played is in the transcript', async () => {
    const call = await aRecordedCall(['greeting', 'question'])
    await ended(call)
    const turns = turnsTo(call.phoneNumber)
    const played = turns.filter(({ kind }) => kind === 'played')
    expect(played.map(({ text }) => text)).toEqual([
      'A recording of 2 seconds (audio/wav)',
      'A recording of 2 seconds (audio/wav)',
    ])
    expect(turns.map(({ text }) => text).join(' ')).not.toMatch(INTRODUCTION)
    expect(indexOf(call.phoneNumber, SHORT)).toBeGreaterThan(turns.findIndex(({ kind }) => kind === 'played'))
    expect(indexOf(call.phoneNumber, KEYS)).toBeGreaterThan(turns.findLastIndex(({ kind }) => kind === 'played'))
    const { status, transcript, attempts } = await ofCall(call)
    expect([status, attempts.length]).toEqual(['completed', 1])
    expect(transcript).toContain("Cooee: (Played the greeting in Robyn's voice.)")
    expect(transcript).toContain("Cooee: (Played the question in Robyn's voice.)")
  })

  test('the sandbox says whose voice is played, and which part', async () => {
    const call = await aRecordedCall(['greeting', 'question'])
    await ended(call)
    const [id = ''] = onTheLine(call.phoneNumber).map(({ sid }) => sid)
    const turn: LineTurn = { kind: 'played', text: '2 seconds', at: '2026-03-12T00:00:00.000Z' }
    const named = await nameVoices(live.server.db, [{ id, turns: [turn] }])
    expect(named({ id, turns: [turn, turn] }).turns.map(({ voice }) => voice)).toEqual([
      { part: 'greeting', by: 'Robyn' },
      { part: 'question', by: 'Robyn' },
    ])
    expect(named({ id: 'CA0', turns: [turn] }).turns).toEqual([turn])
  })

  test('a question alone is played after Cooee has introduced itself in full', async () => {
    const call = await aRecordedCall(['question'])
    await ended(call)
    const turns = turnsTo(call.phoneNumber)
    expect(indexOf(call.phoneNumber, INTRODUCTION)).toBeLessThan(turns.findIndex(({ kind }) => kind === 'played'))
    expect((await ofCall(call)).status).toBe('completed')
  })

  test.each(['not-found', 'wrong-type', 'too-slow'] as const)(
    'the spoken words come in the same call where the sound is %s, and it has one outcome',
    async (kind) => {
      const phoneNumber = aPhone()
      live.simulator.setSoundFault(phoneNumber, { kind })
      const call = await aRecordedCall(['greeting', 'question'], phoneNumber)
      await ended(call)
      expect(onTheLine(phoneNumber)).toHaveLength(1)
      expect(turnsTo(phoneNumber).filter((turn) => turn.kind === 'played')).toEqual([])
      // What was fetched and not taken for a sound is followed by who is calling, in short.
      expect(indexOf(phoneNumber, kind === 'wrong-type' ? SHORT : INTRODUCTION)).not.toBe(-1)
      expect(indexOf(phoneNumber, KEYS)).not.toBe(-1)
      const { status, attempts, transcript } = await ofCall(call)
      expect([status, attempts.length]).toEqual(['completed', 1])
      if (kind !== 'wrong-type') expect(transcript).not.toContain('Played')
    },
  )

  test('where the provider ends a call for a sound that it cannot get, the next try has only spoken words', async () => {
    const phoneNumber = aPhone()
    live.simulator.setSoundFault(phoneNumber, { kind: 'too-slow' }, 'ends-call')
    const call = await aRecordedCall(['greeting'], phoneNumber)
    await ended(call)
    expect(onTheLine(phoneNumber)).toHaveLength(2)
    const [, second] = onTheLine(phoneNumber)
    expect(second?.errors).toEqual([])
    expect(second?.turns.some(({ text }) => INTRODUCTION.test(text))).toBe(true)
    expect((await ofCall(call)).status).toBe('completed')
  })
})

describe('the address that the phone provider is given', () => {
  test('is of one call, gives a range, needs no session, and is unknown once the recording is deleted', async () => {
    const call = await aRecordedCall(['greeting'])
    await ended(call)
    const [document] = await live.server.db
      .selectFrom('voicePlays')
      .innerJoin('attempts', 'attempts.id', 'voicePlays.dialId')
      .select(['dialId', 'recordingId', 'namedAt', 'fetchedAt'])
      .where('attempts.callId', '=', call.callId)
      .execute()
    expect(document).toMatchObject({ namedAt: expect.any(Date), fetchedAt: expect.any(Date) })
    const links = await loadVoiceLinks(live.server)
    const play = { dialId: document?.dialId ?? 0, recordingId: document?.recordingId ?? 0 }
    const name = links.nameFor(play, new Date(Date.now() + 60_000))
    const get = (asked: string, headers = {}) => fetch(`${live.server.address}/api/voices/${asked}`, { headers })
    const whole = await get(name)
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('cache-control')]).toEqual([
      200,
      'audio/wav',
      'private, no-store',
    ])
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(Buffer.from(aVoice()))
    const part = await get(name, { range: 'bytes=0-43' })
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 44])
    const expired = links.nameFor(play, new Date(Date.now() - 120_000))
    const ofAnotherCall = links.nameFor({ ...play, dialId: play.dialId + 1000 }, new Date(Date.now() + 60_000))
    const wronglySigned = name.replace(/(.)\.wav$/, (_, last) => `${last === 'x' ? 'y' : 'x'}.wav`)
    for (const wrong of [expired, ofAnotherCall, wronglySigned, '1-1-1.wav', 'x']) {
      expect([wrong, (await get(wrong)).status]).toEqual([wrong, 404])
    }
    expect((await call.carer.ask('DELETE', `/api/voice-recordings/${play.recordingId}`)).status).toBe(204)
    expect((await get(name)).status).toBe(404)
  })
})
