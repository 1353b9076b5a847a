import { describe, expect, test } from 'vitest'
import { noMail } from '#server/adapters/mail/no-mail.ts'
import { outboxMail } from '#server/adapters/mail/outbox-mail.ts'
import { NO_LIMITS } from '#server/platform/visitors/limits.ts'
import {
  aMessage,
  clock,
  database,
  deps,
  fallback,
  jobs,
  mailServer,
  mails,
  run,
  setUpDelivery,
  stored,
  undelivered,
} from '#test/delivery-fixture.ts'
import { deleteEverybody, insertAccount } from '#test/insert-account.ts'
import { insertMember } from '#test/insert-member.ts'
import { aRefusal } from '#test/refusals.ts'
import { enqueueMessage } from '../enqueue-message.ts'
import { deliverMessage } from './deliver-message.ts'
import { OVER_SPEND } from './texts-of-day.ts'

setUpDelivery()

describe('writing messages', () => {
  test('a message about the same fact is written once', async () => {
    await aMessage({ dedupeKey: 'fact 1' })
    await expect(aMessage({ dedupeKey: 'fact 1' })).rejects.toThrow('written before')
    await run()
    expect(mails).toHaveLength(1)
  })

  test('no message is sent about a fact that was rolled back', async () => {
    const failing = database.db.transaction().execute(async (trx) => {
      await enqueueMessage(jobs, trx, { channel: 'email', recipient: 'x@example.com', text: 'x', dedupeKey: 'rolled' })
      throw new Error('the change failed')
    })
    await expect(failing).rejects.toThrow('the change failed')
    const rows = await database.db.selectFrom('messages').where('dedupeKey', '=', 'rolled').selectAll().execute()
    expect(rows).toEqual([])
  })
})

