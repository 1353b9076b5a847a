import { addCause, advanceIncidents } from '#server/features/incidents/public.ts'
import { account, care, lovedOneId, MINUTE } from './check-in-fixture.ts'

const HEADLINES = {
  not_reached: "Margaret Hartley didn't answer the 9:00 AM call",
  help: 'Margaret Hartley texted us for help',
}

/** An incident of the fixture's loved one that no call raised; the steps that are due are taken, and no phone rings yet. */
export async function open(cause: keyof typeof HEADLINES = 'not_reached'): Promise<void> {
  await happen({ accountId: account.id, lovedOneId }, cause, HEADLINES[cause])
  while ((await advanceIncidents(care.deps.incidents)) > 0);
}

/** Opens an incident of anybody; due messages are delivered as well. */
export async function openOf(
  name: string,
  of: { accountId: number; lovedOneId: number },
  cause: keyof typeof HEADLINES = 'not_reached',
): Promise<void> {
  await happen(of, cause, `${name} didn't answer the 9:00 AM call`)
  await care.escalate()
}

async function happen(of: { accountId: number; lovedOneId: number }, cause: keyof typeof HEADLINES, headline: string) {
  const happening = { ...of, callId: null, cause, headline, detail: null }
  await care.db.transaction().execute((trx) => addCause(care.deps.incidents, trx, happening))
}

/** Lets minutes go by, and takes the steps that are due in each. */
export async function escalateFor(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    care.clock.advance(MINUTE)
    await care.settle()
    await care.escalate()
  }
}

/** The phones that alerts have rung. */
export const alertsRung = (): (string | null)[] => care.telephony.alertsDialled.map(({ to }) => to)

/** How each incident stands, in the order in which they began. */
export async function incidentStatuses(): Promise<string[]> {
  const rows = await care.db.selectFrom('incidents').select('status').orderBy('id').execute()
  return rows.map(({ status }) => status)
}
