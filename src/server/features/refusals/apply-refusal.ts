import type { AsksBy } from '#core/calls/call-vocabulary.ts'
import { type ConsentState, type ConsentWay, saidNo } from '#core/consent/consent.ts'
import {
  adminRefusesText,
  contactRefusesText,
  contactTakesAgainText,
  lovedOneDeclinesText,
  lovedOneRefusesText,
  lovedOneTakesAgainText,
  refusedReason,
  whatIsRefused,
  whatIsTakenAgain,
} from '#core/refusals/refusal-texts.ts'
import {
  adminRefusesSecondText,
  secondPhoneRefusesText,
  secondPhoneTakesAgainText,
} from '#core/refusals/second-phone-texts.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { consentsOf, recordConsent } from '#server/features/consents/public.ts'
import { type EnqueueNotice, notifyMembers } from '#server/features/notifications/public.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { askedByText, contactsAt, type LovedOneAt, lovedOnesAt, type StoredNumber } from './holders-of-number.ts'
import { notifyOfSecondPhone } from './notify-of-second-phone.ts'
import { insertDecline, liftRefusal, type Refusal, type RefusalDeps, type Refuses, refuse } from './phone-refusals.ts'

/** What is needed to report a refusal. */
export interface ApplyDeps extends RefusalDeps {
  clock: Clock
  publicUrl: string
  enqueueNotice: EnqueueNotice
}

const ONLY_THAT_PHONE = 'Only that phone can change this'

/**
 * Writes down that a phone refuses calls or texts, and notifies every account that holds its number, once.
 * `stopCallsTo` ends what is under way, after the commit. Returns the accounts that are concerned.
 */
export async function applyRefusal(
  deps: ApplyDeps,
  trx: Trx,
  refuses: Refuses & { how: ConsentWay },
): Promise<number[]> {
  const { refusal, isNew } = await refuse(deps, trx, refuses, deps.clock.now())
  const { phoneNumber } = refuses
  const lovedOnes = await lovedOnesAt(trx, phoneNumber)
  const contacts = await contactsAt(trx, phoneNumber)
  const accountIds = [...new Set([...lovedOnes, ...contacts].map(({ accountId }) => accountId))]
  if (refuses.calls) await recordConsents(deps, trx, { lovedOnes, state: 'withdrawn', how: refuses.how })
  if (!isNew) return accountIds
  const asksBy = refuses.calls ? 'call' : 'text'
  for (const lovedOne of refuses.calls ? lovedOnes : await askedByText(trx, lovedOnes)) {
    if (lovedOne.isSecond) {
      const { name } = lovedOne
      await notifyOfSecondPhone(deps, trx, lovedOne, {
        text: secondPhoneRefusesText({
          name,
          link: `${deps.publicUrl}/loved-ones`,
          texts: refusal.textsSince !== null,
        }),
        key: `refusal:${refusal.id}`,
        log: { details: ONLY_THAT_PHONE },
      })
      continue
    }
    await recordActivity(trx, {
      accountId: lovedOne.accountId,
      activityType: 'loved_one_updated',
      description: refusedReason(lovedOne.name, asksBy).replace(/\.$/, ''),
      details: ONLY_THAT_PHONE,
      lovedOneId: lovedOne.lovedOneId,
    })
    await notifyOfRefusal(deps, trx, lovedOne, refusal, asksBy)
  }
  for (const contact of contacts) await notifyOfContact(deps, trx, contact, refusal)
  if (accountIds.length > 0) await announceChange(trx, accountIds, 'calls')
  return accountIds
}

/** Of the loved ones whose first phone it is: a second phone that refuses is only left out. Taking back concerns who has refused. */
async function recordConsents(
  { clock }: Pick<ApplyDeps, 'clock'>,
  trx: Trx,
  { lovedOnes, ...consent }: StoredConsents,
): Promise<void> {
  const whose = lovedOnes.filter(({ isSecond }) => !isSecond)
  const before = await consentsOf(
    trx,
    whose.map(({ lovedOneId }) => lovedOneId),
    'asked',
  )
  for (const { accountId, lovedOneId } of whose) {
    const known = before.get(lovedOneId)?.calls.state ?? null
    if (consent.state === 'agreed' && !saidNo(known)) continue
    await recordConsent(trx, { accountId, lovedOneId, subject: 'calls', ...consent, at: clock.now() })
  }
}