describe('delivering', () => {
  test('a mail is handed over and noted', async () => {
    const messageId = await aMessage()
    await run()
    expect(mails).toEqual([{ to: 'jane@example.com', subject: 'News', text: 'All is well', messageId }])
    expect(await stored(messageId)).toMatchObject({
      sentAt: clock.now(),
      providerId: 'the-server-has-it',
      failedAt: null,
    })
  })

  test('a delivery that runs twice sends once', async () => {
    const messageId = await aMessage()
    await Promise.all([deliverMessage(deps, messageId), deliverMessage(deps, messageId)])
    await deliverMessage(deps, messageId)
    clock.advance(3_600_000)
    await run()
    expect(mails).toHaveLength(1)
  })

  test('a secret is blanked once a mail server has it', async () => {
    const messageId = await aMessage({ text: 'https://example.com/?token=secret', isSecret: true })
    await run()
    expect((await stored(messageId)).text).toBe('(removed after delivery)')
  })

  test('a secret stays if there is no mail server: the row is the outbox', async () => {
    deps.mail = outboxMail()
    const messageId = await aMessage({ text: 'the link', isSecret: true })
    await run()
    expect(await stored(messageId)).toMatchObject({ text: 'the link', sentAt: clock.now() })
  })

  test('a message that is rejected is final', async () => {
    mailServer.outcome = () => ({ kind: 'rejected', reason: 'no such address' })
    const messageId = await aMessage()
    await run()
    clock.advance(86_400_000)
    await run()
    expect(mails).toHaveLength(1)
    expect(await stored(messageId)).toMatchObject({
      failedAt: expect.any(Date),
      error: 'no such address',
      sentAt: null,
    })
    expect(undelivered).toEqual([messageId])
  })

  test.each(['says so', 'throws'])(
    'a server that is away and %s is retried, less and less often, for a day',
    async (how) => {
      mailServer.outcome = () => {
        if (how === 'throws') throw new Error('connection cut')
        return { kind: 'unreachable', reason: 'connection refused' }
      }
      const messageId = await aMessage()
      const pauses: number[] = []
      await run()
      while (jobs.sent[0]?.startAfter) {
        const { startAfter } = jobs.sent[0]
        pauses.push((startAfter.getTime() - clock.now().getTime()) / 1000)
        clock.set(startAfter)
        await run()
      }
      expect(mails).toHaveLength(pauses.length + 1)
      expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
      expect(pauses.reduce((sum, pause) => sum + pause)).toBeGreaterThan(82_800)
      expect(await stored(messageId)).toMatchObject({ failedAt: clock.now(), sentAt: null })
      expect(undelivered).toEqual([messageId])
    },
  )

  test('an urgent message is retried every minute for six hours, then every hour for a day', async () => {
    mailServer.outcome = () => ({ kind: 'unreachable', reason: 'connection refused' })
    const messageId = await aMessage({ isUrgent: true, createdAt: clock.now() })
    const began = clock.now().getTime()
    let waited = 0
    await run()
    while (jobs.sent[0]?.startAfter) {
      const { startAfter } = jobs.sent[0]
      const age = clock.now().getTime() - began
      waited = startAfter.getTime() - clock.now().getTime()
      expect(waited).toBeLessThanOrEqual(age < 6 * 3_600_000 ? 60_000 : 3_600_000)
      clock.set(startAfter)
      await run()
    }
    expect(clock.now().getTime() - began).toBeGreaterThan(23 * 3_600_000)
    expect(await stored(messageId)).toMatchObject({ failedAt: clock.now() })
    expect(undelivered).toEqual([messageId])
  })

  test('a text of an account whose email was not confirmed is not sent, and a mail is', async () => {
    const sent: string[] = []
    deps.texts = {
      ...deps.texts,
      send: async ({ to }) => {
        sent.push(to)
        return { kind: 'kept' }
      },
    }
    const { id: accountId } = await insertAccount(database.db, {
      username: 'waits',
      email: 'waits@example.com',
      passwordHash: 'none',
    })
    const text = { channel: 'sms', recipient: '+61491570157', subject: null, accountId } as const
    const before = await aMessage(text)
    await aMessage({ accountId })
    await run()
    expect({ sent, mails: mails.length, undelivered }).toEqual({ sent: [], mails: 1, undelivered: [before] })
    await database.db.updateTable('accounts').set({ verifiedAt: new Date() }).where('id', '=', accountId).execute()
    await aMessage(text)
    await run()
    expect(sent).toEqual(['+61491570157'])
  })

  test('a text to a phone that refuses texts never reaches the provider, whatever it is about', async () => {
    const sent: string[] = []
    deps.texts = {
      ...deps.texts,
      send: async ({ to }) => {
        sent.push(to)
        return { kind: 'kept' }
      },
    }
    const [refuses, takesTexts] = ['+61491570157', '+61491570158']
    await aRefusal(database.db, { phoneNumber: refuses, texts: true }, clock.now())
    await aRefusal(database.db, { phoneNumber: takesTexts, calls: true }, clock.now())
    const text = { channel: 'sms', subject: null, isUrgent: true, isHelp: true } as const
    const unsent = await aMessage({ ...text, recipient: refuses })
    await aMessage({ ...text, recipient: takesTexts })
    await run()
    expect({ sent, undelivered }).toEqual({ sent: [takesTexts], undelivered: [unsent] })
    expect((await stored(unsent)).error).toBe('This phone wants no text messages')
    await database.db.deleteFrom('phoneRefusals').execute()
  })

  test('a message that is not wanted any more is not sent, and nothing follows from that', async () => {
    mailServer.outcome = () => ({ kind: 'unreachable', reason: 'connection refused' })
    const messageId = await aMessage({ isUrgent: true })
    await run()
    mailServer.outcome = () => ({ kind: 'accepted', providerId: null })
    deps.isStillNeeded = async (id) => id !== messageId
    clock.advance(60_000)
    await run()
    expect(mails).toHaveLength(1)
    expect(await stored(messageId)).toMatchObject({ failedAt: clock.now(), sentAt: null, error: 'Not needed any more' })
    expect(undelivered).toEqual([])
    expect(jobs.sent).toEqual([])
  })

  test('a server that comes back gets the mail', async () => {
    mailServer.outcome = () => ({ kind: 'unreachable', reason: 'connection refused' })
    const messageId = await aMessage()
    await run()
    mailServer.outcome = () => ({ kind: 'accepted', providerId: null })
    clock.advance(5000)
    await run()
    expect(await stored(messageId)).toMatchObject({ sentAt: clock.now(), error: null })
    expect(undelivered).toEqual([])
  })

  test('a listener is notified of a rejected message only if the refusal is committed', async () => {
    mailServer.outcome = () => ({ kind: 'rejected', reason: 'no such address' })
    deps.onUndelivered = async () => {
      throw new Error('the next step could not be taken')
    }
    const messageId = await aMessage()
    await expect(run()).rejects.toThrow('the next step could not be taken')
    expect(await stored(messageId)).toMatchObject({ failedAt: null })
  })

  test('the message of a worker that died while sending is taken over when its claim ends', async () => {
    const messageId = await aMessage()
    jobs.sent.length = 0
    const claimedUntil = new Date(clock.now().getTime() + 120_000)
    await database.db.updateTable('messages').set({ claimedUntil, tries: 1 }).where('id', '=', messageId).execute()
    await deliverMessage(deps, messageId)
    expect(mails).toHaveLength(0)
    clock.set(claimedUntil)
    await run()
    expect(mails).toHaveLength(1)
  })
})

