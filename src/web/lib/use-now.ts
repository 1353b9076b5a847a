import { useSyncExternalStore } from 'react'

const TICK_MS = 15_000

let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = new Date()
    for (const tell of listeners) tell()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function present(): Date {
  // Without listeners nothing updated it.
  if (!timer && Math.abs(Date.now() - now.getTime()) > TICK_MS) now = new Date()
  return now
}

/** The present moment, moving on every 15 s, for "in 36 minutes" and the like. All that use it move on together. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, present)
}
