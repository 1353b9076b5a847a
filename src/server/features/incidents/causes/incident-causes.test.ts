import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { type IncidentFixture, incidentFixture } from '#test/incident-fixture.ts'
import { incidentsOfCalls } from '../view/escalation-view.ts'
import { viewIncident } from '../view/incident-view.ts'

const SUSAN = '+61491570157'

let on: IncidentFixture
/** A medication reminder at the same minute as the check-in. */
let reminder: number
beforeAll(async () => {
  on = await incidentFixture()
})
afterAll(() => on.care.close())
beforeEach(async () => {
  await on.startOver()
  await on.contact('Susan Hartley', SUSAN)
  const call = { lovedOneId: on.lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime()) }
  on.callId = await on.care.aCall(on.account, call)
  reminder = await on.care.aCall(on.account, { ...call, callType: 'medication_reminder' })
  await on.care.db.updateTable('calls').set({ triesMade: 2 }).where('id', 'in', [reminder, on.callId]).execute()
  await on.open()
  await on.open('not_reached', reminder, undefined, { detail: 'The phone rang out.' })
})

async function pageOf(name: string) {
  const person = on.care.db.selectFrom('incidentPeople').select('id').where('name', '=', name)
  return viewIncident(on.care.deps.incidents, (await person.executeTakeFirstOrThrow()).id)
}
const missed = (what: string) => `Margaret Hartley didn't answer the 9:00 AM ${what}`

describe('incidents of two missed calls of one minute', () => {
  test('missed calls of one minute are named by their types to the account holder, and to contacts without them', async () => {
    await on.care.escalate()
    const subjects = on.care.notified.filter(({ channel }) => channel === 'email').map(({ subject }) => subject)
    expect(subjects).toEqual([missed('daily check-in'), missed('medication reminder')])
    expect(on.textsTo(SUSAN)[0]).toContain("didn't answer the two 9:00 AM calls.")
    expect(await pageOf('Robyn Hartley')).toMatchObject({
      headline: `${missed('daily check-in')} and the 9:00 AM medication reminder`,
      causes: [{ headline: missed('daily check-in') }, { headline: missed('medication reminder') }],
    })
    expect(JSON.stringify(await pageOf('Susan Hartley'))).not.toContain('medication')
    const shown = await incidentsOfCalls.escalationOf(on.care.db, { id: on.account.id, mayHear: true }, reminder)
    expect(shown?.escalation.causes.map(({ headline }) => headline)).toEqual([
      missed('daily check-in'),
      missed('medication reminder'),
    ])
  })

  test('each alert names the missed calls that were known when it was sent', async () => {
    await on.care.db
      .updateTable('incidentCauses')
      .set({ happenedAt: new Date(NINE_IN_SYDNEY.getTime() + 60_000) })
      .where('callId', '=', reminder)
      .execute()
    await on.pass(2)
    const page = await pageOf('Robyn Hartley')
    const about = page?.notified.flatMap(({ name, alerts }) => alerts.map((alert) => [name, alert.about]))
    expect(about?.[0]).toEqual(['Robyn Hartley', missed('daily check-in')])
    expect(about?.at(-1)).toEqual(['Susan Hartley', `${missed('daily check-in')} and the 9:00 AM medication reminder`])
  })

  test('missed calls of one minute count their tries together, as often as the phone rang', async () => {
    const [first, second] = ['The phone rang out. We rang twice.', 'The phone rang out. We rang twice.']
    expect(await pageOf('Robyn Hartley')).toMatchObject({
      detail: 'The phone rang out. We rang four times.',
      causes: [{ detail: first }, { detail: second }],
    })
  })
})
