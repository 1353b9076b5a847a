import { type Rounds, repeatRound } from '#server/platform/repeat-round.ts'
import { type DeletionDeps, deleteAccounts } from './delete-accounts.ts'

/** Deletes the accounts whose day has come, every minute. Any number of workers may. */
export function startDeletionRounds(deps: DeletionDeps): Rounds {
  return repeatRound({
    clock: deps.clock,
    log: deps.log,
    failed: 'Accounts to be deleted were not looked for',
    round: (isStopped) => deleteAccounts(deps, isStopped),
  })
}
