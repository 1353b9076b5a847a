import { describe, expect, test } from 'vitest'
import { NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import {
  account,
  aMissed,
  care,
  dials,
  endLast,
  HOUR,
  lovedOneId,
  pass,
  setUpCheckIns,
} from '#test/check-in-fixture.ts'

setUpCheckIns()

const ROBYN = '+61491570150'

describe('all-clears while a medication reminder is unanswered', () => {
  async function answerLast() {
    const { attemptId, providerCallId } = dials().at(-1) ?? { attemptId: 0, providerCallId: '' }
    await care.facts.answered(attemptId, providerCallId ?? '')
    await care.facts.heard(attemptId, 'listen 1', { keys: '', speech: '' })
    await care.facts.heard(attemptId, 'question 2', { keys: '1', speech: '' })
    await endLast('completed')
  }
  const notificationsOf = (what: RegExp) => care.notified.filter(({ text }) => what.test(text))

  test('the all-clear of a catch-up call says that an unanswered medication reminder is still open', async () => {
    await care.db.updateTable('people').set({ phoneNumber: ROBYN }).where('id', '=', account.personId).execute()
    await care.aCall(account, { lovedOneId, callType: 'medication_reminder' })
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + 5 * HOUR))
    await care.dispatch()
    await answerLast()
    expect(notificationsOf(/We didn't get to the 9:00 AM medication reminder/)).not.toEqual([])
    expect(notificationsOf(/all clear|don't need to do anything/)).toEqual([])
  })

  test('the all-clear of the next answered call says that a medication reminder which rang out is still open', async () => {
    await care.db.updateTable('people').set({ phoneNumber: ROBYN }).where('id', '=', account.personId).execute()
    await aMissed({ callType: 'medication_reminder' })
    await care.aCall(account, { lovedOneId, at: new Date(care.clock.now().getTime() + HOUR) })
    await pass(HOUR)
    await answerLast()
    expect(notificationsOf(/the 9:00 AM medication reminder/)).not.toEqual([])
    expect(notificationsOf(/all clear|don't need to do anything/)).toEqual([])
  })
})
