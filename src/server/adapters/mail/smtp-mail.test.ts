import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
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

/** A real mail server on its own port; `refusal` is what it says to every recipient. */
async function aMailServer(
  refusal?: { code: number },
  requiresTls = false,
): Promise<{ mail: Mail; received: ReceivedMail[]; stop(): Promise<unknown> }> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(refusal ? Object.assign(new Error('not here'), { responseCode: refusal.code }) : null),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
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
  const mail = smtpMail({ url: `smtp://127.0.0.1:${port}`, from: 'Cooee <care@example.com.au>', requiresTls })
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
  const { mail, received } = await aMailServer(undefined, true)
  expect(await mail.send(aMail)).toMatchObject({ kind: 'unreachable' })
  expect(received).toEqual([])
})

test('a name with line ends cannot add a header, nor a comma a recipient', async () => {
  const { mail, received } = await aMailServer()
  await mail.send({ ...aMail, subject: 'News of June\r\nBcc: everybody@example.com', to: 'jane@example.com' })
  expect(received[0]?.to).toEqual(['jane@example.com'])
  expect(received[0]?.content).not.toMatch(/^Bcc:/m)
})

test('an address that the server does not have is permanently rejected', async () => {
  const { mail } = await aMailServer({ code: 550 })
  expect((await mail.send(aMail)).kind).toBe('rejected')
})

test('a server that is busy is asked again later', async () => {
  const { mail } = await aMailServer({ code: 451 })
  expect((await mail.send(aMail)).kind).toBe('unreachable')
})

test('a server that is not there is asked again later', async () => {
  const { mail, stop } = await aMailServer()
  await stop()
  expect((await mail.send(aMail)).kind).toBe('unreachable')
})
