import type { Insertable } from 'kysely'
import type { AddLovedOneBody, EditLovedOneBody } from '#contract/people/loved-one-forms.ts'
import { PHONE_MESSAGE } from '#contract/people/loved-one-forms.ts'
import { keptInstantsInWords } from '#core/calls/kept-instants.ts'
import type { ConsentMode } from '#core/consent/consent.ts'
import { townOf } from '#core/hot-days/towns.ts'
import { toE164 } from '#core/phone/e164.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { refuseAdminRefused } from '#server/features/refusals/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { LovedOnesTable } from '#server/platform/database/schema/loved-ones.ts'
import { createOnce } from '#server/platform/http/answers/create-once.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { ActingAccount } from '#server/platform/http/requests/acting-account.ts'
import { ordinaryNumber } from '#server/platform/phones/ordinary-number.ts'
import type { OwnNumbers } from '#server/platform/phones/own-numbers.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import { restartConsents, startConsents } from './consents-of-number.ts'
import { hasFreeTexts, type StoredFreeTexts, storedFreeTexts, withoutFreeTexts } from './free-texts.ts'
import { numberForNew } from './number-for-new.ts'
import { ownLovedOne } from './own-loved-one.ts'
import { refuseLandlineWhereTexted } from './refuse-landline.ts'

export interface LovedOnesDeps {
  db: Db
  clock: Clock
  sealing: Sealing
  ownNumbers: OwnNumbers
  /** May refuse one more loved one. Runs while the account's row is locked, so that parallel requests queue here. */
  beforeAdding(trx: Trx, accountId: number): Promise<void>
  /**
   * Moves what is promised in wall-clock time; may refuse an unconfirmed call at night. Runs in the transaction that
   * has changed the zone.
   */
  onZoneChanged(trx: Trx, change: { lovedOneId: number; previousZone: string; confirmNight: boolean }): Promise<void>
  /** Whether loved ones are asked, in their first call, if calls are all right. */
  consent: ConsentMode
  /** Notifies the people concerned. Runs in the transaction that removes a loved one, before they are gone. */
  beforeRemoving(trx: Trx, removal: { accountId: number; lovedOneId: number }): Promise<void>
}

/** Every column that is written when a loved one is added: a forgotten one is a type error. The sealed ones follow. */
type NewLovedOne = Required<
  Omit<Insertable<LovedOnesTable>, 'id' | 'createdAt' | 'rungFromBefore' | keyof StoredFreeTexts>
>

/** Adds a loved one to an account and returns their id. With a `key` it happens once, however often it is requested. */
export function addLovedOne(
  deps: LovedOnesDeps,
  { id: accountId, by }: ActingAccount,
  body: AddLovedOneBody,
  key?: string,
): Promise<number> {
  const request = { accountId, key, asked: ['loved one', body], now: deps.clock.now() }
  return createOnce(deps.db, request, async (trx) => {
    await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
    await deps.beforeAdding(trx, accountId)
    const phones = {
      phoneNumber: stored('phoneNumber', body.phoneNumber),
      emergencyContactPhone: storedIfGiven('emergencyContactPhone', body.emergencyContactPhone) ?? null,
      secondPhoneNumber: storedIfGiven('secondPhoneNumber', body.secondPhoneNumber) ?? null,
    }
    await refuseAdminRefused(deps, trx, phones)
    const { id } = await trx
      .insertInto('lovedOnes')
      .values({
        accountId,
        name: body.name,
        ...phones,
        timezone: body.timezone,
        language: body.language,
        relationship: body.relationship,
        preferredName: body.preferredName ?? null,
        familyWord: body.familyWord ?? null,
        emergencyContactName: body.emergencyContactName ?? null,
        recordCalls: body.recordCalls ?? false,
        talks: false,
        retryAttempts: body.retryAttempts ?? null,
        retryDelayMinutes: body.retryDelayMinutes ?? null,
        hotDaysTown: knownTown(body.hotDaysTown) ?? null,
        rungFrom: await numberForNew(trx, deps.ownNumbers, accountId),
      } satisfies NewLovedOne)
      .returning('id')
      .executeTakeFirstOrThrow()
    if (hasFreeTexts(body)) {
      // Sealed for their id, which exists only now.
      await trx
        .updateTable('lovedOnes')
        .set(storedFreeTexts(deps.sealing, id, body))
        .where('id', '=', id)
        .execute()
    }
    await startConsents(deps, trx, { accountId, lovedOneId: id, phoneNumber: phones.phoneNumber })
    await recordActivity(trx, {
      accountId,
      activityType: 'loved_one_added',
      description: `${body.name} added as a loved one`,
      by,
      does: `added ${body.name} as a loved one`,
      lovedOneId: id,
    })
    return id
  })
}

