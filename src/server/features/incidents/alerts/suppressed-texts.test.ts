import { expect, test } from 'vitest'
import { account, care, lovedOneId, SUSAN, setUpCheckIns, textsTo } from '#test/check-in-fixture.ts'
import { escalateFor, open } from '#test/open-incident.ts'
import { answerIncident } from '../answers/answer-incident.ts'
import type { IncidentAnswer } from '../answers/incident-answer.ts'

setUpCheckIns()

const TOM = '+61491570158'

test('a contact whose ring the provider keeps queued gets at most six texts an hour about one request for help', async () => {
  await open('help')
  await escalateFor(60)
  expect(textsTo(SUSAN).length).toBeLessThanOrEqual(6)
})

test('twenty answers on an incident link are six texts at most to everybody else, and the all-clear is one of them', async () => {
  await care.db
    .insertInto('contacts')
    .values({
      accountId: account.id,
      lovedOneId,
      name: 'Tom Hartley',
      phoneNumber: TOM,
      contactType: 'family',
      isEmergencyContact: true,
      position: 900,
    })
    .execute()
  await open()
  await escalateFor(25)
  const before = textsTo(TOM).length
  expect(before).toBeGreaterThan(0)
  const susan = await care.db
    .selectFrom('incidentPeople')
    .select(['id', 'incidentId'])
    .where('phoneNumber', '=', SUSAN)
    .executeTakeFirstOrThrow()
  const say = (answer: IncidentAnswer) =>
    care.db
      .transaction()
      .execute((trx) =>
        answerIncident(care.deps.incidents, trx, { incidentId: susan.incidentId, incidentPersonId: susan.id, answer }),
      )
  for (let times = 0; times < 10; times++) {
    care.clock.advance(2_000)
    await say({ kind: 'going', minutes: 10 + times })
    care.clock.advance(2_000)
    await say({ kind: 'cannot' })
  }
  await say({ kind: 'ok' })
  const texts = textsTo(TOM)
  expect(texts.length).toBeLessThanOrEqual(6)
  expect(texts.at(-1)).toContain("Susan Hartley says all's well.")
  expect(texts.at(-1)).toMatch(/Since our last text: .*someone said they'd check \(nine times\)/)
})
