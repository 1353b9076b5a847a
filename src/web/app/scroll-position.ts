import type { Move, Place } from '#web/lib/routing/history.ts'

const STORED_AS = 'cooee.scroll'

/** How far down each entry of the browser's history was read, in pixels. */
const positions = new Map<string, number>(stored())

function stored(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED_AS) ?? '[]')
  } catch {
    // Nothing, or storage that may not be used: every screen starts at its top.
    return []
  }
}

/** Notes how far down a place was read, before another takes its place. */
export function rememberScroll({ key }: Place): void {
  positions.set(key, window.scrollY)
}

/** Somebody who does one of these has begun to read, and must not be moved. */
const TAKES_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const
const WAITS_FOR_CONTENT_MS = 10_000
let stopWaiting = () => {}

/** Back, Forward and a reload return to where somebody read; everything else starts at the top, or at the named part. */
export function scrollTo({ key, hash }: Place, by: Move | undefined): void {
  // The browser went there itself.
  if (by === 'fragment') return
  stopWaiting()
  const top = positions.get(key)
  if (top === undefined && hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  else scrollDownTo(top ?? 0)
}

/** After a reload the screen is short until its data is there: scrolls again as it grows, until somebody else scrolls. */
function scrollDownTo(top: number): void {
  window.scrollTo(0, top)
  if (isReached(top)) return
  const growth = new ResizeObserver(() => {
    window.scrollTo(0, top)
    if (isReached(top)) stopWaiting()
  })
  const waiting = new AbortController()
  const { signal } = waiting
  const limit = setTimeout(() => stopWaiting(), WAITS_FOR_CONTENT_MS)
  stopWaiting = () => {
    growth.disconnect()
    waiting.abort()
    clearTimeout(limit)
    stopWaiting = () => {}
  }
  for (const event of TAKES_OVER) addEventListener(event, () => stopWaiting(), { signal, passive: true })
  growth.observe(document.body)
}

/** Browsers round a position by less than a pixel. */
const isReached = (top: number) => window.scrollY > top - 1

/** Scrolls for the browser, which would do it before the screen is there; but leaves it a reload and other sites. */
export function takeOverScrolling(currentPlace: () => Place): void {
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto'
    rememberScroll(currentPlace())
    try {
      sessionStorage.setItem(STORED_AS, JSON.stringify([...positions]))
    } catch {
      // Then the next page starts at its top.
    }
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) history.scrollRestoration = 'manual'
  })
}
