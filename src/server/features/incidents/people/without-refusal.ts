import { refusalsOf } from '#server/features/refusals/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { PersonToNotify } from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'

/** Without those whose phone refuses both calls and texts: they are not notified. */
export async function withoutRefusal(
  deps: Pick<IncidentDeps, 'sealing'>,
  db: Db,
  people: readonly PersonToNotify[],
): Promise<PersonToNotify[]> {
  const refusals = await refusalsOf(
    deps,
    db,
    people.map(({ phoneNumber }) => phoneNumber),
  )
  return people.filter(({ phoneNumber }) => {
    const refusal = phoneNumber === null ? undefined : refusals.get(phoneNumber)
    return !(refusal?.callsSince && refusal.textsSince)
  })
}
