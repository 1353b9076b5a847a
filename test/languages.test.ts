import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGES } from '#core/languages/language.ts'
import { phrase } from '#core/languages/wording.ts'
import { wordingOf } from '#core/languages/wordings.ts'
import { findCall } from '#server/features/calls/view/call-view.ts'
import { callViews } from './call-views.ts'
import { type LiveServer, startLiveServer } from './live-server.ts'

// End to end, over the provider's protocol: what a phone hears in each language, and what its keys and words do.

let live: LiveServer
beforeAll(async () => {
  live = await startLiveServer()
})
afterAll(() => live.close())

const OTHERS = LANGUAGES.filter((language) => language !== 'en-AU')
/** Of people who press the key that is offered. */
const numberOf = (place: number) => `+614915702${String(50 + place)}`
const SPOKEN_TAGS = { it: 'it-IT', el: 'el-GR', cmn: 'cmn-CN', yue: 'yue-HK', vi: 'vi-VN', ar: 'ar-AE' } as const

async function aLovedOneWho(phoneNumber: string, language: (typeof OTHERS)[number]) {
  const whom = await live.aLovedOneAt(phoneNumber)
  await live.server.db.updateTable('lovedOnes').set({ language }).where('id', '=', whom.lovedOneId).execute()
  return whom
}

describe.each(OTHERS.map((language, place) => ({ language, place })))('in $language', ({ language, place }) => {
  const number = numberOf(place)
  const wording = wordingOf(language)

  test('a call is said from the first word to the last in that language, and key 1 completes it', async () => {
    live.simulator.setBehaviour(number, { kind: 'presses', keys: '1' })
    const whom = await aLovedOneWho(number, language)
    const callId = await live.aCall(whom, new Date(Date.now() + 200))
    const read = () => findCall(callViews(live.server.db), { id: whom.accountId, mayHear: true }, callId)
    await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('completed')
    const [call] = live.simulator.callsTo(number)
    await expect.poll(() => call?.status, { timeout: 10_000 }).toBe('completed')
    const said = call?.turns.filter(({ kind }) => kind === 'said') ?? []
    expect(said.length).toBeGreaterThan(1)
    expect(said.map((turn) => turn.language)).toEqual(said.map(() => SPOKEN_TAGS[language]))
    expect(said.map(({ text }) => text).join(' ')).toContain(phrase(wording, 'calls.askHow'))
    expect((await read()).transcript).toContain(phrase(wording, 'calls.thanksGoodbye'))
  })

  test('what the question offers to say completes it as well', async () => {
    const words = { it: 'sto bene', el: 'είμαι καλά', cmn: '我很好', yue: '我好好', vi: 'tôi khỏe', ar: 'أنا بخير' }[
      language
    ]
    live.simulator.setBehaviour(numberOf(place + 10), { kind: 'says', words })
    const whom = await aLovedOneWho(numberOf(place + 10), language)
    const callId = await live.aCall(whom, new Date(Date.now() + 200))
    const read = () => findCall(callViews(live.server.db), { id: whom.accountId, mayHear: true }, callId)
    await expect.poll(async () => (await read()).status, { timeout: 30_000 }).toBe('completed')
  })

  test('who rings Cooee is answered in it, and key 2 asks for help', async () => {
    const ringing = live.simulator.ring(number, { behaviour: { kind: 'presses', keys: '2' } })
    await expect.poll(() => ringing?.status, { timeout: 10_000 }).toBe('completed')
    const said = ringing?.turns.filter(({ kind }) => kind === 'said').map(({ text }) => text)
    expect(said?.[0]).toContain(phrase(wording, 'ringing.thanksForRingingCooeeName', { name: 'Margaret Hartley' }))
    expect(said?.at(-1)).toContain(phrase(wording, 'ringing.helpNotedFamily'))
  })

  test('a text of theirs is taken by the word that ours offer, and answered in it', async () => {
    live.simulator.text(number, wording.texts['texts.keyOk'])
    const answers = () =>
      live.simulator
        .messages()
        .filter(({ to, direction }) => to === number && direction === 'outbound-reply')
        .map(({ body }) => body)
    const noted = phrase(wording, 'texts.notedOne', { names: 'Margaret Hartley' })
    await expect.poll(answers, { timeout: 10_000 }).toEqual([`${noted} ${wording.texts['texts.replyHelp']}`])
  })
})
