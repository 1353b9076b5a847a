import { useSyncExternalStore } from 'react'
import { currentPlace, followHistory, type Move, type Place } from './history.ts'

interface Shown {
  /** The place whose screen is drawn. */
  place: Place
  /** How somebody came to it; undefined for the first one. */
  by: Move | undefined
  /** Whether its code is there; until then a stand-in is drawn. */
  isThere: boolean
  /** Whether another screen is loading. */
  isComing: boolean
}

/** How long the old screen stays while the code of the next one is loading. */
const STAND_IN_AFTER_MS = 1000

let shown: Shown | undefined
let screens: Screens | undefined
const listeners = new Set<() => void>()

function getShown(): Shown {
  shown ??= { place: currentPlace(), by: undefined, isThere: true, isComing: false }
  return shown
}

function setShown(next: Shown): void {
  if (shown && shown.place !== next.place) screens?.beforeChange(shown.place)
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

interface Screens {
  /** Fetches the code of the screen at a place; never rejects. */
  fetchScreen: (pathname: string) => Promise<unknown>
  /** Called before a place is no longer shown. */
  beforeChange: (old: Place) => void
}

/** Shows the screen of the current address from now on: later when its code is there, or after a second with a stand-in. */
export function showPlaces(ofApp: Screens): () => void {
  screens = ofApp
  const first = currentPlace()
  shown = { place: first, by: undefined, isThere: false, isComing: false }
  const arrive = async (by: Move | undefined) => {
    const place = currentPlace()
    const isOvertaken = () => place !== currentPlace()
    const standIn = window.setTimeout(
      () => isOvertaken() || setShown({ place, by, isThere: false, isComing: true }),
      STAND_IN_AFTER_MS,
    )
    await ofApp.fetchScreen(place.pathname)
    window.clearTimeout(standIn)
    if (!isOvertaken()) setShown({ place, by, isThere: true, isComing: false })
  }
  const unfollow = followHistory((by) => {
    setShown({ ...getShown(), isComing: true })
    void arrive(by)
  })
  void arrive(undefined)
  return unfollow
}

/** Fetches the code of the screen that a link leads to. */
export function fetchScreenAt(href: string): void {
  void screens?.fetchScreen(new URL(href, window.location.href).pathname)
}

/** What is shown, re-rendering when it changes. */
export function useShown<Part>(select: (now: Shown) => Part): Part {
  return useSyncExternalStore(subscribe, () => select(getShown()))
}
