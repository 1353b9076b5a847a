import { expect, onTestFinished, test } from 'vitest'
import { startJobEngine } from '#server/platform/work/job-engine.ts'
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
} from '#test/delivery-fixture.ts'
import { DELIVERY_JOBS, enqueueMessage } from '../enqueue-message.ts'
import { deliverMessage, deliveryHandlers } from './deliver-message.ts'
import { deliverMessagesWithoutJob } from './deliver-messages-without-job.ts'

setUpDelivery()

const HELP = { isUrgent: true, isHelp: true }
const jobNames = () => jobs.sent.map(({ name, priority }) => `${name} ${priority}`)

test('a message about a request for help has queues of its own, by mail and by text', async () => {
  await aMessage(HELP)
  await aMessage({ ...HELP, channel: 'sms' })
  await aMessage({ isUrgent: true })
  await aMessage()
  expect(jobNames()).toEqual(['deliver-help-mail 1', 'deliver-help-text 1', 'deliver-mail 1', 'deliver-mail 0'])
})

test('a message about a request for help stays in its queue, and urgent, when it is retried and when a text replaces its mail', async () => {
  mailServer.outcome = () => ({ kind: 'unreachable', reason: 'The mail server is down' })
  const id = await aMessage({
    ...HELP,
    createdAt: clock.now(),
    fallback: { recipient: '+61491570157', text: 'Margaret asked for help' },
  })
  await run()
  expect(jobNames()).toEqual(['deliver-help-mail 1'])
  clock.advance(3 * 60_000)
  await deliverMessage(deps, id)
  expect(jobNames()).toContain('deliver-help-text 1')
})

test('the mail server learns that a mail about a request for help does not wait for others', async () => {
  await aMessage(HELP)
  await run()
  expect(mails).toMatchObject([{ isHelp: true }])
})

test('messages without a job about a request for help are delivered first, then urgent ones', async () => {
  const ordinary: number[] = []
  for (let n = 0; n < 12; n++) ordinary.push(await aMessage({ createdAt: clock.now() }))
  clock.advance(1_000)
  const urgent = await aMessage({ isUrgent: true, createdAt: clock.now() })
  clock.advance(1_000)
  const help = await aMessage({ ...HELP, createdAt: clock.now() })
  clock.advance(10 * 60_000)
  await deliverMessagesWithoutJob(deps, 'email')
  const first = mails.slice(0, 10).map(({ messageId }) => messageId)
  expect(first).toEqual(expect.arrayContaining([help, urgent]))
  expect(mails.map(({ messageId }) => messageId)).toEqual(expect.arrayContaining(ordinary))
})

test('however many messages are being sent, and however slowly, a request for help is sent meanwhile', async () => {
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
  const engine = await startJobEngine({ url: database.url, jobs: Object.values(DELIVERY_JOBS), log: log as never })
  onTestFinished(() => engine.stop())
  const { promise: mailServerAnswers, resolve: answer } = Promise.withResolvers<void>()
  const slow = {
    ...deps,
    jobs: engine,
    mail: {
      ...deps.mail,
      send: async (mail: Parameters<typeof deps.mail.send>[0]) => {
        if (!mail.isHelp) await mailServerAnswers
        return deps.mail.send(mail)
      },
    },
  }
  await engine.work(deliveryHandlers(slow))
  const write = (fields: object) =>
    database.db.transaction().execute((trx) =>
      enqueueMessage(engine, trx, {
        channel: 'email',
        recipient: 'jane@example.com',
        text: 'Margaret was not reached',
        isUrgent: true,
        ...fields,
      }),
    )
  for (let n = 0; n < 30; n++) await write({})
  const help = await write({ isHelp: true })
  await expect.poll(async () => (await stored(help ?? 0)).sentAt, { timeout: 20_000 }).not.toBeNull()
  expect(mails).toHaveLength(1)
  answer()
})
