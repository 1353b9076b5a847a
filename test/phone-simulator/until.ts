import { setTimeout as pause } from 'node:timers/promises'

const DEADLINE_MILLISECONDS = 10_000

/** Waits until the condition holds; fails naming it when it does not within ten seconds. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  const deadline = performance.now() + DEADLINE_MILLISECONDS
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`Waited in vain until ${what}`)
    await pause(5)
  }
}