/** Changes what is given; a new zone moves the recurring calls. Returns sentences on the calls that keep their moment, null without any. */
export function editLovedOne(
  deps: LovedOnesDeps,
  { id: accountId, by }: ActingAccount,
  lovedOneId: number,
  { confirmNight = false, ...body }: EditLovedOneBody,
): Promise<string | null> {
  return deps.db.transaction().execute(async (trx) => {
    const before = await ownLovedOne(trx, accountId, lovedOneId, 'locked')
    const phones = {
      phoneNumber: body.phoneNumber === undefined ? undefined : stored('phoneNumber', body.phoneNumber),
      emergencyContactPhone: storedIfGiven('emergencyContactPhone', body.emergencyContactPhone),
      secondPhoneNumber: storedIfGiven('secondPhoneNumber', body.secondPhoneNumber),
    }
    await refuseAdminRefused(deps, trx, phones)
    await refuseLandlineWhereTexted(trx, { ...before, phoneNumber: phones.phoneNumber })
    const changes = {
      ...withoutFreeTexts(body),
      hotDaysTown: knownTown(body.hotDaysTown),
      ...storedFreeTexts(deps.sealing, lovedOneId, body),
      ...phones,
    }
    if (Object.values(changes).every((value) => value === undefined)) return null
    await trx.updateTable('lovedOnes').set(changes).where('id', '=', lovedOneId).execute()
    if (phones.phoneNumber !== undefined && phones.phoneNumber !== before.phoneNumber) {
      await restartConsents(deps, trx, { accountId, lovedOneId, phoneNumber: phones.phoneNumber })
    }
    let keptCalls: string | null = null
    if (body.timezone !== undefined && body.timezone !== before.timezone) {
      const promised = await scheduledCalls(trx, lovedOneId)
      await deps.onZoneChanged(trx, { lovedOneId, previousZone: before.timezone, confirmNight })
      const kept = await keptAmong(trx, lovedOneId, promised)
      keptCalls = keptInstantsInWords(kept, { from: before.timezone, to: body.timezone, now: deps.clock.now() })
    }
    await recordActivity(trx, {
      accountId,
      activityType: 'loved_one_updated',
      description: `${body.name ?? before.name}'s details updated`,
      by,
      does: `updated ${body.name ?? before.name}'s details`,
      details: keptCalls,
      lovedOneId,
    })
    return keptCalls
  })
}

/** Calls that somebody has asked for: a catch-up call is moved by itself. */
function scheduledCalls(trx: Trx, lovedOneId: number) {
  return trx
    .selectFrom('calls')
    .select(['id', 'scheduledFor'])
    .where('lovedOneId', '=', lovedOneId)
    .where('status', '=', 'scheduled')
    .where('catchUpFor', 'is', null)
    .execute()
}

/** The times of the calls that still ring when they were promised. */
async function keptAmong(
  trx: Trx,
  lovedOneId: number,
  promised: readonly { id: number; scheduledFor: Date }[],
): Promise<Date[]> {
  const before = new Map(promised.map(({ id, scheduledFor }) => [id, scheduledFor.getTime()]))
  const now = await scheduledCalls(trx, lovedOneId)
  return now
    .filter(({ id, scheduledFor }) => before.get(id) === scheduledFor.getTime())
    .map((call) => call.scheduledFor)
}

/** Removes a loved one with contacts, calls and history. The activity log keeps the fact. */
export function removeLovedOne(
  { db, beforeRemoving }: Pick<LovedOnesDeps, 'db'> & Partial<LovedOnesDeps>,
  { id: accountId, by }: ActingAccount,
  lovedOneId: number,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { name } = await ownLovedOne(trx, accountId, lovedOneId, 'locked')
    const { scheduled } = await trx
      .selectFrom('calls')
      .select((select) => select.fn.countAll<number>().as('scheduled'))
      .where('lovedOneId', '=', lovedOneId)
      .where('status', '=', 'scheduled')
      .executeTakeFirstOrThrow()
    await beforeRemoving?.(trx, { accountId, lovedOneId })
    await trx.deleteFrom('lovedOnes').where('id', '=', lovedOneId).execute()
    await recordActivity(trx, {
      accountId,
      activityType: 'loved_one_removed',
      description: `${name} removed from your loved ones`,
      by,
      does: `removed ${name} from the loved ones`,
      details: scheduled === 0 ? null : `${scheduled} scheduled ${scheduled === 1 ? 'call' : 'calls'} cancelled`,
      lovedOneId,
    })
  })
}

/** Left out stays left out, and null stays null. */
function knownTown<Absent extends null | undefined>(town: string | Absent): string | Absent {
  if (typeof town === 'string' && townOf(town) === undefined) {
    throw new AppError('invalid', 'Please select a town', { field: 'hotDaysTown' })
  }
  return town
}

/** The specification asks for Australian numbers, whatever else an operator allows for contacts. */
const LOVED_ONES_LIVE_IN = ['AU']

type PhoneField = 'phoneNumber' | 'emergencyContactPhone' | 'secondPhoneNumber'

function stored(field: PhoneField, typed: string): string {
  const number = toE164(typed)
  if (number === null) throw new AppError('invalid', PHONE_MESSAGE, { field })
  return ordinaryNumber(number, { countries: LOVED_ONES_LIVE_IN, field })
}

/** Left out stays left out, and null stays null: both mean something for the field. */
function storedIfGiven<Absent extends null | undefined>(field: PhoneField, typed: string | Absent): string | Absent {
  return typeof typed === 'string' ? stored(field, typed) : typed
}