test('mails and texts wait in separate queues, and urgent ones go first', async () => {
  await aMessage({ isUrgent: true })
  await aMessage({ channel: 'sms', recipient: '+61491570156' })
  expect(jobs.sent).toMatchObject([
    { name: 'deliver-mail', priority: 1 },
    { name: 'deliver-text', priority: 0 },
  ])
})

describe('mails that have a fallback text', () => {
  const aVitalMail = () =>
    aMessage({
      createdAt: clock.now(),
      text: 'She was not reached',
      isUrgent: true,
      fallback: { recipient: '+61491570111', text: 'Cooee: look' },
    })
  const fallbackTexts = (mailId: number) =>
    database.db.selectFrom('messages').selectAll().where('dedupeKey', '=', `instead:${mailId}`).execute()

  test('a mail with a fallback text that is delivered needs no text message', async () => {
    const mailId = await aVitalMail()
    await run()
    expect(await fallbackTexts(mailId)).toEqual([])
  })

  test('a mail that is rejected is replaced by its fallback text at once', async () => {
    mailServer.outcome = () => ({ kind: 'rejected', reason: 'no such address' })
    const mailId = await aVitalMail()
    await run()
    const [text] = await fallbackTexts(mailId)
    expect(text).toMatchObject({ channel: 'sms', recipient: '+61491570111', text: 'Cooee: look', isUrgent: true })
    expect(text?.sentAt).not.toBeNull()
    expect(fallback).toEqual([{ mailId, textId: text?.id }])
  })

  test('a mail is replaced by its fallback text at once if there is no mail server at all', async () => {
    deps.mail = noMail()
    const mailId = await aVitalMail()
    await run()
    expect(await stored(mailId)).toMatchObject({ sentAt: null, error: 'No mail server is connected' })
    expect(await fallbackTexts(mailId)).toHaveLength(1)
    expect(undelivered).toEqual([mailId])
  })

  test('a mail that no server takes for minutes gets one fallback text, and is still retried', async () => {
    mailServer.outcome = () => ({ kind: 'unreachable', reason: 'connection refused' })
    const mailId = await aVitalMail()
    await run()
    expect(await fallbackTexts(mailId)).toEqual([])
    for (let minute = 0; minute < 10; minute++) {
      clock.advance(60_000)
      await run()
    }
    expect(await fallbackTexts(mailId)).toHaveLength(1)
    mailServer.outcome = () => ({ kind: 'accepted', providerId: 'late' })
    clock.advance(60_000)
    await run()
    expect(await stored(mailId)).toMatchObject({ providerId: 'late' })
  })
})

