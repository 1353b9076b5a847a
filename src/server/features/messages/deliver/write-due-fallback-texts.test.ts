import { beforeEach, expect, test } from 'vitest'
import type { DeliveryResult } from '#server/adapters/delivery.ts'
import { runPollLoop } from '#server/platform/work/poll-loop.ts'
import {
  aMessage,
  clock,
  database,
  deps,
  fallback,
  mailServer,
  mails,
  run,
  setUpDelivery,
  stored,
} from '#test/delivery-fixture.ts'
import type { NewMessage } from '../enqueue-message.ts'
import { messagePollLoops } from './deliver-messages-without-job.ts'
import { NOT_NEEDED } from './still-needed.ts'
import { writeDueFallbackTexts } from './write-due-fallback-texts.ts'

setUpDelivery()
beforeEach(async () => {
  await database.db.deleteFrom('messages').execute()
})

const TWO_MINUTES = 120_000
const aVitalMail = (fields: Partial<NewMessage> = {}) =>
  aMessage({
    createdAt: clock.now(),
    isUrgent: true,
    fallback: { recipient: '+61491570111', text: 'Margaret was not reached' },
    ...fields,
  })
const mailsWithText = async () => {
  const texts = await database.db
    .selectFrom('messages')
    .select('fallbackForId')
    .where('channel', '=', 'sms')
    .orderBy('id')
    .execute()
  return texts.map(({ fallbackForId }) => fallbackForId)
}
const beingSent = (mailId: number) =>
  database.db
    .updateTable('messages')
    .set({ tries: 1, claimedUntil: new Date(clock.now().getTime() + 2 * TWO_MINUTES) })
    .where('id', '=', mailId)
    .execute()

test('a mail that waits two minutes for its first try gets its fallback text, and still waits', async () => {
  const mailId = await aVitalMail()
  clock.advance(TWO_MINUTES - 1)
  expect(await writeDueFallbackTexts(deps)).toBe(0)
  clock.advance(1)
  expect(await writeDueFallbackTexts(deps)).toBe(1)
  expect(await mailsWithText()).toEqual([mailId])
  expect(fallback).toMatchObject([{ mailId }])
  expect(mails).toEqual([])
  expect(await stored(mailId)).toMatchObject({ sentAt: null, failedAt: null, tries: 0 })
})

test('a mail that is under way to a server that hangs gets its fallback text as well', async () => {
  const mailId = await aVitalMail()
  await beingSent(mailId)
  clock.advance(TWO_MINUTES)
  await writeDueFallbackTexts(deps)
  expect(await mailsWithText()).toEqual([mailId])
})

test('a mail gets one fallback text, however many workers poll, and whatever becomes of its tries', async () => {
  mailServer.outcome = () => ({ kind: 'unreachable', reason: 'connection refused' })
  const mailId = await aVitalMail()
  clock.advance(TWO_MINUTES)
  await Promise.all([writeDueFallbackTexts(deps), writeDueFallbackTexts(deps), run()])
  expect(await writeDueFallbackTexts(deps)).toBe(0)
  mailServer.outcome = () => ({ kind: 'rejected', reason: 'no such user' })
  clock.advance(TWO_MINUTES)
  await run()
  expect(await stored(mailId)).toMatchObject({ error: 'no such user' })
  expect(await mailsWithText()).toEqual([mailId])
  expect(fallback).toHaveLength(1)
})

test('a mail that was sent, or that has no fallback text, gets none', async () => {
  await aVitalMail()
  await run()
  await aVitalMail({ fallback: null })
  clock.advance(TWO_MINUTES)
  expect(await writeDueFallbackTexts(deps)).toBe(0)
  expect(await mailsWithText()).toEqual([])
})

test('a mail that is not needed any more gets no fallback text and is dropped, unless a worker is sending it', async () => {
  deps.isStillNeeded = async () => false
  const waiting = await aVitalMail()
  const underWay = await aVitalMail()
  await beingSent(underWay)
  clock.advance(TWO_MINUTES)
  await writeDueFallbackTexts(deps)
  expect(await mailsWithText()).toEqual([])
  expect((await stored(waiting)).error).toBe(NOT_NEEDED)
  expect((await stored(underWay)).failedAt).toBeNull()
})

test('of many mails those about a request for help get their fallback text first, and all of them get theirs', async () => {
  const ordinary: number[] = []
  for (let n = 0; n < 12; n++) ordinary.push(await aVitalMail())
  const help = await aVitalMail({ isHelp: true })
  clock.advance(TWO_MINUTES)
  await writeDueFallbackTexts(deps)
  expect(await mailsWithText()).toEqual([help, ...ordinary])
})

test('a fallback text that cannot be written keeps no other from being written, and is written later', async () => {
  const broken = await aVitalMail()
  const other = await aVitalMail()
  const { onFallback } = deps
  deps.onFallback = async (trx, messages) => {
    if (messages.mailId === broken) throw new Error('The incident is locked')
    await onFallback(trx, messages)
  }
  clock.advance(TWO_MINUTES)
  await expect(writeDueFallbackTexts(deps)).rejects.toThrow('1 of its parts failed')
  expect(await mailsWithText()).toEqual([other])
  deps.onFallback = onFallback
  await writeDueFallbackTexts(deps)
  expect(await mailsWithText()).toEqual([other, broken])
})

test('a fallback text does not wait for a mail server that hangs', async () => {
  const hung = Promise.withResolvers<DeliveryResult>()
  deps.mail = { close: () => {}, send: () => hung.promise }
  await aVitalMail({ fallback: null })
  clock.advance(TWO_MINUTES)
  const loops = messagePollLoops(deps).loops.map((loop) =>
    runPollLoop({ everyMs: 5, clock, log: deps.log, onStuck: async () => {}, loop }),
  )
  // While the poll for mails waits for the mail server, a further mail becomes due.
  const mailId = await aVitalMail({ createdAt: new Date(clock.now().getTime() - TWO_MINUTES) })
  await expect.poll(mailsWithText).toEqual([mailId])
  hung.resolve({ kind: 'accepted', providerId: null })
  await Promise.all(loops.map((loop) => loop.stop()))
})
