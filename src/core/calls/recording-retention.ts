/** How long the sound of a call is kept, counted from the call. The transcript stays. */
export const RECORDING_RETENTION_DAYS = 30

const DAY_MS = 24 * 60 * 60 * 1000

/** Of calls that were dialled before, no recording is left at `now`. */
export function recordedSince(now: Date): Date {
  return new Date(now.getTime() - RECORDING_RETENTION_DAYS * DAY_MS)
}

/** When the recording of a call that was dialled at `startedAt` is deleted. */
export function recordingExpiry(startedAt: Date): Date {
  return new Date(startedAt.getTime() + RECORDING_RETENTION_DAYS * DAY_MS)
}
