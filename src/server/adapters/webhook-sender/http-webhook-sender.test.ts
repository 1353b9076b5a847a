import { createServer as createTcpServer } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { aWebhook, LOOPBACK, listen, local, receiver } from '#test/webhook-receiver.ts'
import { systemAddresses } from './find-addresses.ts'
import type { HttpWebhookSenderOptions } from './http-webhook-sender.ts'

describe('what is sent', () => {
  const SECRETS = [
    'a plain secret',
    'schönes Geheimnis ☎',
    `whsec_${Buffer.from('twenty-four bytes or more').toString('base64')}`,
  ]
  test.each(SECRETS)('a delivery is verified by the reference library with the secret %s', async (secret) => {
    let verified: unknown
    const port = await receiver(async (request, answer) => {
      const body = await new Response(request as unknown as ReadableStream).text()
      const reference = secret.startsWith('whsec_')
        ? new Webhook(secret)
        : new Webhook(Buffer.from(secret, 'utf8'), { format: 'raw' })
      verified = reference.verify(body, request.headers as Record<string, string>)
      answer.writeHead(204).end()
    })
    const body = '{"event":"sms.received","data":{"text":"G’day ☎"}}'
    const outcome = await local().send(aWebhook({ url: `http://${LOOPBACK}:${port}/`, secret, body }))
    expect(outcome).toMatchObject({ kind: 'delivered', status: 204 })
    expect(verified).toEqual(JSON.parse(body))
  })

  test('a delivery without a secret carries its id and time unsigned', async () => {
    let headers: Record<string, unknown> = {}
    const port = await receiver((request, answer) => {
      headers = request.headers
      answer.end()
    })
    const at = new Date('2026-03-10T00:00:00.900Z')
    await local().send(aWebhook({ url: `http://${LOOPBACK}:${port}/`, messageId: 'msg_7', at }))
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Cooee-Webhooks',
      'webhook-id': 'msg_7',
      'webhook-timestamp': '1773100800',
    })
    expect(headers).not.toHaveProperty('webhook-signature')
  })
})

