import { beforeEach, describe, expect, test } from 'vitest'
import type { DeliveryResult } from '#server/adapters/delivery.ts'
import { runPollLoop } from '#server/platform/work/poll-loop.ts'
import {
  aMessage,
  clock,
  database,
  deps,
  jobs,
  mailServer,
  mails,
  run,
  setUpDelivery,
  stored,
  undelivered,
} from '#test/delivery-fixture.ts'
import type { NewMessage } from '../enqueue-message.ts'
import { deliverMessage } from './deliver-message.ts'
import { messagePollLoops } from './deliver-messages-without-job.ts'
import { textProviderEvents } from './text-provider-events.ts'

setUpDelivery()

/** Once, each of the loops that deliver messages without a job. Returns how many messages they processed. */
async function pollOnce(): Promise<number> {
  const counts = await Promise.all(messagePollLoops(deps).loops.map(({ poll }) => poll(() => false)))
  return counts.reduce<number>((sum, count) => sum + Number(count), 0)
}

describe('workers that are delayed after their claim', () => {
  test('a worker that is delayed after its claim does not send: the next worker after the claim does, and nobody is notified twice', async () => {
    deps.isStillNeeded = async () => {
      clock.advance(61_000)
      return true
    }
    const messageId = await aMessage({ createdAt: clock.now() })
    await run()
    expect(mails).toEqual([])
    expect(await stored(messageId)).toMatchObject({ sentAt: null, failedAt: null })
    deps.isStillNeeded = async () => true
    clock.advance(60_000)
    await pollOnce()
    expect(mails).toHaveLength(1)
  })

  test('a worker that is delayed after its claim does not end the claim of the one that sends meanwhile', async () => {
    const messageId = await aMessage({ createdAt: clock.now() })
    const claimedUntil = new Date(clock.now().getTime() + 240_000)
    deps.mail.send = async () => {
      await database.db.updateTable('messages').set({ claimedUntil, tries: 2 }).where('id', '=', messageId).execute()
      return { kind: 'unreachable', reason: 'timeout' }
    }
    await run()
    expect(await stored(messageId)).toMatchObject({ claimedUntil, error: null })
    // So that the next tests do not find it.
    await database.db.deleteFrom('messages').where('id', '=', messageId).execute()
  })
})

describe('messages without a job', () => {
  const aForgottenMessage = async (fields: Partial<NewMessage> = {}) => {
    const messageId = await aMessage({ createdAt: clock.now(), ...fields })
    jobs.sent.length = 0
    return messageId
  }

  test('messages without a job are delivered two minutes after they were due, once', async () => {
    const messageId = await aForgottenMessage()
    clock.advance(119_000)
    expect(await pollOnce()).toBe(0)
    clock.advance(1_000)
    expect(await Promise.all([pollOnce(), pollOnce()])).toContain(1)
    expect(await pollOnce()).toBe(0)
    expect(mails).toHaveLength(1)
    expect(await stored(messageId)).toMatchObject({ sentAt: clock.now() })
  })

  test('messages without a job are left to a worker that is sending them, and taken over when it died', async () => {
    const messageId = await aForgottenMessage()
    const claimedUntil = new Date(clock.now().getTime() + 240_000)
    await database.db.updateTable('messages').set({ claimedUntil, tries: 1 }).where('id', '=', messageId).execute()
    clock.advance(180_000)
    expect(await pollOnce()).toBe(0)
    clock.set(claimedUntil)
    expect(await pollOnce()).toBe(1)
    expect(mails).toHaveLength(1)
  })

  test('messages without a job wait for their next try as if they had one', async () => {
    mailServer.outcome = () => ({ kind: 'unreachable', reason: 'connection refused' })
    await aMessage({ createdAt: clock.now() })
    for (let tries = 0; tries < 8; tries += 1) {
      clock.set(jobs.sent[0]?.startAfter ?? clock.now())
      await run()
    }
    const next = jobs.sent[0]?.startAfter ?? clock.now()
    jobs.sent.length = 0
    expect(mails).toHaveLength(8)
    clock.set(next)
    expect(await pollOnce()).toBe(0)
    clock.advance(120_000)
    expect(await pollOnce()).toBe(1)
    expect(mails).toHaveLength(9)
    await database.db.deleteFrom('messages').execute()
  })

  test('a text without a job does not wait for a mail server that hangs', async () => {
    const texts: string[] = []
    const hung = Promise.withResolvers<DeliveryResult>()
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
    const loops = messagePollLoops(deps).loops.map((loop) =>
      runPollLoop({ everyMs: 5, clock, log: deps.log, onStuck: async () => {}, loop }),
    )
    await expect.poll(() => texts).toEqual(['+61491570156'])
    // While the first poll still waits for the mail server, a further text is found.
    await aForgottenMessage({ channel: 'sms', recipient: '+61491570157' })
    clock.advance(120_000)
    await expect.poll(() => texts).toEqual(['+61491570156', '+61491570157'])
    hung.resolve({ kind: 'accepted', providerId: null })
    await Promise.all(loops.map((loop) => loop.stop()))
  })
})

