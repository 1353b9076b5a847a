import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DeliveryOutcome } from '#server/adapters/delivery.ts'
import type { OutgoingMail } from '#server/adapters/mail/mail.ts'
import { noMail } from '#server/adapters/mail/no-mail.ts'
import { outboxMail } from '#server/adapters/mail/outbox-mail.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { type MovableClock, movableClock } from '#test/movable-clock.ts'
import { type ScriptedJobs, scriptedJobs } from '#test/scripted-jobs.ts'
import { deliverForgotten } from './deliver-forgotten.ts'
import { type DeliveryDeps, deliverMessage, deliveryHandlers } from './deliver-message.ts'
import { DELIVERY_PATIENCE } from './delivery-patience.ts'
import { enqueueMessage, type NewMessage } from './enqueue-message.ts'

let database: TestDatabase
let clock: MovableClock
let jobs: ScriptedJobs
let mails: OutgoingMail[]
let undelivered: number[]
let instead: { mailId: number; textId: number }[]
let outcome: () => DeliveryOutcome
let deps: DeliveryDeps
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(() => {
  clock = movableClock(new Date('2026-03-10T00:00:00.000Z'))
  jobs = scriptedJobs()
  mails = []
  undelivered = []
  instead = []
  outcome = () => ({ kind: 'accepted', providerId: 'the-server-has-it' })
  deps = {
    db: database.db,
    jobs,
    clock,
    mail: {
      close: () => {},
      send: async (mail) => {
        mails.push(mail)
        return outcome()
      },
    },
    texts: { send: async () => ({ kind: 'kept' }), find: async () => ({ kind: 'absent' }) },
    patience: DELIVERY_PATIENCE,
    isStillWanted: async () => true,
    onInstead: async (_trx, messages) => {
      instead.push(messages)
    },
    onUndelivered: async (_trx, messageId) => {
      undelivered.push(messageId)
    },
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
  }
})
afterAll(() => database.close())

const run = () => jobs.runDue(deliveryHandlers(deps), clock.now())

async function aMessage(fields: Partial<NewMessage> = {}): Promise<number> {
  const message: NewMessage = {
    channel: 'email',
    recipient: 'jane@example.com',
    subject: 'News',
    text: 'All is well',
    ...fields,
  }
  const id = await database.db.transaction().execute((trx) => enqueueMessage(jobs, trx, message))
  if (id === null) throw new Error('The message had been written before')
  return id
}