interface StoredConsents {
  lovedOnes: readonly LovedOneAt[]
  state: ConsentState
  how: ConsentWay
}

/**
 * Key 9 in the first call: this account does not ring that phone again, under whatever name it is stored. The account holder is
 * notified once, kindly. What is under way to it must be stopped after the commit.
 */
export async function applyDecline(
  deps: ApplyDeps,
  trx: Trx,
  { accountId, phoneNumber }: { accountId: number; phoneNumber: string },
): Promise<void> {
  const id = await insertDecline(deps, trx, accountId, phoneNumber, deps.clock.now())
  if (id === null) return
  const declined = (await lovedOnesAt(trx, phoneNumber)).filter((lovedOne) => lovedOne.accountId === accountId)
  await recordConsents(deps, trx, { lovedOnes: declined, state: 'declined', how: 'key' })
  for (const { lovedOneId, name, isSecond } of declined) {
    const link = `${deps.publicUrl}/loved-ones`
    // With the entry's id: the same person may decline on another phone, or once more after taking it back.
    const key = `declined:${id}`
    if (isSecond) {
      const text = secondPhoneRefusesText({ name, link, texts: false })
      await notifyOfSecondPhone(deps, trx, { accountId, lovedOneId }, { text, key, log: { details: ONLY_THAT_PHONE } })
      continue
    }
    await recordActivity(trx, {
      accountId,
      activityType: 'loved_one_updated',
      description: `${name} would rather not be called`,
      details: ONLY_THAT_PHONE,
      lovedOneId,
    })
    const text = lovedOneDeclinesText({ name, link })
    await notifyMembers(deps, trx, { accountId, kind: 'missedCalls', text, key: `${key}:${lovedOneId}` })
  }
  await announceChange(trx, [accountId], 'calls')
}

/**
 * Notifies an account holder that a loved one refuses calls, or the texts that ask them: once for each refusal, however many calls are not made.
 */
export async function notifyOfRefusal(
  deps: ApplyDeps,
  trx: Trx,
  { accountId, lovedOneId, name }: StoredNumber,
  { id, callsSince, byAdmin }: Pick<Refusal, 'id' | 'callsSince' | 'byAdmin'>,
  asksBy: AsksBy = 'call',
): Promise<void> {
  // A refusal of both is notified as one of calls, once.
  const refused = callsSince === null ? asksBy : 'call'
  const notified = { name, link: `${deps.publicUrl}/loved-ones` }
  await notifyMembers(deps, trx, {
    accountId,
    kind: 'missedCalls',
    text: byAdmin ? adminRefusesText(notified) : lovedOneRefusesText(notified, refused),
    key: `refusal:${id}:${byAdmin ? `admin:${callsSince?.getTime()}:` : ''}${lovedOneId}${refused === 'text' ? ':texts' : ''}`,
  })
}

async function notifyOfContact(
  deps: ApplyDeps,
  trx: Trx,
  { accountId, lovedOneId, name }: StoredNumber,
  { id, callsSince, textsSince }: Refusal,
): Promise<void> {
  const refuses = { calls: callsSince !== null, texts: textsSince !== null }
  await recordActivity(trx, {
    accountId,
    activityType: 'contact_updated',
    description: `${name} doesn't want ${whatIsRefused(refuses)} any more`,
    details: ONLY_THAT_PHONE,
    lovedOneId,
  })
  await notifyMembers(deps, trx, {
    accountId,
    kind: 'missedCalls',
    text: contactRefusesText({ name, refuses, link: `${deps.publicUrl}/contacts` }),
    key: `refusal:${id}:contact:${name}:${whatIsRefused(refuses)}:${accountId}`,
  })
}