describe('texts whose sending was interrupted', () => {
  let taken: { id: string; to: string; text: string }[]
  let isDown: boolean
  /** What the provider answers; `lost`: it takes the text and the answer never arrives. */
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
    await pollOnce()
  }

  test('a text whose sending was interrupted is found at the provider, and not sent again', async () => {
    answers = ['lost']
    const id = await aText()
    await run()
    await later(60_000)
    expect(taken).toHaveLength(1)
    expect(await stored(id)).toMatchObject({ providerId: 'SM1', sentAt: clock.now() })
  })

  test('a text whose sending was interrupted by a crash is found, too, once no worker can still be sending it', async () => {
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

  test('a text whose sending was interrupted is not sent while the provider cannot be asked', async () => {
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

  test('a text whose sending was interrupted is sent again if the provider does not have it', async () => {
    answers = ['busy', 'busy', 'taken']
    const id = await aText()
    await run()
    await later(60_000)
    await later(60_000)
    expect(taken).toHaveLength(1)
    expect(await stored(id)).toMatchObject({ providerId: 'SM1' })
  })

  test('a text whose sending was interrupted is not taken for another with the same words', async () => {
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

  test('a text that was taken for another with the same words while its answer was on the way is sent again', async () => {
    answers = ['busy']
    const first = await aText()
    await run()
    clock.advance(60_000)
    const second = await aText()
    jobs.sent.length = 0
    const { send } = deps.texts
    deps.texts.send = async (text) => {
      deps.texts.send = send
      const answer = await send(text)
      await deliverMessage(deps, first)
      return answer
    }
    await deliverMessage(deps, second)
    expect(await stored(first)).toMatchObject({ providerId: 'SM1', sentAt: clock.now() })
    expect(await stored(second)).toMatchObject({ providerId: null, sentAt: null })
    await later(60_000)
    expect(await stored(second)).toMatchObject({ providerId: 'SM2', sentAt: clock.now() })
    expect(taken).toHaveLength(2)
  })

  describe('texts with the same words, of which the provider has one', () => {
    let first: number
    let second: number
    beforeEach(async () => {
      first = await aText()
      answers = ['busy']
      await run()
      second = await aText()
      answers = ['lost']
      await deliverMessage(deps, second)
      jobs.sent.length = 0
      clock.advance(60_000)
    })

    test('one of two texts with the same words that are reconciled at the same moment is found, and the other is sent', async () => {
      const { find } = deps.texts
      const bothAsk = Promise.withResolvers<void>()
      let asking = 0
      deps.texts.find = async (query) => {
        asking += 1
        if (asking === 2) bothAsk.resolve()
        await bothAsk.promise
        return find(query)
      }
      await Promise.all([deliverMessage(deps, first), deliverMessage(deps, second)])
      expect(taken).toHaveLength(2)
      const ids = [await stored(first), await stored(second)].map(({ providerId }) => providerId)
      expect(ids.sort()).toEqual(['SM1', 'SM2'])
    })

    test('a late delivery report counts for the message it is matched to, and the other message is sent', async () => {
      await deliverMessage(deps, first)
      expect(await stored(first)).toMatchObject({ providerId: 'SM1', sentAt: clock.now() })
      const facts = textProviderEvents(deps)
      await facts.progressed(second, 'delivered', null, 'SM1')
      expect(await stored(first)).toMatchObject({ delivery: 'delivered' })
      expect(await stored(second)).toMatchObject({ sentAt: null, delivery: null })
      await deliverMessage(deps, second)
      await facts.progressed(second, 'delivered', null, 'SM2')
      expect(await stored(second)).toMatchObject({ providerId: 'SM2', delivery: 'delivered' })
      expect(taken).toHaveLength(2)
    })

    test('a late report of a loss counts for the message it is matched to', async () => {
      await deliverMessage(deps, first)
      await textProviderEvents(deps).progressed(second, 'failed', 'Unreachable', 'SM1')
      expect(undelivered).toEqual([first])
    })

    test('a report that comes before the reconciliation leaves the text to the message it was sent for', async () => {
      await textProviderEvents(deps).progressed(second, 'delivered', null, 'SM1')
      await deliverMessage(deps, first)
      await deliverMessage(deps, second)
      expect(await stored(second)).toMatchObject({ providerId: 'SM1' })
      expect(await stored(first)).toMatchObject({ providerId: 'SM2' })
      expect(taken).toHaveLength(2)
    })
  })
})
