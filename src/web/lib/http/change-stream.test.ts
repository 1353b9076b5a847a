// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SIGNED_IN_COOKIE } from '#contract/accounts/sign-in/signed-in-cookie.ts'
import { followChanges } from './change-stream.ts'

class FakeStream extends EventTarget {
  static readonly CLOSED = 2
  static open: FakeStream[] = []
  readonly url: string
  readyState = 1
  constructor(url: string) {
    super()
    this.url = url
    FakeStream.open.push(this)
  }
  close() {
    this.readyState = FakeStream.CLOSED
    FakeStream.open = FakeStream.open.filter((stream) => stream !== this)
  }
  says(data: string) {
    this.dispatchEvent(new MessageEvent('changed', { data }))
  }
}

let told: string[][]
let stop: () => void = () => {}
const follow = () => {
  stop = followChanges((topics) => told.push([...topics]))
}
const only = () => {
  const [stream, ...others] = FakeStream.open
  if (!stream || others.length > 0) throw new Error(`${FakeStream.open.length} streams are open`)
  return stream
}
function look(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  told = []
  FakeStream.open = []
  vi.stubGlobal('EventSource', FakeStream)
  vi.useFakeTimers()
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = `${SIGNED_IN_COOKIE}=1`
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
})
afterEach(() => {
  stop()
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = `${SIGNED_IN_COOKIE}=; Max-Age=0`
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('what the server says is passed on; what it says in other words means everything', () => {
  follow()
  expect(only().url).toBe('/api/changes')
  only().says('{"topics":["calls"]}')
  only().says('{"topics":["gossip"]}')
  only().says('nonsense')
  expect(told).toEqual([['calls'], ['calls', 'activity'], ['calls', 'activity']])
})

test('a hidden page does not listen; shown again it loads everything once', () => {
  follow()
  only().dispatchEvent(new Event('open'))
  look('hidden')
  expect(FakeStream.open).toEqual([])
  look('visible')
  expect(told).toEqual([])
  only().dispatchEvent(new Event('open'))
  expect(told).toEqual([['calls', 'activity']])
})

test('a connection that broke may have lost something', () => {
  follow()
  only().dispatchEvent(new Event('open'))
  only().dispatchEvent(new Event('error'))
  only().dispatchEvent(new Event('open'))
  expect(told).toEqual([['calls', 'activity']])
})

test('a listener that was refused tries again later, once', () => {
  follow()
  const refused = only()
  refused.readyState = FakeStream.CLOSED
  refused.dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(120_000)
  expect(only()).not.toBe(refused)
})

test('without the session cookie there is nothing to listen by', () => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = `${SIGNED_IN_COOKIE}=; Max-Age=0`
  follow()
  expect(FakeStream.open).toEqual([])
})

test('a listener that was stopped does not connect again', () => {
  follow()
  stop()
  look('hidden')
  look('visible')
  vi.advanceTimersByTime(120_000)
  expect(FakeStream.open).toEqual([])
})
