import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ReceivedText, ReceivedTexts } from '#server/adapters/telephony/texts.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { deleteEverybody } from '#test/insert-account.ts'
import { inboundProviderEvents } from '../calls/inbound-provider-events.ts'
import { findLostTexts } from './find-lost-texts.ts'

const MARGARET = '+61491570156'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let care: CareFixture
let account: { id: number }
let lovedOneId: number
/** The texts that the provider has. */
let written: ReceivedText[]
let askedSince: Date[]
let isAway: boolean
const provider: ReceivedTexts = {
  async received({ since }) {
    askedSince.push(since)
    if (isAway) return { kind: 'unavailable', reason: 'connection refused' }
    return { kind: 'found', found: written.filter(({ sentAt }) => sentAt >= since) }
  },
}
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await deleteEverybody(care.db)
  await care.db.deleteFrom('inboundTexts').execute()
  care.telephony.clear()
  care.notified.length = 0
  care.clock.set(NINE_IN_SYDNEY)
  await care.db.updateTable('dialPace').set({ nextAtMs: 0, alertNextAtMs: 0 }).execute()
  await care.db.updateTable('inboundTextPolls').set({ polledUntil: NINE_IN_SYDNEY }).execute()
  account = await care.anAccount()
  lovedOneId = await care.aLovedOne(account, { phoneNumber: MARGARET })
  written = []
  askedSince = []
  isAway = false
})

function write(text: string): ReceivedText {
  const sent = { providerMessageId: `SM${written.length + 1}`, from: MARGARET, text, sentAt: care.clock.now() }
  written.push(sent)
  return sent
}
const poll = () => findLostTexts(care.deps, provider)
const taken = async () => (await care.db.selectFrom('inboundTexts').select('text').execute()).map(({ text }) => text)
const texts = () => care.notified.filter(({ channel }) => channel === 'sms')
async function aRinging(): Promise<number> {
  const callId = await care.aCall(account, { lovedOneId, at: care.clock.now() })
  await care.dispatch()
  return callId
}

describe('texts whose callback was lost', () => {
  test('a text without a callback is found within minutes, is processed, and is answered, once', async () => {
    const callId = await aRinging()
    write('OK')
    care.clock.advance(MINUTE)
    expect(await Promise.all([poll(), poll()])).toContain(1)
    expect(await care.call(account, callId)).toMatchObject({ status: 'completed' })
    expect(care.telephony.stopped).toHaveLength(1)
    care.clock.advance(MINUTE)
    expect(await poll()).toBe(0)
    expect(texts()).toMatchObject([{ recipient: MARGARET, accountId: account.id }])
    expect(texts()[0]?.text).toContain('Margaret')
  })

  test('a text is left to its callback while that may still come, and a text that a callback reported is not taken again', async () => {
    const { sentAt: _, ...text } = write('OK')
    care.clock.advance(20_000)
    expect(await poll()).toBe(0)
    expect(await inboundProviderEvents(care.deps).texted(text)).toContain('Margaret')
    care.clock.advance(5 * MINUTE)
    expect(await poll()).toBe(0)
    expect(texts()).toEqual([])
  })

  test('a text without a callback is found after an outage, whatever came in since', async () => {
    write('first')
    care.clock.advance(2 * HOUR)
    await inboundProviderEvents(care.deps).texted({
      from: MARGARET,
      text: write('second').text,
      providerMessageId: 'SM2',
    })
    care.clock.advance(MINUTE)
    isAway = true
    expect(await poll()).toBe(0)
    isAway = false
    care.clock.advance(MINUTE)
    expect(await poll()).toBe(1)
    expect((await taken()).sort()).toEqual(['first', 'second'])
  })

  test('is looked for since the last time, not for ever', async () => {
    await poll()
    care.clock.advance(MINUTE)
    await poll()
    care.clock.advance(72 * HOUR)
    await poll()
    expect(askedSince.map((since) => (since.getTime() - NINE_IN_SYDNEY.getTime()) / MINUTE)).toEqual([
      -10,
      -10,
      48 * 60 + 1,
    ])
  })

  test('a text found after hours is only kept: it checks nobody in, and is not answered', async () => {
    const callId = await aRinging()
    write('OK')
    care.clock.advance(4 * HOUR)
    expect(await poll()).toBe(1)
    expect(await care.call(account, callId)).toMatchObject({ status: 'in_progress' })
    expect(texts()).toEqual([])
    expect(await taken()).toEqual(['OK'])
  })

  test('a text that asks for help counts after hours, too', async () => {
    write('help')
    care.clock.advance(4 * HOUR)
    expect(await poll()).toBe(1)
    expect(await care.db.selectFrom('incidents').select('cause').execute()).toEqual([{ cause: 'help' }])
    expect(texts().filter(({ recipient }) => recipient === MARGARET)).toEqual([])
  })

  test('a lost text that cannot be taken keeps no other from being taken, is reported, and is retried', async () => {
    const { enqueueNotice } = care.deps
    await aRinging()
    write('OK')
    const bob = { ...write('OK'), from: '+61491570158' }
    written[1] = bob
    await care.aLovedOne(account, { name: 'Bob Hartley', phoneNumber: bob.from })
    care.deps.enqueueNotice = async (trx, notice) => {
      if (notice.recipient === MARGARET) throw new Error('no')
      return enqueueNotice(trx, notice)
    }
    care.clock.advance(MINUTE)
    await expect(poll()).rejects.toThrow('1 of its parts failed')
    expect(await care.db.selectFrom('inboundTexts').select('providerMessageId').execute()).toHaveLength(1)
    care.deps.enqueueNotice = enqueueNotice
    care.clock.advance(20 * MINUTE)
    expect(await poll()).toBe(1)
  })
})
