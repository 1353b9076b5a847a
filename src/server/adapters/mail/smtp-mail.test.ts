import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import type { Mail } from './mail.ts'
import { smtpMail } from './smtp-mail.ts'

interface ReceivedMail {
  to: string[]
  content: string
}

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** What a mail server says in answer to a command: `550 5.1.1 no such user`. */
interface Refusals {
  mailFrom?: string
  rcptTo?: string
  data?: string
}

interface MailServerOptions extends Refusals {
  requiresTls?: boolean
  giveUpAfterMs?: number
  /** The server answers no recipient before. */
  until?: Promise<unknown>
}

const mailThrough = (port: number, options: Pick<MailServerOptions, 'requiresTls' | 'giveUpAfterMs'>): Mail =>
  smtpMail({ url: `smtp://127.0.0.1:${port}`, from: 'Cooee <care@example.com.au>', requiresTls: false, ...options })

const refusal = (reply?: string) =>
  reply === undefined ? null : Object.assign(new Error(reply.slice(4)), { responseCode: Number.parseInt(reply, 10) })

/** A real mail server on its own port. */
async function aMailServer({
  requiresTls = false,
  giveUpAfterMs,
  until,
  ...refusals
}: MailServerOptions = {}): Promise<{
  mail: Mail
  received: ReceivedMail[]
  stop(): Promise<unknown>
}> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // It would add status codes of its own.
    hideENHANCEDSTATUSCODES: true,
    onMailFrom: (_address, _session, done) => done(refusal(refusals.mailFrom)),
    onRcptTo: async (_address, _session, done) => {
      await until
      done(refusal(refusals.rcptTo))
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refusals.data) return done(refusal(refusals.data))
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ to, content: Buffer.concat(chunks).toString('utf8') })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const stop = () => new Promise((resolve) => server.close(() => resolve(undefined)))
  const mail = mailThrough(port, { requiresTls, giveUpAfterMs })
  closers.push(stop, () => mail.close())
  return { mail, received, stop }
}

const aMail = { to: 'jane@example.com', subject: 'News', text: 'All is well — truly', messageId: 7 }

test('a mail arrives with sender, recipient, subject and text', async () => {
  const { mail, received } = await aMailServer()
  const outcome = await mail.send(aMail)
  expect(outcome).toEqual({ kind: 'accepted', providerId: '<message-7@example.com.au>' })
  expect(received[0]?.to).toEqual(['jane@example.com'])
  expect(received[0]?.content).toMatch(/^From: Cooee <care@example\.com\.au>\r$/m)
  expect(received[0]?.content).toMatch(/^Subject: News\r$/m)
  expect(received[0]?.content).toContain('All is well')
})

test('nothing leaves over a connection that is not encrypted, unless the operator allows it', async () => {
  const { mail, received } = await aMailServer({ requiresTls: true })
  expect(await mail.send(aMail)).toMatchObject({ kind: 'unreachable' })
  expect(received).toEqual([])
})

test('a name with line ends cannot add a header, nor a comma a recipient', async () => {
  const { mail, received } = await aMailServer()
  await mail.send({ ...aMail, subject: 'News of June\r\nBcc: everybody@example.com', to: 'jane@example.com' })
  expect(received[0]?.to).toEqual(['jane@example.com'])
  expect(received[0]?.content).not.toMatch(/^Bcc:/m)
})

test.each<Refusals>([
  { rcptTo: '550 no such user' },
  { rcptTo: '550 5.1.1 no such user' },
  { rcptTo: '501 5.1.3 bad address syntax' },
  { rcptTo: '552 5.2.2 mailbox full' },
  { data: '554 the message is not accepted' },
  { data: '552 5.3.4 message too big' },
  { data: '554 5.6.0 malformed message' },
])('a mail that the server refuses for its recipient or its content is permanently rejected: %j', async (refusals) => {
  const { mail } = await aMailServer(refusals)
  expect((await mail.send(aMail)).kind).toBe('rejected')
})

test.each<Refusals>([
  { mailFrom: '530 5.7.0 authentication required' },
  { mailFrom: '553 5.7.1 sender is not owned by this account' },
  { mailFrom: '550 sending is suspended' },
  { mailFrom: '550 5.1.1 sender unknown' },
  { rcptTo: '530 authentication required' },
  { rcptTo: '503 send MAIL first' },
  { rcptTo: '554 5.7.1 relay access denied' },
  { rcptTo: '550 5.1.0 sender rejected' },
  { rcptTo: '550 5.1.8 bad domain of the sender' },
  { data: '550 5.4.5 daily sending limit exceeded' },
  { data: '554 5.7.1 this account is blocked' },
])('a mail that the server refuses because of our own account is retried: %j', async (refusals) => {
  const { mail } = await aMailServer(refusals)
  expect((await mail.send(aMail)).kind).toBe('unreachable')
})

test('a server that is busy is asked again later', async () => {
  const { mail } = await aMailServer({ rcptTo: '451 try later' })
  expect((await mail.send(aMail)).kind).toBe('unreachable')
})

test('a server that is not there is asked again later', async () => {
  const { mail, stop } = await aMailServer()
  await stop()
  expect((await mail.send(aMail)).kind).toBe('unreachable')
})

/** Fewer connections than these mails: some wait for one. */
const severalMails = [1, 2, 3, 4].map((messageId) => ({ ...aMail, messageId }))

test('a server that says a little again and again ends every send, of queued mails as well', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 ready\r\n')
    const talking = setInterval(() => socket.write('250-wait\r\n'), 5)
    socket.on('close', () => clearInterval(talking))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const mail = mailThrough((server.address() as AddressInfo).port, { giveUpAfterMs: 200 })
  closers.push(
    () => server.close(),
    () => mail.close(),
  )
  const results = await Promise.all(severalMails.map((each) => mail.send(each)))
  expect(results.map(({ kind }) => kind)).toEqual(severalMails.map(() => 'unreachable'))
})

test('a mail whose send was given up does not leave later, and the next one does', async () => {
  const { promise: until, resolve: answers } = Promise.withResolvers<void>()
  const { mail, received } = await aMailServer({ until, giveUpAfterMs: 500 })
  const results = await Promise.all(severalMails.map((each) => mail.send(each)))
  expect(results.map(({ kind }) => kind)).toEqual(severalMails.map(() => 'unreachable'))
  answers()
  expect(await mail.send({ ...aMail, to: 'tom@example.com', messageId: 9 })).toMatchObject({ kind: 'accepted' })
  expect(received.map(({ to }) => to)).toEqual([['tom@example.com']])
})
