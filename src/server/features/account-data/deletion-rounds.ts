import { type Rounds, walkRounds } from '#server/platform/rounds.ts'
import { type DeletionDeps, deleteAccounts } from './delete-accounts.ts'

const EVERY_MS = 60_000

/** Deletes the accounts whose day has come, every minute; one round at a time. Any number of workers may. */
export function startDeletionRounds(deps: DeletionDeps): Rounds {
  return walkRounds(
    { ...deps, everyMs: EVERY_MS, trouble: 'Accounts to be deleted were not looked for' },
    (isStopped) => deleteAccounts(deps, isStopped),
  )
}
