import { expect, test } from 'vitest'
import { document, talk } from '#test/phone-simulator/talk.ts'

const STARTS_AT_31 = '+61412345631'

/** How often the document was asked for, and what the line heard, with a server that fails so often at first. */
async function asked(fragment: string, failures: { status: number; times: number }) {
  let requests = 0
  const { call, customer } = await talk(STARTS_AT_31, '', {
    answers: {
      '/talk': () => {
        requests += 1
        return requests <= failures.times ? { status: failures.status, body: 'no' } : document('<Say>Hello</Say>')
      },
      '/fallback': document('<Say>Please hold on</Say>'),
    },
    create: (url) => ({ url: `${url}/talk#${fragment}`, fallbackUrl: `${url}/fallback#rc=1` }),
  })
  expect(customer.received.every(({ signed }) => signed)).toBe(true)
  const said = call.turns.filter(({ kind }) => kind === 'said').map(({ text }) => text)
  return { requests, said, fallback: customer.at('/fallback').map(({ params }) => params) }
}

test('a fragment is not requested, and its retries are honoured after every failure', async () => {
  expect(await asked('rc=3&rt=5000&rp=all', { status: 503, times: 3 })).toMatchObject({ requests: 4, said: ['Hello'] })
  expect(await asked('rc=2&rp=all', { status: 404, times: 1 })).toMatchObject({ requests: 2, said: ['Hello'] })
  expect(await asked('rc=9&rp=all', { status: 500, times: 99 })).toMatchObject({ requests: 6 })
})

test('without that policy the fallback is asked at once and learns why', async () => {
  const failed = { requests: 1, said: ['Please hold on'], fallback: [{ ErrorCode: '11200' }] }
  expect(await asked('rc=3', { status: 500, times: 9 })).toMatchObject(failed)
  const { fallback } = await asked('', { status: 500, times: 9 })
  expect(fallback[0]?.ErrorUrl).toMatch(/\/talk$/)
})

test('a server that does not answer in time is asked again', async () => {
  let requests = 0
  const { customer } = await talk(STARTS_AT_31, '', {
    answers: {
      '/talk': () => {
        requests += 1
        return requests === 1 ? 'never' : document('<Say>Hello</Say>')
      },
    },
    create: (url) => ({ url: `${url}/talk#rc=1&rt=100&rp=all` }),
  })
  expect(customer.at('/talk')).toHaveLength(2)
})
