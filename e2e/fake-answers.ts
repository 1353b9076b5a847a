import type { CDPSession, Page } from 'playwright-core'

/**
 * What the page gets instead of the server's answer: a failure, nothing at all (it waits for ever), an empty list, an
 * answer of one's own, or the server's own answer changed.
 */
export type FakeAnswer =
  | 'failed'
  | 'waiting'
  | 'empty'
  | { status: number; body: unknown }
  | ((answered: unknown) => unknown)

/** By method and path: "GET /api/loved-ones"; `*` stands for one part of the path. */
export type FakeAnswers = Readonly<Record<string, FakeAnswer>>

const FAILURE = { message: 'Something went wrong on our side. Please try again.' }
const interceptions = new WeakMap<Page, CDPSession>()

/**
 * Answers these requests of the page from now on; the others go to the server. Only requests under /api/ are held:
 * with `page.route()` the browser would fetch and compile all of the app again for every screen.
 */
export async function fakeAnswers(page: Page, answers: FakeAnswers): Promise<void> {
  await realAnswers(page)
  const patterns = Object.entries({ ...answers, ...todayWith(answers) }).map(([request, answer]) => ({
    pattern: new RegExp(`^${request.replaceAll('*', '[^/]+')}$`),
    answer,
  }))
  if (patterns.length === 0) return
  const browser = await page.context().newCDPSession(page)
  interceptions.set(page, browser)
  browser.on('Fetch.requestPaused', ({ requestId, request, responseStatusCode }) => {
    const name = `${request.method} ${new URL(request.url).pathname}`
    const answer = patterns.find(({ pattern }) => pattern.test(name))?.answer
    // A page that is left has cancelled its requests: nobody waits for them any more.
    give(browser, requestId, answer, responseStatusCode !== undefined).catch(() => {})
  })
  await browser.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] })
}

const LISTS_OF_TODAY = { lovedOnes: 'loved-ones', history: 'calls/history', upcoming: 'calls/upcoming' }

/** The lists that are changed, changed in the dashboard's answer as well; one that fails or waits fails or waits there. */
function todayWith(answers: FakeAnswers): FakeAnswers {
  const changed = Object.entries(LISTS_OF_TODAY).flatMap(([part, path]) => {
    const answer = answers[`GET /api/${path}`]
    return answer === undefined ? [] : [{ part, answer }]
  })
  const instead = changed.find(({ answer }) => answer !== 'empty' && typeof answer !== 'function')
  if (instead) return { 'GET /api/dashboard/today': instead.answer, ...answers }
  if (changed.length === 0) return {}
  const today = (answered: unknown) => {
    const parts = { ...(answered as Record<string, unknown>) }
    for (const { part, answer } of changed) parts[part] = typeof answer === 'function' ? answer(parts[part]) : []
    return parts
  }
  return { 'GET /api/dashboard/today': today, ...answers }
}

/** The server answers again. */
export async function realAnswers(page: Page): Promise<void> {
  await interceptions.get(page)?.detach()
  interceptions.delete(page)
}

async function give(
  browser: CDPSession,
  requestId: string,
  answer: FakeAnswer | undefined,
  isAnswered: boolean,
): Promise<unknown> {
  if (answer === 'waiting') return
  if (answer === undefined) return browser.send('Fetch.continueRequest', { requestId })
  if (answer === 'failed') return fulfil(browser, requestId, 500, FAILURE)
  if (answer === 'empty') return fulfil(browser, requestId, 200, [])
  if (typeof answer === 'object') return fulfil(browser, requestId, answer.status, answer.body)
  if (!isAnswered) return browser.send('Fetch.continueRequest', { requestId, interceptResponse: true })
  const { body, base64Encoded } = await browser.send('Fetch.getResponseBody', { requestId })
  const answered: unknown = JSON.parse(Buffer.from(body, base64Encoded ? 'base64' : 'utf8').toString())
  return fulfil(browser, requestId, 200, answer(answered))
}

function fulfil(browser: CDPSession, requestId: string, responseCode: number, body: unknown): Promise<unknown> {
  return browser.send('Fetch.fulfillRequest', {
    requestId,
    responseCode,
    responseHeaders: [{ name: 'content-type', value: 'application/json' }],
    body: Buffer.from(JSON.stringify(body)).toString('base64'),
  })
}
