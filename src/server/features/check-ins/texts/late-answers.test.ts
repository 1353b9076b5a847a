import { describe, expect, test } from 'vitest'
import type { ReceivedText } from '#server/adapters/telephony/texts.ts'
import { NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import {
  account,
  aMissed,
  care,
  HOUR,
  lovedOneId,
  MARGARET,
  MINUTE,
  pass,
  SUSAN,
  setUpCheckIns,
  statusOf,
  write,
} from '#test/check-in-fixture.ts'
import { aNumber } from '#test/factories.ts'
import { incidentStatuses, openOf } from '#test/open-incident.ts'
import { findLostTexts } from './find-lost-texts.ts'

setUpCheckIns()

describe('texts that are found late', () => {
  const provider = (texts: readonly ReceivedText[]) => ({
    async received() {
      return { kind: 'found' as const, found: [...texts] }
    },
  })

  test('an "OK" of eight o’clock that is found late does not settle that nobody answered at nine', async () => {
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - HOUR))
    const sentAt = care.clock.now()
    await aMissed()
    care.clock.advance(10 * MINUTE)
    await findLostTexts(
      care.deps,
      provider([{ providerMessageId: `SM-l-${aNumber()}`, from: MARGARET, text: 'OK', sentAt }]),
    )
    expect(await incidentStatuses()).toEqual(['running'])
  })

  test('a "DONE" of eight o’clock that is found late does not settle that nobody answered at nine', async () => {
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - HOUR))
    const at = care.clock.now()
    const reminder = await care.aCall(account, { lovedOneId, at, callType: 'medication_reminder', asksBy: 'text' })
    await care.dispatch()
    const sentAt = new Date(at.getTime() + MINUTE)
    await aMissed()
    const catchUp = { lovedOneId, at: new Date(care.clock.now().getTime() + HOUR) }
    const catchUpId = await care.aCall(account, catchUp)
    await care.db.updateTable('calls').set({ catchUpFor: NINE_IN_SYDNEY }).where('id', '=', catchUpId).execute()
    const late = { providerMessageId: `SM-l-${aNumber()}`, from: MARGARET, text: 'DONE', sentAt }
    await findLostTexts(care.deps, provider([late]))
    expect(await statusOf(reminder)).toBe('completed')
    expect(await incidentStatuses()).toEqual(['running'])
    expect(await statusOf(catchUpId)).toBe('scheduled')
  })

  test('a "3" of a contact about an earlier incident that is found late does not close one of which they were notified after they wrote', async () => {
    await openOf('Margaret Hartley', { accountId: account.id, lovedOneId })
    await pass(MINUTE)
    const sentAt = care.clock.now()
    await write('OK', MARGARET)
    await pass(MINUTE)
    await openOf('Margaret Hartley', { accountId: account.id, lovedOneId }, 'help')
    await pass(2 * MINUTE)
    await findLostTexts(
      care.deps,
      provider([{ providerMessageId: `SM-l-${aNumber()}`, from: SUSAN, text: '3', sentAt }]),
    )
    expect(await incidentStatuses()).toEqual(['resolved', 'running'])
  })
})

describe('answers that were overtaken', () => {
  test('a "1" that is found late does not make a contact the owner who has written "2" since', async () => {
    await openOf('Margaret Hartley', { accountId: account.id, lovedOneId })
    await pass(MINUTE)
    const sentAt = care.clock.now()
    await pass(30 * MINUTE)
    await write('2', SUSAN)
    await pass(MINUTE)
    const late = { providerMessageId: `SM-l-${aNumber()}`, from: SUSAN, text: '1', sentAt }
    await findLostTexts(care.deps, { received: async () => ({ kind: 'found', found: [late] }) })
    expect(await incidentStatuses()).not.toEqual(['owned'])
  })
})