const stored = (id: number) =>
  database.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

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
    outcome = () => ({ kind: 'refused', reason: 'no such address' })
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
      outcome = () => {
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
    outcome = () => ({ kind: 'unreachable', reason: 'connection refused' })
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

  test('what is not wanted any more is not sent, and nothing follows from that', async () => {
    outcome = () => ({ kind: 'unreachable', reason: 'connection refused' })
    const messageId = await aMessage({ isUrgent: true })
    await run()
    outcome = () => ({ kind: 'accepted', providerId: null })
    deps.isStillWanted = async (id) => id !== messageId
    clock.advance(60_000)
    await run()
    expect(mails).toHaveLength(1)
    expect(await stored(messageId)).toMatchObject({ failedAt: clock.now(), sentAt: null, error: 'Not needed any more' })
    expect(undelivered).toEqual([])
    expect(jobs.sent).toEqual([])
  })

  test('a server that comes back gets the mail', async () => {
    outcome = () => ({ kind: 'unreachable', reason: 'connection refused' })
    const messageId = await aMessage()
    await run()
    outcome = () => ({ kind: 'accepted', providerId: null })
    clock.advance(5000)
    await run()
    expect(await stored(messageId)).toMatchObject({ sentAt: clock.now(), error: null })
    expect(undelivered).toEqual([])
  })

  test('what depends on a message that is refused is not told of it unless that is noted', async () => {
    outcome = () => ({ kind: 'refused', reason: 'no such address' })
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

describe('a worker that is held up after its claim', () => {
  test('does not send: whoever comes after the claim does, and nobody is told twice', async () => {
    deps.isStillWanted = async () => {
      clock.advance(61_000)
      return true
    }
    const messageId = await aMessage({ createdAt: clock.now() })
    await run()
    expect(mails).toEqual([])
    expect(await stored(messageId)).toMatchObject({ sentAt: null, failedAt: null })
    deps.isStillWanted = async () => true
    clock.advance(60_000)
    await deliverForgotten(deps)
    expect(mails).toHaveLength(1)
  })

  test('does not end the claim of the one who sends it meanwhile', async () => {
    const messageId = await aMessage({ createdAt: clock.now() })
    const claimedUntil = new Date(clock.now().getTime() + 240_000)
    deps.mail.send = async () => {
      await database.db.updateTable('messages').set({ claimedUntil, tries: 2 }).where('id', '=', messageId).execute()
      return { kind: 'unreachable', reason: 'timeout' }
    }
    await run()
    expect(await stored(messageId)).toMatchObject({ claimedUntil, error: null })
    // Not for the tests that follow to find.
    await database.db.deleteFrom('messages').where('id', '=', messageId).execute()
  })
})

describe('messages that no job comes for', () => {
  const aForgottenMessage = async (fields: Partial<NewMessage> = {}) => {
    const messageId = await aMessage({ createdAt: clock.now(), ...fields })
    jobs.sent.length = 0
    return messageId
  }

  test('are delivered two minutes after they were due, once', async () => {
    const messageId = await aForgottenMessage()
    clock.advance(119_000)
    expect(await deliverForgotten(deps)).toBe(0)
    clock.advance(1_000)
    expect(await Promise.all([deliverForgotten(deps), deliverForgotten(deps)])).toContain(1)
    expect(await deliverForgotten(deps)).toBe(0)
    expect(mails).toHaveLength(1)
    expect(await stored(messageId)).toMatchObject({ sentAt: clock.now() })
  })

  test('are left to whoever is sending them, and taken over when they died', async () => {
    const messageId = await aForgottenMessage()
    const claimedUntil = new Date(clock.now().getTime() + 240_000)
    await database.db.updateTable('messages').set({ claimedUntil, tries: 1 }).where('id', '=', messageId).execute()
    clock.advance(180_000)
    expect(await deliverForgotten(deps)).toBe(0)
    clock.set(claimedUntil)
    expect(await deliverForgotten(deps)).toBe(1)
    expect(mails).toHaveLength(1)
  })

  test('wait for their next try as if they had one', async () => {
    outcome = () => ({ kind: 'unreachable', reason: 'connection refused' })
    await aMessage({ createdAt: clock.now() })
    for (let tries = 0; tries < 8; tries += 1) {
      clock.set(jobs.sent[0]?.startAfter ?? clock.now())
      await run()
    }
    const next = jobs.sent[0]?.startAfter ?? clock.now()
    jobs.sent.length = 0
    expect(mails).toHaveLength(8)
    clock.set(next)
    expect(await deliverForgotten(deps)).toBe(0)
    clock.advance(120_000)
    expect(await deliverForgotten(deps)).toBe(1)
    expect(mails).toHaveLength(9)
    await database.db.deleteFrom('messages').execute()
  })

  test('a text does not wait for a mail server that hangs', async () => {
    const texts: string[] = []
    const hung = Promise.withResolvers<DeliveryOutcome>()
    deps.mail = { close: () => {}, send: () => hung.promise }
    deps.texts = {
      send: async ({ to }) => {
        texts.push(to)
        return { kind: 'accepted', providerId: null }
      },
      find: async () => ({ kind: 'absent' }),
    }
    await aForgottenMessage()
    await aForgottenMessage({ channel: 'sms', recipient: '+61491570156' })
    clock.advance(120_000)
    const round = deliverForgotten(deps)
    await expect.poll(() => texts).toEqual(['+61491570156'])
    hung.resolve({ kind: 'accepted', providerId: null })
    expect(await round).toBe(2)
  })
})

describe('a text whose sending was interrupted', () => {
  let taken: { id: string; to: string; text: string }[]
  let isDown: boolean
  /** What the provider answers; `lost`: it takes the text and nobody hears of it. */
  let answers: ('lost' | 'busy' | 'taken')[]

  beforeEach(async () => {
    await database.db.deleteFrom('messages').execute()
    taken = []
    isDown = false
    answers = []
    deps.texts = {
      send: async ({ to, text }) => {
        const answer = answers.shift() ?? 'taken'
        if (answer === 'busy') return { kind: 'unreachable', reason: '503' }
        const id = `SM${taken.length + 1}`
        taken.push({ id, to, text })
        if (answer === 'lost') throw new Error('timeout')
        return { kind: 'accepted', providerId: id }
      },
      find: async ({ to, text }) => {
        if (isDown) return { kind: 'unavailable', reason: 'down' }
        const found = taken.filter((one) => one.to === to && one.text === text).map(({ id }) => id)
        return { kind: 'found', found: found.reverse() }
      },
    }
  })
  const aText = (text = 'Please ring Margaret') =>
    aMessage({ channel: 'sms', recipient: '+61491570156', subject: null, text, createdAt: clock.now() })
  async function later(milliseconds: number) {
    clock.advance(milliseconds)
    await run()
    await deliverForgotten(deps)
  }

  test('is found at the provider, and not sent again', async () => {
    answers = ['lost']
    const id = await aText()
    await run()
    await later(60_000)
    expect(taken).toHaveLength(1)
    expect(await stored(id)).toMatchObject({ providerId: 'SM1', sentAt: clock.now() })
  })

  test('by a crash is found, too, once nobody can be sending it any more', async () => {
    const id = await aText()
    const crash = new Promise<never>(() => {})
    const { send } = deps.texts
    deps.texts.send = async (text) => {
      await send(text)
      return crash
    }
    void deliverMessage(deps, id)
    await expect.poll(() => taken.length).toBe(1)
    deps.texts.send = send
    await later(39_000)
    expect((await stored(id)).sentAt).toBeNull()
    await later(2_000)
    expect(await stored(id)).toMatchObject({ providerId: 'SM1' })
    expect(taken).toHaveLength(1)
  })

  test('is not sent while the provider cannot be asked', async () => {
    answers = ['busy']
    await aText()
    await run()
    isDown = true
    await later(60_000)
    expect(taken).toHaveLength(0)
    isDown = false
    await later(60_000)
    expect(taken).toHaveLength(1)
  })

  test('is sent again where the provider does not have it', async () => {
    answers = ['busy', 'busy', 'taken']
    const id = await aText()
    await run()
    await later(60_000)
    await later(60_000)
    expect(taken).toHaveLength(1)
    expect(await stored(id)).toMatchObject({ providerId: 'SM1' })
  })

  test('is not taken for another with the same words', async () => {
    const first = await aText()
    await run()
    answers = ['busy', 'taken']
    const second = await aText()
    await run()
    await later(60_000)
    expect(taken).toHaveLength(2)
    expect(await stored(first)).toMatchObject({ providerId: 'SM1' })
    expect(await stored(second)).toMatchObject({ providerId: 'SM2' })
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
      instead: { recipient: '+61491570111', text: 'Cooee: look' },
    })
  const textsInstead = (mailId: number) =>
    database.db.selectFrom('messages').selectAll().where('dedupeKey', '=', `instead:${mailId}`).execute()

  test('that is delivered needs no text message', async () => {
    const mailId = await aVitalMail()
    await run()
    expect(await textsInstead(mailId)).toEqual([])
  })

  test('is replaced by a text message at once when it is refused', async () => {
    outcome = () => ({ kind: 'refused', reason: 'no such address' })
    const mailId = await aVitalMail()
    await run()
    const [text] = await textsInstead(mailId)
    expect(text).toMatchObject({ channel: 'sms', recipient: '+61491570111', text: 'Cooee: look', isUrgent: true })
    expect(text?.sentAt).not.toBeNull()
    expect(instead).toEqual([{ mailId, textId: text?.id }])
  })

  test('is replaced at once where there is no mail server at all', async () => {
    deps.mail = noMail()
    const mailId = await aVitalMail()
    await run()
    expect(await stored(mailId)).toMatchObject({ sentAt: null, error: 'No mail server is connected' })
    expect(await textsInstead(mailId)).toHaveLength(1)
    expect(undelivered).toEqual([mailId])
  })

  test('is helped out by one text message when no server takes it for minutes, and is tried further', async () => {
    outcome = () => ({ kind: 'unreachable', reason: 'connection refused' })
    const mailId = await aVitalMail()
    await run()
    expect(await textsInstead(mailId)).toEqual([])
    for (let minute = 0; minute < 10; minute++) {
      clock.advance(60_000)
      await run()
    }
    expect(await textsInstead(mailId)).toHaveLength(1)
    outcome = () => ({ kind: 'accepted', providerId: 'late' })
    clock.advance(60_000)
    await run()
    expect(await stored(mailId)).toMatchObject({ providerId: 'late' })
  })
})
