import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ScriptPart } from '#core/call-script/script.ts'
import { spokenIn } from '#core/conversation/script/script-of.ts'
import type { Language } from '#core/languages/language.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'

// The family changes what a call is made of while somebody is on the phone.

const WORD_MS = 300
const SILENCE = { keys: '', speech: '' }
const says = (speech: string) => ({ keys: '', speech })
const presses = (keys: string) => ({ keys, speech: '' })
const LONG_WORDS =
  'Take the white tablet and the half pink one with a full glass of water, please, after breakfast and not before it, and put the box back on the shelf by the kettle where it was'

let care: CareFixture
let family: { id: number }
let lovedOneId: number
let callId: number
let attemptId: number
beforeEach(async () => {
  care = await careFixture()
  care.deps.timing = { ...care.deps.timing, spokenWordMs: WORD_MS }
})
afterEach(() => care.close())

/** A call that is picked up; `change` is what the loved one is before. */
async function pickedUp(callType: 'wellness_check' | 'medication_reminder', change: Change) {
  family = await care.anAccount()
  lovedOneId = await care.aLovedOne(family)
  await changed(change)
  callId = await care.aCall(family, { lovedOneId, callType })
  care.clock.set(NINE_IN_SYDNEY)
  await care.dispatch()
  const dial = care.telephony.dialled[0]
  if (!dial) throw new Error('Nobody was rung')
  attemptId = dial.attemptId
  await care.facts.answered(attemptId, dial.providerCallId ?? '')
  return dial
}

type Change = { language?: Language; reminderText?: string | null }
const changed = (change: Change) => care.db.updateTable('lovedOnes').set(change).where('id', '=', lovedOneId).execute()
const hear = (step: string, heard: { keys: string; speech: string }) => care.facts.heard(attemptId, step, heard)
const languagesIn = (script: readonly ScriptPart[]) =>
  new Set(script.flatMap((part) => ('language' in part ? [part.language ?? 'en-AU'] : [])))
const responses = async () =>
  (await care.db.selectFrom('attempts').select('response').execute()).map(({ response }) => response)

describe('a language that is changed while somebody is on the phone', () => {
  test('a call goes on, and is understood, in the language in which it was dialled', async () => {
    await pickedUp('wellness_check', { language: 'it' })
    const question = await hear('listen 1', SILENCE)
    expect(languagesIn(question)).toEqual(new Set(['it']))
    await changed({ language: 'en-AU' })
    care.clock.advance(60_000)
    const reply = await hear('question 2', says('sto bene'))
    expect(languagesIn(reply)).toEqual(new Set(['it']))
    expect(await responses()).toEqual(['acknowledged'])
  })

  test('words of the new language, which is not the one that was spoken, answer nothing', async () => {
    await pickedUp('wellness_check', { language: 'it' })
    await hear('listen 1', SILENCE)
    await changed({ language: 'en-AU' })
    care.clock.advance(60_000)
    await hear('question 2', says("I'm fine"))
    expect(await responses()).toEqual([null])
  })

  test('the next try is in the new language', async () => {
    const { providerCallId } = await pickedUp('wellness_check', { language: 'it' })
    await changed({ language: 'el' })
    const end = { status: 'no-answer', endedStatus: 'no-answer', answeredBy: null, durationSeconds: null } as const
    await care.facts.progressed(attemptId, { ...end, providerCallId: providerCallId ?? '' })
    care.clock.advance(10 * 60_000)
    await care.dispatch()
    expect(care.telephony.dialled.map(({ language }) => language)).toEqual(['it', 'el'])
    const attempts = await care.db.selectFrom('attempts').select('language').orderBy('id').execute()
    expect(attempts).toEqual([{ language: 'it' }, { language: 'el' }])
  })

  test('the call is shown in the language in which it was held', async () => {
    await pickedUp('wellness_check', { language: 'it' })
    await changed({ language: 'el' })
    expect(await care.call(family, callId)).toMatchObject({
      lovedOne: { language: 'it' },
      attempts: [{ language: 'it' }],
    })
  })

  test('a dial that is restored from a backup keeps its language', async () => {
    await pickedUp('wellness_check', { language: 'it' })
    await changed({ language: 'el' })
    const other = '{"id": 900001, "attempt_number": 7, "provider_call_id": "CA-restored"}'
    await sql`insert into dials overriding system value
      select (jsonb_populate_record(dials, ${other}::jsonb)).* from dials`.execute(care.db)
    const restored = await care.db.selectFrom('dials').select('language').where('id', '=', 900001).execute()
    expect(restored).toEqual([{ language: 'it' }])
  })

  test('the database refuses to change the language of a dial', async () => {
    await pickedUp('wellness_check', { language: 'it' })
    await expect(sql`update dials set language = 'el'`.execute(care.db)).rejects.toThrow(/language of dial/)
  })
})

