import { beforeEach } from 'vitest'
import { NINE_IN_SYDNEY } from './care-fixture.ts'
import { aContact, account, care, lovedOneId, MINUTE, ring, SUSAN, setUpCheckIns, write } from './check-in-fixture.ts'
import { openOf } from './open-incident.ts'

export const TOM = '+61491570158'
export const HOLDER = '+61491570150'

/** Begins each test of the file that calls it at nine: Margaret, whose contacts are Susan and then Tom. */
export function setUpAlerted(): void {
  setUpCheckIns()
  beforeEach(async () => {
    care.clock.set(NINE_IN_SYDNEY)
    await care.db.updateTable('lovedOnes').set({ secondPhoneNumber: null }).execute()
    await aContact('Tom Hartley', TOM)
  })
}

/** Opens an incident about Margaret, or about somebody else; due messages are delivered. */
export const open = (name = 'Margaret Hartley', of = { accountId: account.id, lovedOneId }): Promise<void> =>
  openOf(name, of)

/** Lets minutes go by, and takes the steps that are due then. */
export async function escalateAfter(minutes: number): Promise<void> {
  care.clock.advance(minutes * MINUTE)
  await care.escalate()
}

/** A contact writes: Susan by default. */
export const texted = (text: string, from = SUSAN) => write(text, from)

/** A contact rings Cooee back: Susan by default. */
export async function ringBack(from = SUSAN) {
  const rung = await ring(from)
  return {
    text: rung.text,
    press: (keys: string, step = 'incident') => rung.press(step, keys),
    say: (speech: string, step = 'incident') => rung.say(step, speech),
  }
}

/** The first incident, with its owner. */
export function incident() {
  return care.db
    .selectFrom('incidents')
    .leftJoin('incidentPeople', 'incidentPeople.id', 'incidents.ownerId')
    .select(['status', 'intent', 'etaMinutes', 'endedHow', 'incidentPeople.name as owner'])
    .orderBy('incidents.id')
    .executeTakeFirstOrThrow()
}

/** What has been answered to alerts. */
export const alertAnswers = () =>
  care.db.selectFrom('alerts').select('answer').where('answer', 'is not', null).orderBy('id').execute()
