import { type DeletionDeps, deleteAccounts } from './delete-accounts.ts'

const EVERY_MS = 60_000

/** Deletes the accounts whose day has come, every minute; one round at a time. Any number of workers may. */
export function startDeletionRounds(deps: DeletionDeps): { stop(): Promise<void> } {
  let stopped = false
  let round: Promise<unknown> = Promise.resolve()
  const walk = (): void => {
    round = round
      .then(() => deleteAccounts(deps, () => stopped))
      .catch((error) => deps.log.error({ err: error }, 'Accounts to be deleted were not looked for'))
  }
  walk()
  const timer = setInterval(walk, EVERY_MS)
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await round
    },
  }
}