describe('the words of a reminder that are changed while somebody is on the phone', () => {
  test('an answer before the words that are being said have ended does not count, though the new ones are shorter', async () => {
    await pickedUp('medication_reminder', { reminderText: LONG_WORDS })
    await hear('listen 1', SILENCE)
    care.clock.advance(30_000)
    expect(spokenIn(await hear('offer 2', presses('1')))).toContain(LONG_WORDS)
    await changed({ reminderText: 'Tablet' })
    care.clock.advance(9_000)
    await hear('question 3', says('yes I have'))
    expect(await responses()).toEqual([null])
  })

  test('words that are written once the question was asked are not said to a person who has not pressed a key', async () => {
    await pickedUp('medication_reminder', { reminderText: null })
    await hear('listen 1', SILENCE)
    await changed({ reminderText: LONG_WORDS })
    care.clock.advance(60_000)
    const again = await hear('question 2', SILENCE)
    expect(spokenIn(again)).not.toContain('white tablet')
    care.clock.advance(60_000)
    await hear('question 3', says('yes I have'))
    expect(await responses()).toEqual(['acknowledged'])
  })

  test('words that were offered, removed and written afresh are not said to a person who has not pressed a key', async () => {
    await pickedUp('medication_reminder', { reminderText: LONG_WORDS })
    expect(spokenIn(await hear('listen 1', SILENCE))).toContain('Press 1 to hear it')
    await changed({ reminderText: null })
    care.clock.advance(60_000)
    await hear('offer 2', SILENCE)
    await changed({ reminderText: LONG_WORDS })
    care.clock.advance(60_000)
    const again = spokenIn(await hear('question 3', says('the cat is on the mat')))
    expect(again).toContain('reminder')
    expect(again).not.toContain('white tablet')
  })

  test('words that a person has asked for by key are said again with the question', async () => {
    await pickedUp('medication_reminder', { reminderText: LONG_WORDS })
    await hear('listen 1', SILENCE)
    care.clock.advance(60_000)
    await hear('offer 2', presses('1'))
    care.clock.advance(60_000)
    expect(spokenIn(await hear('question 3', SILENCE))).toContain('white tablet')
  })

  test('words that are written before anything was asked are offered first', async () => {
    await pickedUp('medication_reminder', { reminderText: null })
    await changed({ reminderText: LONG_WORDS })
    expect(spokenIn(await hear('listen 1', SILENCE))).not.toContain('white tablet')
    care.clock.advance(60_000)
    expect(spokenIn(await hear('offer 2', presses('1')))).toContain('white tablet')
  })
})

describe('a recorded question that its maker deletes while somebody is on the phone', () => {
  const playsIn = (script: readonly ScriptPart[]) => script.some((part) => 'sound' in part && part.sound)
  async function recorded() {
    const now = care.clock.now()
    const { id: scheduleId } = await care.db
      .insertInto('callSchedules')
      .values({
        ...{ accountId: family.id, lovedOneId, callType: 'wellness_check' },
        ...{ recurrencePattern: 'daily', timeOfDay: '09:00' },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { personId } = await care.db.selectFrom('members').select('personId').executeTakeFirstOrThrow()
    const { id: recordingId } = await care.db
      .insertInto('voiceRecordings')
      .values({
        ...{ accountId: family.id, scheduleId, personId, part: 'question', source: 'page' },
        ...{ durationMs: 20_000, madeAt: now, heardAt: now, usedAt: now, sound: Buffer.alloc(1), sealedWith: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await care.db.insertInto('voicePlays').values({ dialId: attemptId, recordingId, chosenAt: now }).execute()
  }

  test('what is being played still counts as long as it is, and the question is asked in words from then on', async () => {
    await pickedUp('wellness_check', { language: 'en-AU' })
    await recorded()
    expect(playsIn(await hear('listen 1', SILENCE))).toBe(true)
    await care.db.deleteFrom('voiceRecordings').execute()
    care.clock.advance(12_000)
    const again = await hear('question 2', says("I'm fine"))
    expect(await responses()).toEqual([null])
    expect(playsIn(again)).toBe(false)
    expect(spokenIn(again)).toContain('press 1')
    care.clock.advance(60_000)
    await hear('question 3', presses('1'))
    expect(await responses()).toEqual(['acknowledged'])
  })
})
