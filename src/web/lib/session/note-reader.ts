import { notifyWorker } from './notify-worker.ts'

/** Whose session was last in this browser: their number. Stays when a session ends by itself. */
const READER_KEY = 'cooee-reader'

/** A session begins or goes on: notifications for a person who used this browser before, and did not sign out, end. */
export function noteReader(personId: number): void {
  try {
    const before = localStorage.getItem(READER_KEY)
    localStorage.setItem(READER_KEY, String(personId))
    if (before !== null && before !== String(personId)) notifyWorker('somebody-else')
  } catch {
    // Storage is blocked: nobody is known to have been here.
  }
}

/** The person signs out: their notifications end, and nothing of them stays in this browser. */
export function forgetReader(): void {
  notifyWorker('left')
  try {
    localStorage.removeItem(READER_KEY)
  } catch {
    // Then nothing was stored.
  }
}
