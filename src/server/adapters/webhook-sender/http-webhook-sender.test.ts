import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, test } from 'vitest'
import { systemAddresses } from './find-addresses.ts'
import { type HttpWebhookSenderOptions, httpWebhookSender } from './http-webhook-sender.ts'
import type { OutgoingWebhook } from './webhook-sender.ts'

const LOOPBACK = '127.0.0.1'
const listening: (Server | TcpServer)[] = []
const connections = new Set<Socket>()
afterEach(async () => {
  for (const socket of connections) socket.destroy()
  await Promise.all(listening.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
})

async function listen<Listener extends Server | TcpServer>(server: Listener, host = LOOPBACK) {
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
    socket.on('error', () => {})
  })
  server.listen(0, host)
  await once(server, 'listening')
  listening.push(server)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return address.port
}

const receiver = (answer: RequestListener) => listen(createHttpServer(answer))

const aWebhook = (fields: Partial<OutgoingWebhook> = {}): OutgoingWebhook => ({
  url: 'https://receiver.example/hook',
  secret: null,
  messageId: 'msg_1',
  at: new Date(),
  body: '{"event":"call.completed"}',
  ...fields,
})

const local = (options: Partial<HttpWebhookSenderOptions> = {}) =>
  httpWebhookSender({ allowPrivate: true, timeLimitMs: 5_000, ...options })
/** As an operator who changes nothing has it. */
const strict = (options: Partial<HttpWebhookSenderOptions> = {}) =>
  httpWebhookSender({ allowPrivate: false, ...options })

/** Names that lead inside, as whoever answers for them may say. */
const NAMES: Record<string, string[]> = {
  'loopback.example': ['127.0.0.1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'six.example': ['::1'],
  'mixed.example': ['93.184.215.14', '127.0.0.1'],
  'mixed-the-other-way.example': ['127.0.0.1', '93.184.215.14'],
  'private.example': ['10.1.2.3'],
  'metadata.example': ['169.254.169.254'],
  'zone.example': ['fe80::1%eth0'],
  'nonsense.example': ['not an address'],
}

const hostile = (port: number): string[] => [
  ...[
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '127.255.255.254',
    '2130706433',
    '0x7f.1',
    '0x7f000001',
    '0X7F.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '127.0x0.0.1',
    '①②⑦.0.0.1',
    '127。0。0。1',
    '１２７.０.０.１',
    '127.0.0%2e1',
    '%31%32%37.0.0.1',
    '0.0.0.0',
    '0',
    '0x0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '167772161',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.255.255',
    '169.254.169.254',
    '169.254.1.1',
    '2852039166',
    '0xa9fea9fe',
    '100.64.0.1',
    '100.127.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.7',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:10.0.0.1]',
    '[::ffff:169.254.169.254]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:1::1]',
    '[2001:db8::1]',
    '[3fff::1]',
    '[100::1]',
    '[fc00::1]',
    '[fd12:3456:789a::1]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[4000::1]',
    '[5f00::1]',
    ...Object.keys(NAMES),
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'A.LocalHost.',
    'ｌｏｃａｌｈｏｓｔ',
    'loopback.example\u3002',
    'user@127.0.0.1',
    'user:password@93.184.215.14',
    'receiver.example@127.0.0.1',
    '127.0.0.1#@receiver.example/',
    '127.0.0.1\\@receiver.example',
  ].flatMap((host) => [`http://${host}:${port}/hook`, `https://${host}:${port}/hook`]),
  `ftp://127.0.0.1:${port}/`,
  `file:///etc/passwd`,
  `gopher://127.0.0.1:${port}/_x`,
  `data:text/plain,x`,
  `//127.0.0.1:${port}/`,
]

const byName = async (hostname: string): Promise<string[]> => {
  const known = NAMES[hostname.toLowerCase().replace(/(?<=example)\.$/, '')]
  if (known) return known
  return systemAddresses(async () => {
    throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
  })(hostname)
}

