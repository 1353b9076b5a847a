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
import { aRefusal } from '#test/refusals.ts'
import { enqueueMessage } from '../enqueue-message.ts'
import { deliverMessage } from './deliver-message.ts'
import { BEYOND_SPEND } from './texts-of-day.ts'

setUpDelivery()

describe('writing a message', () => {
  test('the same fact is told once', async () => {
    await aMessage({ dedupeKey: 'fact 1' })
    await expect(aMessage({ dedupeKey: 'fact 1' })).rejects.toThrow('written before')
    await run()
    expect(mails).toHaveLength(1)
  })

  test('nothing is told of what was rolled back', async () => {
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
  test('hands the mail over and notes it', async () => {
    const messageId = await aMessage()
    await run()
    expect(mails).toEqual([{ to: 'jane@example.com', subject: 'News', text: 'All is well', messageId }])
    expect(await stored(messageId)).toMatchObject({
      sentAt: clock.now(),
      providerId: 'the-server-has-it',
      failedAt: null,
    })
  })

  test('run twice, sends once', async () => {
    const messageId = await aMessage()
    await Promise.all([deliverMessage(deps, messageId), deliverMessage(deps, messageId)])
    await deliverMessage(deps, messageId)
    clock.advance(3_600_000)
    await run()
    expect(mails).toHaveLength(1)
  })

  test('a secret is forgotten once a mail server has it', async () => {
    const messageId = await aMessage({ text: 'https://example.com/?token=secret', isSecret: true })
    await run()
    expect((await stored(messageId)).text).toBe('(removed after delivery)')
  })

  test('a secret stays where there is no mail server: the row is the outbox', async () => {
    deps.mail = outboxMail()
    const messageId = await aMessage({ text: 'the link', isSecret: true })
    await run()
    expect(await stored(messageId)).toMatchObject({ text: 'the link', sentAt: clock.now() })
  })

  test('a refusal is final', async () => {
    mailServer.outcome = () => ({ kind: 'refused', reason: 'no such address' })
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
    'a server that is away and %s is asked again, later and later, for a day',
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

  test('what is urgent is tried every minute for six hours, then every hour for a day', async () => {
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
    const { id: accountId } = await database.db
      .insertInto('accounts')
      .values({ username: 'waits', email: 'waits@example.com', passwordHash: 'none' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const text = { channel: 'sms', recipient: '+61491570157', subject: null, accountId } as const
    const before = await aMessage(text)
    await aMessage({ accountId })
    await run()
    expect({ sent, mails: mails.length, undelivered }).toEqual({ sent: [], mails: 1, undelivered: [before] })
    await database.db.updateTable('accounts').set({ verifiedEmail: 'waits@example.com' }).execute()
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

  test('what is not wanted any more is not sent, and nothing follows from that', async () => {
    mailServer.outcome = () => ({ kind: 'unreachable', reason: 'connection refused' })
    const messageId = await aMessage({ isUrgent: true })
    await run()
    mailServer.outcome = () => ({ kind: 'accepted', providerId: null })
    deps.isStillWanted = async (id) => id !== messageId
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

  test('what depends on a message that is refused is not told of it unless that is noted', async () => {
    mailServer.outcome = () => ({ kind: 'refused', reason: 'no such address' })
    deps.onUndelivered = async () => {
      throw new Error('the next step could not be taken')
    }
    const messageId = await aMessage()
    await expect(run()).rejects.toThrow('the next step could not be taken')
    expect(await stored(messageId)).toMatchObject({ failedAt: null })
  })

  test('a worker that died while sending is taken over when its claim ends', async () => {
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

test('mails and texts wait in queues of their own, and what is urgent goes first', async () => {
  await aMessage({ isUrgent: true })
  await aMessage({ channel: 'sms', recipient: '+61491570156' })
  expect(jobs.sent).toMatchObject([
    { name: 'deliver-mail', priority: 1 },
    { name: 'deliver-text', priority: 0 },
  ])
})

describe('a mail that may not stay unknown', () => {
  const aVitalMail = () =>
    aMessage({
      createdAt: clock.now(),
      text: 'She was not reached',
      isUrgent: true,
      fallback: { recipient: '+61491570111', text: 'Cooee: look' },
    })
  const fallbackTexts = (mailId: number) =>
    database.db.selectFrom('messages').selectAll().where('dedupeKey', '=', `instead:${mailId}`).execute()

  test('that is delivered needs no text message', async () => {
    const mailId = await aVitalMail()
    await run()
    expect(await fallbackTexts(mailId)).toEqual([])
  })

  test('is replaced by a text message at once when it is refused', async () => {
    mailServer.outcome = () => ({ kind: 'refused', reason: 'no such address' })
    const mailId = await aVitalMail()
    await run()
    const [text] = await fallbackTexts(mailId)
    expect(text).toMatchObject({ channel: 'sms', recipient: '+61491570111', text: 'Cooee: look', isUrgent: true })
    expect(text?.sentAt).not.toBeNull()
    expect(fallback).toEqual([{ mailId, textId: text?.id }])
  })

  test('is replaced at once where there is no mail server at all', async () => {
    deps.mail = noMail()
    const mailId = await aVitalMail()
    await run()
    expect(await stored(mailId)).toMatchObject({ sentAt: null, error: 'No mail server is connected' })
    expect(await fallbackTexts(mailId)).toHaveLength(1)
    expect(undelivered).toEqual([mailId])
  })

  test('is helped out by one text message when no server takes it for minutes, and is tried further', async () => {
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

describe('the text messages of an account', () => {
  const anAccount = () =>
    database.db
      .insertInto('accounts')
      .values({
        username: `t${Math.random()}`,
        email: `${Math.random()}@example.com`,
        verifiedEmail: `${Math.random()}@example.com`,
        passwordHash: 'none',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
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

  test('are so many a day at most; what is not sent goes the way of what cannot be delivered, and is told once by mail', async () => {
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

  test('to one phone are so many a day by all accounts together, each with its share, and that is told', async () => {
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

  test('stop at the spend of the day, which is told once by mail; help leaves', async () => {
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
    expect(await unsent(id)).toEqual(Array(2).fill({ error: BEYOND_SPEND }))
    expect(undelivered).toHaveLength(2)
    await run()
    expect(mails.map(({ subject }) => subject)).toEqual(["We can't make some calls or send some texts today"])
  })

  test('leave as much again for help', async () => {
    deps.limits = { ...NO_LIMITS, textsPerDay: 2 }
    const { id } = await anAccount()
    await texts(id, 2)
    await texts(id, 2, { isHelp: true })
    await run()
    expect(await unsent(id)).toEqual([])
  })
})