describe('what receivers do', () => {
  const toPort = (port: number, options: Partial<HttpWebhookSenderOptions> = {}) =>
    local(options).send(aWebhook({ url: `http://${LOOPBACK}:${port}/` }))

  test.each([200, 201, 204, 299])('%i is a success', async (status) => {
    const port = await receiver((_request, answer) => answer.writeHead(status).end())
    expect(await toPort(port)).toMatchObject({ kind: 'delivered', status })
  })

  test.each([304, 400, 401, 404, 410, 429, 500, 503])('the status %i is not a success', async (status) => {
    const port = await receiver((_request, answer) => answer.writeHead(status).end('no'))
    expect(await toPort(port)).toMatchObject({ kind: 'turned_down', status })
  })

  test.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed', async (status) => {
    let seen = 0
    const inside = await receiver(() => seen++)
    const port = await receiver((_request, answer) =>
      answer.writeHead(status, { location: `http://${LOOPBACK}:${inside}/latest/meta-data` }).end(),
    )
    expect(await toPort(port)).toMatchObject({ kind: 'turned_down', status })
    expect(seen).toBe(0)
  })

  test('one that takes the request and says nothing is given up in time', async () => {
    const port = await receiver(() => {})
    expect(await toPort(port, { timeLimitMs: 300 })).toMatchObject({ kind: 'failed', reason: 'timeout' })
  })

  test('one that sends its headers a letter at a time is given up in time', async () => {
    const port = await listen(
      createTcpServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n')
        const dripping = setInterval(() => socket.write('x'), 20)
        socket.on('close', () => clearInterval(dripping))
      }),
    )
    expect(await toPort(port, { timeLimitMs: 300 })).toMatchObject({ kind: 'failed', reason: 'timeout' })
  })

  test('one whose answer does not end is hung up on, and its status stands', async () => {
    let written = 0
    const port = await receiver((_request, answer) => {
      const pour = () => {
        while (!answer.destroyed && answer.write('x'.repeat(16_384))) written += 16_384
      }
      answer.on('drain', pour)
      pour()
    })
    expect(await toPort(port)).toMatchObject({ kind: 'delivered', status: 200 })
    expect(written).toBeLessThan(20_000_000)
  })

  test('one whose answer drips is hung up on when the time is over, and its status stands', async () => {
    const port = await receiver((_request, answer) => {
      answer.writeHead(500)
      const dripping = setInterval(() => answer.write('x'), 20)
      answer.on('close', () => clearInterval(dripping))
    })
    expect(await toPort(port, { timeLimitMs: 300 })).toMatchObject({ kind: 'turned_down', status: 500 })
  })

  test('one that hangs up, speaks another protocol or does not listen is a failed connection', async () => {
    const rude = await listen(createTcpServer((socket) => socket.destroy()))
    expect(await toPort(rude)).toMatchObject({ kind: 'failed', reason: 'connection' })
    const chatty = await listen(createTcpServer((socket) => socket.end('220 mail.example ESMTP\r\n')))
    expect(await toPort(chatty)).toMatchObject({ kind: 'failed', reason: 'connection' })
    const upgrading = await listen(
      createTcpServer((socket) =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
      ),
    )
    expect(await toPort(upgrading)).toMatchObject({ kind: 'failed', reason: 'connection' })
  })

  test('a name that is not found is reported as such', async () => {
    const findAddresses = async () => {
      throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
    }
    const outcome = await local({ findAddresses }).send(aWebhook())
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'no_such_host' })
  })

  test('a name server that is silent does not hold a try longer than its time', async () => {
    const sender = local({ findAddresses: () => new Promise(() => {}), timeLimitMs: 200 })
    expect(await sender.send(aWebhook())).toMatchObject({ kind: 'failed', reason: 'timeout' })
  })

  test('a try that is called off ends at once', async () => {
    const port = await receiver(() => controller.abort())
    const controller = new AbortController()
    const webhook = aWebhook({ url: `http://${LOOPBACK}:${port}/` })
    expect(await local().send(webhook, { signal: controller.signal })).toMatchObject({ kind: 'called_off' })
  })
})

test('names are looked up two at a time, each once for all deliveries that wait for it', async () => {
  const asked: string[] = []
  const answers: (() => void)[] = []
  const find = systemAddresses((hostname) => {
    asked.push(hostname)
    return new Promise((resolve) => answers.push(() => resolve([LOOPBACK])))
  })
  const found = ['a.example', 'b.example', 'a.example', 'c.example'].map((hostname) => find(hostname))
  expect(asked).toEqual(['a.example', 'b.example'])
  answers.shift()?.()
  await found[0]
  await found[2]
  answers.shift()?.()
  await found[1]
  await expect.poll(() => asked).toEqual(['a.example', 'b.example', 'c.example'])
  answers.shift()?.()
  expect(await Promise.all(found)).toHaveLength(4)
})

test('names whose servers are silent do not keep the others waiting', async () => {
  const asked: string[] = []
  const fail: Record<string, () => void> = {}
  const find = systemAddresses((hostname) => {
    asked.push(hostname)
    if (hostname === 'quick.example') return Promise.resolve([LOOPBACK])
    return new Promise((_, reject) => {
      fail[hostname] = () => reject(new Error('No answer'))
    })
  }, 0)
  const silent = ['a.example', 'b.example'].map((hostname) => find(hostname).catch(() => []))
  await expect.poll(() => asked).toEqual(['a.example', 'b.example'])
  await new Promise((resolve) => setTimeout(resolve)) // by now both have been slow
  fail['a.example']?.()
  await silent[0]
  const again = find('a.example').catch(() => [])
  expect(await find('quick.example')).toEqual([LOOPBACK])
  expect(asked).toEqual(['a.example', 'b.example', 'quick.example'])
  fail['b.example']?.()
  await expect.poll(() => asked.at(-1)).toBe('a.example')
  fail['a.example']?.()
  await again
})
