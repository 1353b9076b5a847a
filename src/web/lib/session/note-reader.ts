import { notifyWorker } from './notify-worker.ts'
import { quietly } from './session-storage.ts'

/** Who signed in last in this browser: their number. Stays when a session ends by itself. */
const READER_KEY = 'cooee-reader'

/** Somebody signs in: notifications for a person who used this browser before, and did not sign out, end. */
export function noteReader(personId: number): void {
  quietly(() => {
    const reader = String(personId)
    const before = localStorage.getItem(READER_KEY)
    localStorage.setItem(READER_KEY, reader)
    if (before && before !== reader) notifyWorker('left')
  })
}

/** The person signs out: their notifications end, and nothing of them stays in this browser. */
export function forgetReader(): void {
  notifyWorker('left')
  quietly(() => localStorage.removeItem(READER_KEY))
}
