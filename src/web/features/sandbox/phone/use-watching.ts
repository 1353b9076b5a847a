import { useEffect, useRef } from 'react'
import type { SandboxPhone } from '#contract/admin/sandbox.ts'
import { playing } from '../sandbox-api.ts'
import { useSandboxMemory } from '../sandbox-memory.ts'
import { isByHand } from './phone-words.ts'

const SAY_AGAIN_MS = 2_500

/** Lets the phones that the person here answers wait for them, for as long as this page is open. */
export function useWatching(phones: readonly SandboxPhone[]): void {
  const { byHand } = useSandboxMemory()
  const chair = useRef<Chair>(null)
  const numbers = phones
    .filter((phone) => isByHand(phone, byHand))
    .map(({ number }) => number)
    .join(' ')
  useEffect(() => {
    const seat = takeSeat()
    chair.current = seat
    return seat.leave
  }, [])
  useEffect(() => chair.current?.sitBeside(numbers === '' ? [] : numbers.split(' ')), [numbers])
}

interface Chair {
  sitBeside(numbers: readonly string[]): void
  leave(): void
}

/** Says again and again which phones somebody sits beside; when the page closes, that nobody does. */
function takeSeat(): Chair {
  let numbers: readonly string[] = []
  let hasSaid = false
  let hasLeft = false
  let onItsWay = new AbortController()
  // Without an answer the phones go back to what they do alone, which the page would show.
  const ignore = () => undefined
  function say() {
    // A page that answers no phone takes none from another page.
    if (hasLeft || (!hasSaid && numbers.length === 0)) return
    hasSaid = true
    onItsWay.abort()
    onItsWay = new AbortController()
    void playing.watch(numbers, { signal: onItsWay.signal }).catch(ignore)
  }
  function sayFarewell() {
    if (hasLeft || !hasSaid) return
    hasLeft = true
    // Running requests would arrive after the farewell, and hold the phones with nobody there.
    onItsWay.abort()
    void playing.watch([], { keepalive: true }).catch(ignore)
  }
  function comeBack() {
    hasLeft = false
    say()
  }
  const timer = setInterval(say, SAY_AGAIN_MS)
  // What is said as the page goes out of sight holds for longer.
  document.addEventListener('visibilitychange', say)
  window.addEventListener('pagehide', sayFarewell)
  window.addEventListener('pageshow', comeBack)
  return {
    sitBeside(next) {
      numbers = next
      say()
    },
    leave() {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', say)
      window.removeEventListener('pagehide', sayFarewell)
      window.removeEventListener('pageshow', comeBack)
      sayFarewell()
    },
  }
}
