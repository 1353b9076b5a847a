import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { Route, Router } from 'wouter'
import { guestSearch } from '#web/domain/search-parameters.ts'
import { currentPlace, followHistory, go, openHistory, type Place } from '#web/lib/routing/history.ts'
import { parseSearch, useSearch, writeSearch } from '#web/lib/routing/search.ts'
import { showPlaces, useShown } from '#web/lib/routing/shown-place.ts'
import { focusAfterMove } from './focus-heading.ts'
import { AdminGate, AuthGate, GuestGate } from './guards.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'
import { ScreenWaiting } from './screen-failure.tsx'
import { routeAt } from './screens.tsx'
import { rememberScroll, scrollTo } from './scroll-position.ts'
import { InCircle } from './shell/circle/in-circle.tsx'
import { Shell } from './shell/shell.tsx'

/** Writes an address as the app itself would: values that do not fit are left out, parameters that no screen knows stay. */
function normalizeAddress(href: string): string {
  // Two slashes at the front would name another site.
  const { pathname, search, hash } = new URL(href.replace(/^\/{2,}/, '/'), window.location.origin)
  const values = parseSearch(search)
  const path = normalizePath(pathname)
  const known = routeAt(path).search?.parse(values)
  const normal = path.replace(/(?<=.)\/$/, '') + writeSearch({ ...values, ...known }) + hash
  // For a slash at the end alone, nothing is changed.
  return `${normal}/` === href ? href : normal
}

/** Letters, digits, "-", "_" and "~", which need no percent sign in an address (RFC 3986, 2.3). */
const NEEDLESSLY_ESCAPED = /%(2D|3\d|[46][1-9A-F]|[57][\dA]|5F|7E)/gi

function normalizePath(pathname: string): string {
  return pathname.replace(NEEDLESSLY_ESCAPED, decodeURIComponent).replace(/\/{2,}/g, '/')
}

/** Takes over the address that the page was loaded with, and follows it from there. Answers how to stop. */
export function openApp(): () => void {
  openHistory(normalizeAddress)
  return showPlaces({
    fetchScreen: (pathname) => routeAt(pathname).Screen.preload(),
    beforeChange: rememberScroll,
  })
}

/** What wouter asks for: the path, and how to go elsewhere. */
const useShownPath = (): [string, typeof go] => [useShown(({ place }) => place.pathname), go]
const useCurrentPath = (): [string, typeof go] => [
  useSyncExternalStore(followHistory, () => currentPlace().pathname),
  go,
]

/** Gives a screen its location: on a slow line the menu around it is already at the next one. */
export function InRouter({ children }: { children: ReactNode }) {
  return <Router hook={useShownPath}>{children}</Router>
}

/** The screen of the current address. */
export function App() {
  const place = useShown((now) => now.place)
  const by = useShown((now) => now.by)
  const isThere = useShown((now) => now.isThere)
  const seen = useRef<Place>(null)
  useLayoutEffect(() => {
    scrollTo(place, by)
    if (isThere && seen.current) focusAfterMove(seen.current, place)
  }, [place, by, isThere])
  useEffect(() => {
    // A screen that only sends on to another was never seen.
    if (isThere && place === currentPlace()) seen.current = place
  }, [place, isThere])
  return (
    <Router hook={useCurrentPath}>
      <ScreenBoundary place={place}>
        <Screen place={place} />
      </ScreenBoundary>
    </Router>
  )
}

function Screen({ place }: { place: Place }) {
  const { path, Screen: Part, admits } = routeAt(place.pathname)
  const screen = (
    <ScreenBoundary place={place}>
      <Suspense fallback={<ScreenWaiting />}>
        <InRouter>
          <Route path={path ?? '*'}>
            <Part />
          </Route>
        </InRouter>
      </Suspense>
    </ScreenBoundary>
  )
  switch (admits) {
    case 'anybody':
      return screen
    case 'guests':
      return <Guests>{screen}</Guests>
    case 'signed-in':
      return (
        <AuthGate>
          <InCircle>
            <Shell>{screen}</Shell>
          </InCircle>
        </AuthGate>
      )
    case 'admins':
      return (
        <AuthGate>
          <InCircle>
            <Shell>
              <AdminGate>{screen}</AdminGate>
            </Shell>
          </InCircle>
        </AuthGate>
      )
  }
}

function Guests({ children }: { children: ReactNode }) {
  const { redirect } = useSearch(guestSearch)
  return <GuestGate next={redirect}>{children}</GuestGate>
}
