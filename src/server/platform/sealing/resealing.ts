import type { Logger } from '#server/platform/health/logger.ts'
import { otherwiseSealed, type ResealDeps, reseal } from './reseal.ts'
import { SEALED_COLUMNS, type SealedColumnName } from './sealed-columns.ts'

type RoundDeps = ResealDeps & { log: Logger }

const COLUMNS = Object.keys(SEALED_COLUMNS) as SealedColumnName[]

/** Brings everything that is stored under the current key, and says once a process when it is done. Without a key nothing is touched. */
export function resealing(deps: RoundDeps): (isStopped: () => boolean) => Promise<void> {
  let said = ''
  return async (isStopped) => {
    if (deps.sealing.keyId === null) return
    const { sealed, other } = await resealEverything(deps, isStopped)
    if (isStopped()) return
    const outcome = JSON.stringify(other)
    if (sealed === 0 && outcome === said) return
    said = outcome
    const facts = { keyId: deps.sealing.keyId, sealed }
    if (Object.keys(other).length === 0) deps.log.info(facts, DONE)
    else if (sealed === 0) deps.log.warn({ ...facts, other }, NOT_DONE)
  }
}

const DONE =
  'Everything that Cooee encrypts is encrypted with ENCRYPTION_KEY: no older key is needed for it, once every process has this one'
const NOT_DONE =
  'Some of what Cooee encrypts not brought under ENCRYPTION_KEY yet: it is kept in the store of recordings, its key is missing, or it is damaged'

/** One walk through all columns. `other` names by column the keys with which something is still sealed; null: not at all. */
export async function resealEverything(
  deps: ResealDeps,
  isStopped = () => false,
): Promise<{ sealed: number; other: Partial<Record<SealedColumnName, (string | null)[]>> }> {
  let sealed = 0
  const other: Partial<Record<SealedColumnName, (string | null)[]>> = {}
  for (const name of COLUMNS) {
    sealed += await reseal(deps, name, isStopped)
    const keyIds = await otherwiseSealed(deps, name)
    if (keyIds.length > 0) other[name] = keyIds
  }
  return { sealed, other }
}