describe('daily limits of text messages', () => {
  const anAccount = () =>
    insertAccount(database.db, {
      username: `t${Math.random()}`,
      email: `${Math.random()}@example.com`,
      verifiedEmail: `${Math.random()}@example.com`,
      passwordHash: 'none',
    })
  const texts = (accountId: number, many: number, fields: { isHelp?: boolean; recipient?: string } = {}) =>
    Promise.all(
      Array.from({ length: many }, () =>
        aMessage({ channel: 'sms', recipient: '+61491570156', accountId, createdAt: clock.now(), ...fields }),
      ),
    )
  const unsent = async (accountId: number) =>
    database.db
      .selectFrom('messages')
      .select('error')
      .where('accountId', '=', accountId)
      .where('failedAt', 'is not', null)
      .execute()

  test('an account may send so many texts a day; a text over the limit counts as undelivered, which is reported once by mail', async () => {
    deps.limits = { ...NO_LIMITS, textsPerDay: 10 }
    const [one, other] = [await anAccount(), await anAccount()]
    await texts(one.id, 30)
    await texts(other.id, 2)
    await run()
    expect((await unsent(one.id)).length).toBe(20)
    expect(await unsent(other.id), 'somebody else').toEqual([])
    expect(undelivered).toHaveLength(20)
    await run()
    expect(mails.map(({ subject }) => subject)).toEqual(["We couldn't send some texts today"])
    clock.advance(25 * 3_600_000)
    await texts(one.id, 1)
    await run()
    expect((await unsent(one.id)).length, 'a day later').toBe(20)
  })

  test('the text messages of all accounts to one phone are limited to so many a day, each with its share, and that is reported', async () => {
    deps.limits = { ...NO_LIMITS, textsPerNumberDay: 6 }
    const toTom = { recipient: '+61491571999' }
    const [stranger, robyn] = [await anAccount(), await anAccount()]
    await texts(stranger.id, 10, toTom)
    await run()
    expect((await unsent(stranger.id)).length).toBe(4)
    await texts(robyn.id, 5, toTom)
    await run()
    expect((await unsent(robyn.id)).length, 'half of them are hers').toBe(2)
    await run()
    expect(mails.at(-1)?.subject).toBe("We couldn't send some texts to one phone today")
  })

  test('text messages stop at the daily spending limit, which is reported once by mail; help is sent', async () => {
    const spend = {
      dailyCents: 1,
      prices: { careCall: 0, alertCall: 0, minute: 0, text: 1, inboundText: 0 },
      isBillingOn: true,
    }
    deps.limits = { ...NO_LIMITS, spend }
    clock.set(new Date('2026-03-12T00:00:00.000Z'))
    const { id } = await anAccount()
    await texts(id, 1, { isHelp: true })
    await run()
    await texts(id, 2)
    await texts(id, 2, { isHelp: true })
    await run()
    expect(await unsent(id)).toEqual(Array(2).fill({ error: OVER_SPEND }))
    expect(undelivered).toHaveLength(2)
    await run()
    expect(mails.map(({ subject }) => subject)).toEqual(["We can't make some calls or send some texts today"])
  })

  test('the text messages of an account leave as much again for help', async () => {
    deps.limits = { ...NO_LIMITS, textsPerDay: 2 }
    const { id } = await anAccount()
    await texts(id, 2)
    await texts(id, 2, { isHelp: true })
    await run()
    expect(await unsent(id)).toEqual([])
  })
})

describe('news of a family', () => {
  test('news of a family does not leave for somebody who belongs to it no more, and everything about their login does', async () => {
    const jane = await insertAccount(database.db, { username: 'jane', email: 'jane@example.com' })
    const tom = await insertMember(database.db, jane, { firstName: 'Tom', phoneNumber: null })
    const to = { accountId: jane.id, personId: tom, recipient: 'tom@example.com' }
    const summary = await aMessage({ ...to, isForMember: true })
    const password = await aMessage(to)
    const stays = await aMessage({ ...to, personId: jane.personId, isForMember: true })
    await database.db.deleteFrom('members').where('personId', '=', tom).execute()
    await run()
    expect((await stored(summary)).error).toBe('Not needed any more')
    expect([(await stored(password)).sentAt, (await stored(stays)).sentAt]).toEqual([clock.now(), clock.now()])
    await deleteEverybody(database.db)
  })

  test('the text that stands in for such a mail does not leave either', async () => {
    const jane = await insertAccount(database.db, { username: 'jane', email: 'jane@example.com' })
    const tom = await insertMember(database.db, jane, { firstName: 'Tom', phoneNumber: null })
    const fallbackText = { recipient: '+61491570155', text: 'News' }
    mailServer.outcome = () => ({ kind: 'rejected', reason: 'No such mailbox' })
    await aMessage({ accountId: jane.id, personId: tom, isForMember: true, fallback: fallbackText })
    await run()
    const [written] = fallback
    expect(await stored(written?.textId ?? 0)).toMatchObject({ personId: tom, forMember: true })
    await deleteEverybody(database.db)
  })
})
