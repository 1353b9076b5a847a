import { expect, test } from 'vitest'
import { advanceIncidents, notifyOfRemoval } from '#server/features/incidents/public.ts'
import {
  account,
  aRinging,
  care,
  dials,
  HOUR,
  lovedOneId,
  MARGARET,
  MINUTE,
  ring,
  SUSAN,
  setUpCheckIns,
  spoken,
  write,
} from './check-in-fixture.ts'

setUpCheckIns()

/** The letters of it are sent, the signs stay on the screen. */
const ON_SCREEN = {
  lovedOne: 'Margaret 💛 (Nan) <b>Hartley</b>',
  contact: 'Susan 🌸 "Sue" & Hartley*',
  first: 'Robyn 💛',
  last: '#Hartley',
}

/** What is answered to a text message. */
const wrote = async (words: string, from: string) => (await write(words, from)) ?? ''

async function rename(): Promise<void> {
  await care.db.updateTable('lovedOnes').set({ name: ON_SCREEN.lovedOne }).where('id', '=', lovedOneId).execute()
  await care.db.updateTable('contacts').set({ name: ON_SCREEN.contact }).execute()
  await care.db
    .updateTable('people')
    .set({ firstName: ON_SCREEN.first, lastName: ON_SCREEN.last, phoneNumber: '+61491570150' })
    .where('id', '=', account.personId)
    .execute()
}

/** Every name in it, with all that is no name taken out: addresses of pages, numbers, times. */
function signsIn(said: string): string | null {
  const words = said
    .replace(/https?:\/\/\S+/g, '')
    .replace(/\+?\d[\d :]*/g, '')
    .replace(/\(the time there\)/g, '')
  return words.match(/[💛🌸"<>£&*#]|\(Nan|Nan\)/u)?.[0] ?? null
}

test("whatever names hold, nothing but letters, marks, spaces and ' - . of them is said, texted or mailed", async () => {
  await rename()
  const said: string[] = []
  await aRinging({ callType: 'medication_reminder' })
  const { attemptId, providerCallId } = dials()[0] ?? { attemptId: 0 }
  said.push(spoken(await care.facts.answered(attemptId, providerCallId ?? '')))
  for (const [step, heard] of [
    ['listen 1', { keys: '', speech: 'who is this' }],
    ['question 2', { keys: '3', speech: '' }],
  ] as const) {
    said.push(spoken(await care.facts.heard(attemptId, step, heard)))
  }
  await care.escalate()
  for (let minutes = 0; minutes < 12; minutes += 2) {
    care.clock.advance(2 * MINUTE)
    await care.settle()
    await care.escalate()
    for (const { alertId, providerCallId } of care.telephony.alertsDialled.splice(0)) {
      said.push(spoken(await care.alerts.answered(alertId, providerCallId ?? '')))
    }
  }
  said.push((await ring(SUSAN)).text)
  said.push(await wrote('1', SUSAN), await wrote('what?', SUSAN), await wrote('2', SUSAN))
  await care.escalate()
  said.push((await ring(MARGARET)).text, await wrote('I am fine', MARGARET), await wrote('HELP', MARGARET))
  await care.escalate()
  said.push(await wrote('3', SUSAN))
  // One that nobody was there to place.
  await care.aCall(account, { lovedOneId, at: care.clock.now() })
  care.clock.advance(3 * HOUR)
  await care.dispatch()
  await advanceIncidents(care.deps.incidents)
  await care.db
    .transaction()
    .execute((trx) => notifyOfRemoval(care.deps.incidents, trx, { accountId: account.id, lovedOneId }))
  const written = care.notified.flatMap(({ subject, text: words, fallback }) => [
    subject ?? '',
    words,
    fallback?.text ?? '',
  ])
  expect(written.length).toBeGreaterThan(10)
  expect([...said, ...written].filter((words) => signsIn(words) !== null)).toEqual([])
  expect(said.filter((words) => words.includes('Margaret')).length).toBeGreaterThan(4)
})
