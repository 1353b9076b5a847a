import { notifyWorker } from '#web/lib/session/notify-worker.ts'

/** Whose news this browser showed last: their number. Stays when their session ends. */
const READER_KEY = 'cooee-reader'

/** Somebody reads the dashboard: notifications for a person who used this browser before, and did not sign out, go. */
export function noteReader(personId: number): void {
  try {
    const before = localStorage.getItem(READER_KEY)
    localStorage.setItem(READER_KEY, String(personId))
    if (before !== null && before !== String(personId)) notifyWorker('somebody-else')
  } catch {
    // Storage is blocked: nobody is known to have been here.
  }
}
