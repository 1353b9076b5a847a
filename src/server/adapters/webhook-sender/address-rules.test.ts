import { createServer as createTcpServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { aWebhook, LOOPBACK, listen, local, receiver, strict } from '#test/webhook-receiver.ts'
import { systemAddresses } from './find-addresses.ts'

/** Names that lead inside, as the owner of their DNS may configure. */
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
  `javascript:alert(1)`,
  `JavaScript://127.0.0.1:${port}/%0aalert(1)`,
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
  test('internal addresses are never connected to, however they are written', async () => {
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

  test('internal addresses are refused when they are typed, with a sentence', async () => {
    const sender = strict({ findAddresses: byName })
    const kept = await Promise.all(
      hostile(8443).map(async (url) => ((await sender.refusalOf(url)) === null ? [url] : [])),
    )
    expect(kept.flat()).toEqual([])
    expect(await sender.refusalOf('https://10.0.0.1/')).toMatch(/^The address leads to .*\.$/)
  })

  test.each(['ftp', 'file', 'gopher'])(
    '%s is no way to a receiver, also where receivers may be in this house',
    async (scheme) => {
      for (const sender of [strict({ findAddresses: byName }), local()]) {
        expect(await sender.refusalOf(`${scheme}://93.184.215.14/hook`)).toMatch(/must begin with http/)
      }
    },
  )

  test('a public address and a name that cannot be found yet can be typed', async () => {
    const sender = strict({ findAddresses: byName })
    expect(await sender.refusalOf('https://93.184.215.14/hook')).toBeNull()
    expect(await sender.refusalOf('https://[2606:4700::1111]/hook')).toBeNull()
    expect(await sender.refusalOf('https://not-there-yet.example/hook')).toBeNull()
  })

  test.each([
    ['http://93.184.215.14/hook', /https/],
    ['https://93.184.215.14:22/', /port/],
    ['https://93.184.215.14:1023/', /port/],
    ['https://93.184.215.14:80/', /port/],
    ['https://93.184.215.14:443/', null],
    ['https://93.184.215.14:8443/', null],
    ['https://93.184.215.14:1024/', null],
  ])('%s is sent to over https and on a port of receivers only', async (url, why) => {
    const refusal = await strict({ findAddresses: byName }).refusalOf(url)
    if (why === null) return expect(refusal).toBeNull()
    expect(refusal).toMatch(why)
    expect(await strict({ findAddresses: byName }).send(aWebhook({ url }))).toMatchObject({ kind: 'refused' })
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
      const secure = `https://${host}:${port}/`
      expect(await strict({ findAddresses }).refusalOf(secure), host).not.toBeNull()
      expect(await strict({ findAddresses }).send(aWebhook({ url: secure })), host).toMatchObject({ kind: 'refused' })
      expect(await local({ findAddresses }).send(aWebhook({ url })), host).toMatchObject({ kind: 'delivered' })
    }
    expect(lookUps).toBe(0)
    expect(await strict({ findAddresses }).refusalOf('https://notlocalhost/')).toBeNull()
  })

  test('a name that leads elsewhere the second time is judged by where it leads then', async () => {
    let seen = 0
    const port = await receiver(() => seen++)
    const answers = [['93.184.215.14'], [LOOPBACK]]
    const sender = strict({ findAddresses: async () => answers.shift() ?? [LOOPBACK] })
    const url = `https://rebinding.example:${port}/`
    expect(await sender.refusalOf(url)).toBeNull()
    expect(await sender.send(aWebhook({ url }))).toMatchObject({ kind: 'refused' })
    expect(seen).toBe(0)
  })

  test('a name is looked up once for a try, and the checked address is the connected one', async () => {
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