/** Notifies every account that holds a number, once, that an admin refuses it. */
export async function applyAdminRefusal(
  deps: ApplyDeps,
  trx: Trx,
  phoneNumber: string,
  { id, refusedAt }: { id: number; refusedAt: Date },
): Promise<void> {
  const lovedOnes = await lovedOnesAt(trx, phoneNumber)
  const contacts = await contactsAt(trx, phoneNumber)
  const refusal = { id, callsSince: refusedAt, byAdmin: true }
  for (const lovedOne of lovedOnes) {
    if (!lovedOne.isSecond) {
      await notifyOfRefusal(deps, trx, lovedOne, refusal)
      continue
    }
    const text = adminRefusesSecondText({ name: lovedOne.name, link: `${deps.publicUrl}/loved-ones` })
    const key = `refusal:${id}:admin:${refusedAt.getTime()}`
    await notifyOfSecondPhone(deps, trx, lovedOne, { text, key, log: null })
  }
  for (const { accountId, lovedOneId, name } of contacts) {
    await notifyMembers(deps, trx, {
      accountId,
      kind: 'missedCalls',
      text: adminRefusesText({ name, link: `${deps.publicUrl}/contacts` }),
      key: `refusal:${id}:admin:${refusedAt.getTime()}:contact:${lovedOneId}:${name}`,
    })
  }
  const accountIds = [...new Set([...lovedOnes, ...contacts].map(({ accountId }) => accountId))]
  if (accountIds.length > 0) await announceChange(trx, accountIds, 'calls')
}

/**
 * Takes a refusal back, as the phone itself has asked, and notifies every account that holds its number, once; a call that
 * was declined concerns its own account alone. Returns the accounts that are concerned.
 */
export async function applyLift(
  deps: ApplyDeps,
  trx: Trx,
  phoneNumber: string,
  by: Parameters<typeof liftRefusal>[3],
): Promise<number[]> {
  const lifted = await liftRefusal(deps, trx, phoneNumber, by)
  const how = by.by === 'ring' ? 'ring' : 'text'
  const asking = lifted.isOwnNoOver ? await lovedOnesAt(trx, phoneNumber) : []
  // Also while an admin refuses the number: nobody can take it back a second time.
  await recordConsents(deps, trx, { lovedOnes: asking, state: 'agreed', how })
  const takesCallsOf = (accountId: number) => lifted.calls || lifted.declinedBy.includes(accountId)
  const lovedOnes = asking.filter(({ accountId }) => takesCallsOf(accountId))
  const contacts = (await contactsAt(trx, phoneNumber)).filter(
    ({ accountId }) => lifted.texts || takesCallsOf(accountId),
  )
  for (const { accountId, lovedOneId, name, isSecond } of lovedOnes) {
    const link = `${deps.publicUrl}/loved-ones`
    if (isSecond) {
      const text = secondPhoneTakesAgainText({ name, link })
      const key = `refusal:${lifted.id}:lifted`
      await notifyOfSecondPhone(deps, trx, { accountId, lovedOneId }, { text, key, log: { details: null } })
      continue
    }
    const description = `${name} wants calls again`
    await recordActivity(trx, { accountId, activityType: 'loved_one_updated', description, lovedOneId })
    const text = lovedOneTakesAgainText({ name, link })
    await notifyMembers(deps, trx, {
      accountId,
      kind: 'missedCalls',
      text,
      key: `refusal:${lifted.id}:lifted:${lovedOneId}`,
    })
  }
  for (const { accountId, lovedOneId, name } of contacts) {
    const takes = { calls: takesCallsOf(accountId), texts: lifted.texts }
    const description = `${name} wants ${whatIsTakenAgain(takes)} again`
    await recordActivity(trx, { accountId, activityType: 'contact_updated', description, lovedOneId })
    const text = contactTakesAgainText({ name, lifted: takes, link: `${deps.publicUrl}/contacts` })
    const key = `refusal:${lifted.id}:lifted:contact:${name}:${whatIsRefused(takes)}:${accountId}`
    await notifyMembers(deps, trx, { accountId, kind: 'missedCalls', text, key })
  }
  const accountIds = [...new Set([...lovedOnes, ...contacts].map(({ accountId }) => accountId))]
  if (accountIds.length > 0) await announceChange(trx, accountIds, 'calls')
  return accountIds
}