describe('addresses inside', () => {
  test('are never connected to, however they are written', async () => {
    let seen = 0
    const port = await listen(createTcpServer(() => seen++))
    const sender = strict({ findAddresses: byName, timeLimitMs: 2_000 })
    const urls = hostile(port)
    expect(urls.length).toBeGreaterThan(60)
    const sent = await Promise.all(urls.map(async (url) => [url, (await sender.send(aWebhook({ url }))).kind] as const))
    // A host name that no URL can hold is refused or leads nowhere; what could have been connected to is refused.
    expect(sent.filter(([, kind]) => kind !== 'refused')).toEqual([])
    expect(seen).toBe(0)
  })

  test('are refused when they are typed, with a sentence', async () => {
    const sender = strict({ findAddresses: byName })
    const kept = await Promise.all(
      hostile(80).map(async (url) => ((await sender.refusalOf(url)) === null ? [url] : [])),
    )
    expect(kept.flat()).toEqual([])
    expect(await sender.refusalOf('http://10.0.0.1/')).toMatch(/^The address leads to .*\.$/)
  })

  test('a public address and a name that cannot be found yet can be typed', async () => {
    const sender = strict({ findAddresses: byName })
    expect(await sender.refusalOf('https://93.184.215.14/hook')).toBeNull()
    expect(await sender.refusalOf('https://[2606:4700::1111]/hook')).toBeNull()
    expect(await sender.refusalOf('https://not-there-yet.example/hook')).toBeNull()
  })

  test('a loopback name is this machine whatever a name server says, which is not asked', async () => {
    const port = await receiver((_request, answer) => answer.end())
    let lookUps = 0
    const findAddresses = async () => {
      lookUps++
      return ['93.184.215.14']
    }
    for (const host of ['localhost', 'LOCALHOST.', 'a.localhost', 'A.b.LocalHost.']) {
      const url = `http://${host}:${port}/`
      expect(await strict({ findAddresses }).refusalOf(url), host).not.toBeNull()
      expect(await strict({ findAddresses }).send(aWebhook({ url })), host).toMatchObject({ kind: 'refused' })
      expect(await local({ findAddresses }).send(aWebhook({ url })), host).toMatchObject({ kind: 'delivered' })
    }
    expect(lookUps).toBe(0)
    expect(await strict({ findAddresses }).refusalOf('http://notlocalhost/')).toBeNull()
  })

  test('a name that leads elsewhere the second time is judged by where it leads then', async () => {
    let seen = 0
    const port = await receiver(() => seen++)
    const answers = [['93.184.215.14'], [LOOPBACK]]
    const sender = strict({ findAddresses: async () => answers.shift() ?? [LOOPBACK] })
    const url = `http://rebinding.example:${port}/`
    expect(await sender.refusalOf(url)).toBeNull()
    expect(await sender.send(aWebhook({ url }))).toMatchObject({ kind: 'refused' })
    expect(seen).toBe(0)
  })

  test('a name is looked up once for a try, and what was checked is what is connected to', async () => {
    let lookUps = 0
    const port = await receiver((_request, answer) => answer.end())
    const sender = local({
      findAddresses: async () => {
        lookUps += 1
        return lookUps === 1 ? [LOOPBACK] : ['169.254.169.254']
      },
    })
    const outcome = await sender.send(aWebhook({ url: `http://changing.example:${port}/` }))
    expect(outcome).toMatchObject({ kind: 'delivered', status: 200 })
    expect(lookUps).toBe(1)
  })

  test('link-local ones, those of clouds and unspecified ones are refused even where private ones are allowed', async () => {
    const inside = [
      'http://169.254.169.254/',
      'http://[fe80::1]/',
      'http://0.0.0.0/',
      'http://[::]/',
      'http://224.0.0.1/',
      'http://168.63.129.16/',
      'http://[::ffff:168.63.129.16]/',
      'http://[fd00:ec2::254]/',
      'http://[fd00:0ec2:0::0254]/',
      'http://[fd20:ce::254]/',
    ]
    for (const url of inside) {
      expect(await local().refusalOf(url)).not.toBeNull()
      expect(await local().send(aWebhook({ url }))).toMatchObject({ kind: 'refused' })
    }
    for (const url of ['http://127.0.0.1/', 'http://192.168.1.7/', 'http://[::1]/', 'http://[fd00::1]/']) {
      expect(await local().refusalOf(url)).toBeNull()
    }
  })
})

describe('what is sent', () => {
  const SECRETS = [
    'a plain secret',
    'schönes Geheimnis ☎',
    `whsec_${Buffer.from('twenty-four bytes or more').toString('base64')}`,
  ]
  test.each(SECRETS)('is verified by the reference library with the secret %s', async (secret) => {
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

  test('carries its id and time unsigned where there is no secret', async () => {
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

  test.each([304, 400, 401, 404, 410, 429, 500, 503])('%i is none', async (status) => {
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

  test('a name that is not found is told as such', async () => {
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

test('names are looked up two at a time, each once for everybody who waits for it', async () => {
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
