import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enqueueMessage } from '#server/features/messages/public.ts'
import { type IncidentFixture, incidentFixture } from '#test/incident-fixture.ts'
import { advanceIncidents } from '../steps/advance-incidents.ts'
import { notifyOfRemoval } from './notify-of-removal.ts'

let fixture: IncidentFixture
beforeAll(async () => {
  fixture = await incidentFixture()
})
afterAll(() => fixture.care.close())
beforeEach(() => fixture.startOver())

test('an alert that waits to be sent is dropped when its loved one is removed, since it would alert people for nothing', async () => {
  const { care, account, lovedOneId } = fixture
  await fixture.contact('Susan Hartley', '+61491570157')
  const enqueueNotice: typeof care.deps.enqueueNotice = (trx, notice) => enqueueMessage(care.jobs, trx, notice)
  await fixture.open()
  care.clock.advance(5 * 60_000)
  await advanceIncidents({ ...care.deps.incidents, enqueueNotice })
  await care.db
    .transaction()
    .execute((trx) =>
      notifyOfRemoval({ ...care.deps.incidents, enqueueNotice }, trx, { accountId: account.id, lovedOneId }),
    )
  const messages = await care.db.selectFrom('messages').select(['recipient', 'text', 'error']).orderBy('id').execute()
  const ofSusan = messages.filter(({ recipient }) => recipient === '+61491570157')
  expect(ofSusan).toMatchObject([
    { text: expect.stringContaining("didn't answer"), error: 'Not needed any more' },
    { text: expect.stringContaining('has been removed'), error: null },
  ])
})
