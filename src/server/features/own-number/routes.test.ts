import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownNumberSchema } from '#contract/people/own-number.ts'
import { buildTestApp, type TestApp } from '#test/build-test-app.ts'
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
