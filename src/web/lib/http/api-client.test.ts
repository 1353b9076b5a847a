// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { messageBody } from '#contract/wire.ts'
import { aUser } from '#test/web/a-user.ts'
import { fakeFetch, json } from '#test/web/fake-fetch.ts'
import { forgetSession, getSession, shownCircle, signIn } from '#web/lib/session/session.ts'
import { ApiError, api, errorText } from './api-client.ts'

beforeEach(() => forgetSession('never'))

const hello = () => json(200, messageBody.parse({ message: 'hello' }))

test('every request carries a timestamp and asks for a fresh answer', async () => {
  const [...seen] = await asked(() => api.get(messageBody, '/api/thing', { query: { limit: 5, before: undefined } }))
  const [request] = seen
  expect(request?.query.get('_t')).toMatch(/^\d+$/)
  expect(request?.query.get('limit')).toBe('5')
  expect(request?.query.has('before')).toBe(false)
  expect(request?.headers.get('accept')).toBe('application/json')
  expect(request?.headers.get('cache-control')).toBe('no-cache')
  expect(request?.headers.has('content-type')).toBe(false)
  expect(request?.headers.has('authorization')).toBe(false)
})

test('the token goes along once it is known, and a body is sent as JSON', async () => {
  signIn({ user: aUser(), token: 'secret' })
  const [request] = await asked(() => api.post(messageBody, '/api/thing', { name: 'June' }))
  expect(request?.headers.get('authorization')).toBe('Bearer secret')
  expect(request?.headers.get('content-type')).toBe('application/json')
  expect(request?.body).toEqual({ name: 'June' })
})

async function asked(action: () => Promise<unknown>) {
  const seen = fakeFetch({ 'GET /api/thing': hello, 'POST /api/thing': hello })
  await action()
  return seen
}

test('after a 401 the session is verified once and the request sent once more', async () => {
  signIn({ user: aUser(), token: 'secret' })
  let refusals = 1
  const seen = fakeFetch({
    'GET /api/thing': () => (refusals-- > 0 ? json(401, { message: 'expired' }) : hello()),
    'GET /api/me': () => json(200, aUser()),
  })
  expect(await api.get(messageBody, '/api/thing')).toEqual({ message: 'hello' })
  expect(seen.map(({ path }) => path)).toEqual(['/api/thing', '/api/me', '/api/thing'])
})

test('a session that is over ends here too, and the refusal says so', async () => {
  signIn({ user: aUser(), token: 'secret' })
  fakeFetch({ 'GET /api/thing': () => json(401, { message: 'expired' }), 'GET /api/me': () => json(401, {}) })
  await expect(api.get(messageBody, '/api/thing')).rejects.toMatchObject({
    status: 401,
    message: 'Authentication failed: expired',
  })
  expect(getSession()).toEqual({ status: 'signed-out', why: 'ended' })
})

test('a 401 without a body names no details', async () => {
  fakeFetch({
    'GET /api/thing': () => new Response(null, { status: 401 }),
    'GET /api/me': () => new Response(null, { status: 401 }),
  })
  await expect(api.get(messageBody, '/api/thing')).rejects.toThrow('Authentication failed: No additional details')
})

test('a wrong password is an answer, not the end of a session: nothing is verified', async () => {
  const seen = fakeFetch({ 'POST /api/thing': () => json(401, { message: 'Invalid username or password' }) })
  await expect(api.post(messageBody, '/api/thing', {}, { anonymous: true })).rejects.toThrow(
    'Invalid username or password',
  )
  expect(seen).toHaveLength(1)
})

test.each([
  ['a plain-text failure', () => new Response('gateway gone', { status: 502 }), '502: gateway gone'],
  ['an answer that is no JSON', () => new Response('<html>', { status: 200 }), '200: Invalid response format'],
  ['an answer the contract does not know', () => json(200, { text: 'x' }), '200: Invalid response format'],
])('%s is reported in the specified words', async (_, answer, message) => {
  fakeFetch({ 'GET /api/thing': answer })
  await expect(api.get(messageBody, '/api/thing')).rejects.toThrow(message)
})

test('a request that another origin blocks is reported as such', async () => {
  fakeFetch({
    'GET /api/thing': () => {
      throw new TypeError('Failed to fetch')
    },
  })
  await expect(api.get(messageBody, 'https://elsewhere.example/api/thing')).rejects.toThrow(
    'Cross-origin request blocked: Failed to fetch',
  )
})

test('every request sends the cookie along', async () => {
  const options: RequestInit[] = []
  vi.stubGlobal('fetch', async (_: unknown, init: RequestInit) => {
    options.push(init)
    return hello()
  })
  await api.get(messageBody, '/api/thing')
  await api.post(messageBody, '/api/thing', {}, { creationKey: 'one-thing-only' })
  expect(options.map(({ credentials }) => credentials)).toEqual(['include', 'include'])
  expect(new Headers(options[1]?.headers).get('idempotency-key')).toBe('one-thing-only')
})

