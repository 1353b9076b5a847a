/**
 * Work that is done again and again: sending the summaries whose hour has come, deleting what was kept long enough. The job engine
 * runs it on one worker at a time, whichever is free, and tries a failed run again; one that keeps failing becomes a dead letter,
 * and the admins are notified. Running it twice must not matter.
 */
export interface ScheduledWork {
  /** For the log, the engine's table and the admins' mail: "send summaries". */
  readonly name: string
  /** A cron expression in UTC; a minute is the finest. It runs once when a worker starts as well. */
  readonly cron: string
  /** Does what is due; `isStopped` lets a long run end early. Rejects when a part of it failed, after all other parts were done. */
  run(isStopped: () => boolean): Promise<unknown>
}

export const EVERY_MINUTE = '* * * * *'

/** The key under which the engine keeps a schedule: letters, digits and dashes. */
export function scheduleKey(name: string): string {
  return name.replaceAll(' ', '-')
}
