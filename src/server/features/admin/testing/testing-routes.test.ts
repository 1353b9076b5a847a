import { describe, expect, test } from 'vitest'
import { withdrawVerification } from '#test/insert-account.ts'
import { admin, audited, call, cooee, deps, setUpTesting, texts } from '#test/testing-fixture.ts'

setUpTesting()

describe('the addresses of our number', () => {
  const point = (baseUrl: unknown) => admin.post('/api/admin/twilio/update-webhooks', { baseUrl })

  test('the addresses of our number are set, and the previous ones are shown and noted', async () => {
    const first = await point('https://old.example/')
    expect(first.statusCode).toBe(200)
    const { webhooks } = first.json()
    expect(webhooks).toMatchObject({ voice: 'https://old.example/voice', sms: 'https://old.example/sms' })
    expect((await point('https://new.example')).json()).toMatchObject({ previous: webhooks })
    expect((await audited()).at(-1)).toEqual({
      action: 'number.pointed',
      detail: expect.stringMatching(/^https:\/\/new.example; before: voice https:\/\/old.example/),
    })
  })

  test('the addresses of our number are noted without the secrets that the previous ones may hold', async () => {
    const previous = {
      voice: 'https://user:s3cret@old.example/voice?key=s3cret',
      sms: 's3cret',
      trunk: `TK${'1'.repeat(32)}`,
    }
    deps.ownNumber.outcomes.push({ kind: 'pointed', addresses: {}, previous })
    await point('https://new.example')
    expect((await audited()).at(-1)).toEqual({
      action: 'number.pointed',
      detail:
        'https://new.example; before: voice https://old.example/voice, sms (no address), trunk TK11111111111111111111111111111111',
    })
  })

  test.each([
    'not a url',
    '',
    7,
    'ftp://cooee.example',
    'javascript:alert(1)',
    'http://cooee.example',
    'https://user:secret@cooee.example',
    'https://cooee.example?x=1',
    'https://cooee.example#x',
    'https://cooee.example/\0',
  ])('the addresses of our number are not set to %s', async (baseUrl) => {
    const answer = await point(baseUrl)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[0].path).toBe('baseUrl')
  })

  test('the addresses of a real number are set to this server alone, and the refusal says why', async () => {
    deps.sandbox = { phones: false, cards: false }
    const before = deps.ownNumber.pointed.length
    const answer = await point('https://evil.example')
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toMatch(/http:\/\/localhost:3000.*PUBLIC_URL/)
    expect(deps.ownNumber.pointed).toHaveLength(before)
    expect((await point('http://localhost:3000/')).statusCode).toBe(200)
  })

  test.each([{ kind: 'not_ours' }, { kind: 'unavailable', reason: 'ECONNREFUSED' }] as const)(
    'addresses of our number that cannot be set (%j) are a 502, and the attempt is noted',
    async (outcome) => {
      deps.ownNumber.outcomes.push(outcome)
      const answer = await point('https://new.example')
      expect(answer.statusCode).toBe(502)
      expect(answer.json().message).toMatch(/^Failed to update webhooks/)
      expect(await audited()).toEqual([{ action: 'number.pointing', detail: 'https://new.example' }])
    },
  )
})

test('the templates of the testing centre can be read', async () => {
  const templates = (await admin.get('/api/admin/twiml-templates')).json()
  expect(templates).toHaveLength(7)
  expect(templates[0]).toMatchObject({ id: 'after_hours', twiml: expect.stringContaining('<Response>') })
})

test('the API reference says where the provider or a receiver can be at fault', async () => {
  const { paths } = (await cooee.request('GET', '/api/docs/openapi.json')).json()
  for (const path of ['test-call', 'test-sms', 'twilio/update-webhooks', 'webhooks/test']) {
    expect(Object.keys(paths[`/api/admin/${path}`].post.responses), path).toContain('502')
  }
})

test('no phone is rung or texted by an admin whose email was not confirmed', async () => {
  await withdrawVerification(cooee.db)
  const refused = [
    await call(),
    await admin.post('/api/admin/test-sms', { phoneNumber: '+61298765432', message: 'Hello' }),
  ]
  for (const answer of refused) {
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toContain('Please confirm your email first')
  }
  expect(deps.telephony.testsDialled ?? []).toEqual([])
  expect(texts.written).toEqual([])
})
