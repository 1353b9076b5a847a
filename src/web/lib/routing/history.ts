/** Where somebody is: an address of this app, and its entry in the browser's history. */
export interface Place {
  pathname: string
  search: string
  hash: string
  /** The three together. */
  href: string
  /** Names the entry; a reload and coming back keep it. */
  key: string
  /** How many entries of ours lie before it. */
  step: number
}

/** How somebody comes to a place: by the app, by the browser's Back and Forward, or by a link to a part of the page. */
export type Move = 'push' | 'replace' | 'browser' | 'fragment'

interface Leaving {
  from: Place
  to: Pick<Place, 'pathname'>
  by: Move
}

/** Asks before somebody leaves a place where they would lose something. */
export interface Guard {
  blocks: (leaving: Leaving) => boolean
  /** Puts the question; exactly one of the two answers is called. */
  ask: (answers: { proceed: () => void; stay: () => void }) => void
}

type State = Pick<Place, 'key' | 'step'>

const guards = new Set<Guard>()
const followers = new Set<(by: Move) => void>()
let current: Place | undefined
/** The form of an address that the app did not write itself. */
let normalize = (href: string) => href
/** A blocked Back is being reverted, which the browser reports as a move like any other. */
let isReverting = false

const newState = (step: number): State => ({ key: crypto.getRandomValues(new Uint32Array(2)).join('-'), step })

function stateOfEntry(): State | null {
  const state: unknown = window.history.state
  const isOurs = typeof state === 'object' && state !== null && 'key' in state && 'step' in state
  return isOurs ? { key: String(state.key), step: Number(state.step) } : null
}

function read(): Place {
  const { pathname, search, hash } = window.location
  return { pathname, search, hash, href: pathname + search + hash, ...(stateOfEntry() ?? newState(0)) }
}

/** Where somebody is now, whether its screen is there already or not. */
export function currentPlace(): Place {
  current ??= read()
  return current
}

/** Takes over the address that the page was loaded with; `normalizeAddress` gives the form it should have. */
export function openHistory(normalizeAddress: (href: string) => string): void {
  normalize = normalizeAddress
  window.history.replaceState(stateOfEntry() ?? newState(0), '', normalize(read().href))
  current = read()
  window.addEventListener('popstate', onBrowserMove)
}

/** Calls `follower` after every change of the address. */
export function followHistory(follower: (by: Move) => void): () => void {
  followers.add(follower)
  return () => void followers.delete(follower)
}

/** Until it is released, `guard` is asked before somebody leaves. */
export function guardHistory(guard: Guard): () => void {
  guards.add(guard)
  return () => void guards.delete(guard)
}

/** Goes to an address of this app. The address where one is adds no step to go back from (a tab is chosen by press and by focus). */
export function go(href: string, { replace = false } = {}): void {
  const { pathname, search, hash } = new URL(href, window.location.href)
  // Two slashes at the front would name another site.
  const address = pathname.replace(/^\/{2,}/, '/') + search + hash
  const isStaying = replace || address === read().href
  const by = isStaying ? 'replace' : 'push'
  leave({ from: currentPlace(), to: { pathname }, by }, () => {
    const { step } = currentPlace()
    if (isStaying) window.history.replaceState(newState(step), '', address)
    else window.history.pushState(newState(step + 1), '', address)
    arrive(by)
  })
}

/** Goes to an address that came from outside the app, replacing this entry. */
export function redirectTo(href: string): void {
  go(normalize(href), { replace: true })
}

function onBrowserMove(): void {
  if (isReverting) {
    isReverting = false
    return
  }
  const from = currentPlace()
  if (!stateOfEntry()) {
    // Made by the browser: a link to a part of this page, which is no other place. Else an entry from before this app.
    const isSameScreen = window.location.pathname === from.pathname && window.location.search === from.search
    window.history.replaceState(newState(from.step + (isSameScreen ? 1 : -1)), '')
    if (isSameScreen) {
      arrive('fragment')
      return
    }
  }
  const stay = () => {
    const delta = from.step - read().step
    // Zero would reload the page.
    if (delta === 0) return
    isReverting = true
    window.history.go(delta)
  }
  leave({ from, to: read(), by: 'browser' }, () => arrive('browser'), stay)
}

function leave(leaving: Leaving, proceed: () => void, stay: () => void = () => {}): void {
  const guard = [...guards].find(({ blocks }) => blocks(leaving))
  if (guard) guard.ask({ proceed, stay })
  else proceed()
}

function arrive(by: Move): void {
  current = read()
  for (const follow of followers) follow(by)
}
