import type { Page, Route } from 'playwright-core'

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

/** Answers these requests of the page from now on; the others go to the server. */
export async function fakeAnswers(page: Page, answers: FakeAnswers): Promise<void> {
  const patterns = Object.entries(answers).map(([request, answer]) => ({
    pattern: new RegExp(`^${request.replaceAll('*', '[^/]+')}$`),
    answer,
  }))
  await page.route(/\/api\//, async (route) => {
    const request = `${route.request().method()} ${new URL(route.request().url()).pathname}`
    const found = patterns.find(({ pattern }) => pattern.test(request))
    if (found) await give(route, found.answer)
    else await route.fallback()
  })
}

/** The server answers again. */
export async function realAnswers(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

async function give(route: Route, answer: FakeAnswer): Promise<void> {
  if (answer === 'waiting') return
  if (answer === 'failed') {
    return route.fulfill({ status: 500, json: { message: 'Something went wrong on our side. Please try again.' } })
  }
  if (answer === 'empty') return route.fulfill({ json: [] })
  if (typeof answer === 'object') return route.fulfill({ status: answer.status, json: answer.body })
  const response = await route.fetch()
  await route.fulfill({ response, json: answer(await response.json()) })
}