test('a resource that is requested twice at once is fetched once; after a failure it may be retried', async () => {
  let answer = () => json(500, { message: 'no' })
  const seen = fakeFetch({ 'POST /api/thing': () => answer() })
  const create = () => api.post(messageBody, '/api/thing', {}, { creationKey: 'one-thing-only' })
  const both = await Promise.allSettled([create(), create()])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(seen).toHaveLength(1)
  answer = hello
  expect(await create()).toEqual({ message: 'hello' })
  expect(seen).toHaveLength(2)
})

test('a 401 is followed by one more try and no further', async () => {
  signIn({ user: aUser(), token: 'secret' })
  const seen = fakeFetch({ 'GET /api/thing': () => json(401, {}), 'GET /api/me': () => json(200, aUser()) })
  await expect(api.get(messageBody, '/api/thing')).rejects.toMatchObject({ status: 401 })
  expect(seen.map(({ path }) => path)).toEqual(['/api/thing', '/api/me', '/api/thing'])
})

test('no answer at all is a problem connecting', async () => {
  fakeFetch({
    'GET /api/thing': () => {
      throw new TypeError('Failed to fetch')
    },
  })
  await expect(api.get(messageBody, '/api/thing')).rejects.toMatchObject({
    status: 0,
    message: 'There was a problem connecting to the server',
  })
})

test('the first validation error is what the person reads', () => {
  const invalid = new ApiError(400, 'Invalid', [{ path: 'name', message: 'Name must be at least 2 characters' }])
  expect(errorText(invalid, 'Failed')).toBe('Validation error: Name must be at least 2 characters')
  expect(errorText(new ApiError(409, 'Already gone'), 'Failed')).toBe('Already gone')
  expect(errorText(new Error('bug'), 'Failed')).toBe('Failed')
})

describe('a session that is in another circle by now', () => {
  const other = aUser({ circle: { id: 2, name: 'Rao’s family', role: 'owner', mayHearCalls: true } })

  test('every request names the circle that the screen shows, but what concerns the login alone', async () => {
    signIn({ user: aUser(), token: 'secret' })
    const seen = fakeFetch({ 'GET /api/thing': hello, 'POST /api/thing': hello, 'POST /api/logout': () => json(204) })
    await api.get(messageBody, '/api/thing')
    await api.post(messageBody, '/api/thing', {}, { anonymous: true })
    await api.postWithoutAnswer('/api/logout', undefined, { anyCircle: true })
    expect(seen.map(({ headers }) => headers.get('x-circle'))).toEqual(['1', null, null])
  })

  test('what was refused because another circle was entered is not sent again, and the screens follow', async () => {
    signIn({ user: aUser(), token: 'secret' })
    const seen = fakeFetch({
      'POST /api/thing': () => json(412, { message: 'Another family is open in this browser now.' }),
      'GET /api/me': () => json(200, other),
    })
    await expect(api.post(messageBody, '/api/thing', { name: 'June' })).rejects.toMatchObject({ status: 412 })
    expect(shownCircle()).toBe(2)
    expect(seen.map(({ path }) => path)).toEqual(['/api/thing', '/api/me'])
  })

  test('a session that begins again in another circle is not handed what was meant for the first', async () => {
    signIn({ user: aUser(), token: 'secret' })
    const seen = fakeFetch({
      'POST /api/thing': () => json(401, { message: 'expired' }),
      'GET /api/me': () => json(200, other),
    })
    await expect(api.post(messageBody, '/api/thing', { name: 'June' })).rejects.toMatchObject({ status: 412 })
    expect(seen.map(({ path }) => path)).toEqual(['/api/thing', '/api/me'])
  })

  test('an answer that arrives after another circle was entered is thrown away', async () => {
    signIn({ user: aUser(), token: 'secret' })
    const answer = Promise.withResolvers<Response>()
    fakeFetch({ 'GET /api/thing': () => answer.promise })
    const asked = api.get(messageBody, '/api/thing')
    signIn({ user: other, token: 'secret' })
    answer.resolve(hello())
    await expect(asked).rejects.toMatchObject({ status: 412 })
  })

  test('a right that is refused has the screens learn what one may do now', async () => {
    signIn({ user: aUser(), token: 'secret' })
    const circle = { id: 1, name: 'Jane’s family', role: 'viewer', mayHearCalls: false } as const
    fakeFetch({
      'POST /api/thing': () => json(403, { message: 'Only the owner and carers can change this.' }),
      'GET /api/me': () => json(200, aUser({ circle })),
    })
    await expect(api.post(messageBody, '/api/thing', {})).rejects.toMatchObject({
      message: 'Only the owner and carers can change this.',
    })
    expect(getSession()).toMatchObject({ user: { circle } })
  })
})
