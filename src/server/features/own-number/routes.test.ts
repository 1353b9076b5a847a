import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lovedOneSchema } from '#contract/people/loved-ones.ts'
import { ownNumberSchema } from '#contract/people/own-number.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { aContact, aLovedOne } from '#test/factories.ts'

const NUMBER = '+61491570100'

let cooee: TestApp
beforeAll(async () => {
  cooee = await buildTestApp({ ownNumbers: [NUMBER], publicUrl: 'https://cooee.example.org/' })
})
afterAll(() => cooee.close())

test('the number that rings is shown to every signed-in user, with the address of its contact card', async () => {
  const carer = await cooee.aRegisteredAccount()
  const answer = await carer.get('/api/phone')
  expect(ownNumberSchema.parse(answer.json())).toEqual({
    number: NUMBER,
    display: '+61 491 570 100',
    vcardUrl: 'https://cooee.example.org/cooee.vcf',
  })
  expect((await cooee.request('GET', '/api/phone')).statusCode).toBe(401)
})

test('the contact card can be saved by anybody: a vCard 4.0 with the number and the logo', async () => {
  const answer = await cooee.request('GET', '/cooee.vcf')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/vcard; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    'content-disposition': 'inline; filename="Cooee.vcf"',
  })
  const lines = answer.body.split('\r\n')
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  const unfolded = answer.body.replaceAll('\r\n ', '').trimEnd().split('\r\n')
  expect(unfolded.slice(0, 2)).toEqual(['BEGIN:VCARD', 'VERSION:4.0'])
  expect(unfolded.at(-1)).toBe('END:VCARD')
  expect(unfolded).toContain('FN:Cooee')
  expect(unfolded).toContain(`TEL;VALUE=uri;TYPE="voice,text";PREF=1:tel:${NUMBER}`)
  expect(unfolded).toContain('URL:https://cooee.example.org/')
  const [, picture = ''] = /^PHOTO:data:image\/png;base64,(.+)$/m.exec(unfolded.join('\n')) ?? []
  expect(Buffer.from(picture, 'base64').subarray(1, 4).toString()).toBe('PNG')
})

test('a contact card that a client has is not sent again', async () => {
  const { headers } = await cooee.request('GET', '/cooee.vcf')
  const again = await cooee.request('GET', '/cooee.vcf', undefined, {
    headers: { 'if-none-match': String(headers.etag) },
  })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('Cooee’s own number is refused for people, because it would ring itself', async () => {
  const robyn = await cooee.aRegisteredAccount()
  const lovedOneId = (await robyn.post('/api/loved-ones', aLovedOne())).json().id
  const phoneNumber = '0491 570 100'
  const answers = [
    await robyn.post('/api/loved-ones', aLovedOne({ phoneNumber })),
    await robyn.patch(`/api/loved-ones/${lovedOneId}`, { secondPhoneNumber: phoneNumber }),
    await robyn.patch(`/api/loved-ones/${lovedOneId}`, { emergencyContactPhone: phoneNumber }),
    await robyn.post('/api/contacts', aContact(lovedOneId, { phoneNumber })),
    await robyn.patch('/api/profile', { phoneNumber }),
  ]
  for (const answer of answers) {
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toContain("Cooee's own number")
  }
})

describe('several numbers', () => {
  const [MAIN, SECOND] = ['+61255501001', '+61255501002'] as const
  let several: TestApp
  beforeAll(async () => {
    several = await buildTestApp({ ownNumbers: [MAIN, SECOND], publicUrl: 'https://cooee.example.org' })
  })
  afterAll(() => several.close())

  const add = async (carer: SignedIn) =>
    lovedOneSchema.parse((await carer.post('/api/loved-ones', aLovedOne())).json()).id
  const numberOf = async (carer: SignedIn, lovedOneId?: number) =>
    (await carer.get(`/api/phone${lovedOneId ? `?lovedOneId=${lovedOneId}` : ''}`)).json().number

  test('the loved ones of a family are rung from one number, which their screens show, and families are spread evenly', async () => {
    const counts = new Map<string, number>()
    for (let family = 0; family < 4; family++) {
      const carer = await several.aRegisteredAccount()
      const people = [await add(carer), await add(carer)]
      const numbers = [await numberOf(carer), ...(await Promise.all(people.map((id) => numberOf(carer, id))))]
      expect(new Set(numbers).size).toBe(1)
      counts.set(numbers[0], (counts.get(numbers[0]) ?? 0) + 1)
    }
    expect([...counts.values()]).toEqual([2, 2])
  })

  test('a circle of many takes a further number', async () => {
    const carer = await several.aRegisteredAccount()
    const people: number[] = []
    for (let n = 0; n < 21; n++) people.push(await add(carer))
    const numbers = await Promise.all(people.map((id) => numberOf(carer, id)))
    expect(new Set(numbers.slice(0, 20)).size).toBe(1)
    expect(new Set(numbers)).toEqual(new Set([MAIN, SECOND]))
  })

  test('the number of somebody else’s loved one is not shown', async () => {
    const id = await add(await several.aRegisteredAccount())
    const stranger = await several.aRegisteredAccount()
    expect((await stranger.get(`/api/phone?lovedOneId=${id}`)).statusCode).toBe(404)
  })

  test('each number has a contact card, and a number of somebody else has none of ours', async () => {
    const cardOf = async (query: string) => (await several.request('GET', `/cooee.vcf${query}`)).body
    expect(await cardOf('')).toContain(`tel:${MAIN}`)
    expect(await cardOf(`?n=${SECOND.slice(1)}`)).toContain(`tel:${SECOND}`)
    const foreign = await cardOf('?n=61255509999')
    expect(foreign).toContain(`tel:${MAIN}`)
    expect(foreign).not.toContain('61255509999')
  })

  test('each of Cooee’s numbers is refused for people', async () => {
    const carer = await several.aRegisteredAccount()
    const answers = await Promise.all(
      [MAIN, SECOND].map((phoneNumber) => carer.post('/api/loved-ones', aLovedOne({ phoneNumber }))),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400])
  })

  test('a text about a loved one is sent from their number, any other from that of the account', async () => {
    const carer = await several.aRegisteredAccount()
    const first = await add(carer)
    const other = await add(carer)
    await several.db.updateTable('lovedOnes').set({ rungFrom: MAIN }).where('id', '=', first).execute()
    await several.db.updateTable('lovedOnes').set({ rungFrom: SECOND }).where('id', '=', other).execute()
    const text = { channel: 'sms', recipient: '+61491570158', text: 'Hello', accountId: carer.user.circle.id } as const
    const sentFrom = (about: object) =>
      several.db.transaction().execute(async (trx) => {
        const id = await enqueueMessage(several.jobs, trx, { ...text, ...about })
        const row = trx
          .selectFrom('messages')
          .select('sentFrom')
          .where('id', '=', id ?? 0)
        return (await row.executeTakeFirstOrThrow()).sentFrom
      })
    expect(await sentFrom({ lovedOneId: other })).toBe(SECOND)
    expect(await sentFrom({})).toBe(MAIN)
    expect(await sentFrom({ sentFrom: SECOND })).toBe(SECOND)
    await carer.post(`/api/loved-ones/${other}/text-number`)
    const own = await several.db.selectFrom('messages').select(['sentFrom', 'text']).orderBy('id', 'desc').execute()
    expect(own[0]).toMatchObject({ sentFrom: SECOND, text: expect.stringContaining('+61 2 5550 1002') })
  })
})
