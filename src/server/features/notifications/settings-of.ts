import type { Selectable } from 'kysely'
import {
  ALWAYS_BY_EMAIL,
  DEFAULT_MEMBER_SETTINGS,
  DEFAULT_NOTIFICATION_SETTINGS,
  type NotificationSettings,
} from '#core/notifications/settings.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { NotificationSettingsTable } from '#server/platform/database/schema.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'

const COLUMNS = [
  'missedCallsEmail',
  'missedCallsSms',
  'incidentsEmail',
  'incidentsSms',
  'lateCallsEmail',
  'lateCallsSms',
  'answeredCallsEmail',
  'answeredCallsSms',
  'billingEmail',
  'billingSms',
  'notifyAtFirstTry',
  'ringMeFirst',
  'summaryFrequency',
  'summaryHour',
  'weeklyLetter',
] as const satisfies readonly (keyof Choices)[]

/** A member of a circle. */
interface WhoChooses {
  accountId: number
  personId: number
}

/** A member's notification settings; the defaults of their role while they have chosen nothing. */
export async function notificationSettingsOf(
  db: Db,
  { accountId, personId }: WhoChooses,
): Promise<NotificationSettings> {
  const row = await db
    .selectFrom('members')
    .leftJoin('notificationSettings as settings', (join) =>
      join.onRef('settings.accountId', '=', 'members.accountId').onRef('settings.personId', '=', 'members.personId'),
    )
    .select(['members.role', 'settings.personId as chosenBy'])
    .select(COLUMNS.map((column) => `settings.${column}` as const))
    .where('members.accountId', '=', accountId)
    .where('members.personId', '=', personId)
    .$narrowType<{ chosenBy: null } | (Choices & { chosenBy: number })>()
    .executeTakeFirst()
  const isHolder = row?.role === 'owner'
  if (!row || row.chosenBy === null) return isHolder ? DEFAULT_NOTIFICATION_SETTINGS : DEFAULT_MEMBER_SETTINGS
  const chosen = fromRow(row)
  if (!isHolder) return chosen
  // They may have chosen before they became the account holder.
  const always = ALWAYS_BY_EMAIL.map((kind) => [kind, { ...chosen[kind], email: true }])
  return { ...chosen, ...Object.fromEntries(always) }
}

/** Whether any member of the circle has chosen to be notified of calls that are answered: nobody is by default. */
export async function isAnyoneNotifiedOfAnswers(db: Db, accountId: number): Promise<boolean> {
  return (await readWhoWantsAnswers(db, { accountId })).length > 0
}

const readWhoWantsAnswers = preparedStatement((db, { accountId }: { accountId: Param<number> }) =>
  db
    .selectFrom('notificationSettings')
    .select('personId')
    .where('accountId', '=', accountId)
    .where(({ eb, or }) => or([eb('answeredCallsEmail', '=', true), eb('answeredCallsSms', '=', true)]))
    .limit(1),
)

/** Saves all of them. Summaries and letters begin again, with the day of `now`, when they are switched on. */
export async function saveNotificationSettings(
  db: Db,
  { accountId, personId }: WhoChooses,
  settings: NotificationSettings,
  now: Date,
): Promise<void> {
  const summarySince = settings.summary.frequency === 'off' ? null : now
  const letterSince = settings.weeklyLetter ? now : null
  const values = toRow(settings)
  await db
    .insertInto('notificationSettings')
    .values({ accountId, personId, ...values, summarySince, letterSince })
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'personId']).doUpdateSet((eb) => ({
        ...values,
        summarySince: summarySince && eb.fn.coalesce('notificationSettings.summarySince', eb.val(summarySince)),
        letterSince: letterSince && eb.fn.coalesce('notificationSettings.letterSince', eb.val(letterSince)),
      })),
    )
    .execute()
}

/** Claims the summary of a `day` where it is still wanted at that `hour` and `frequency`. False where that day, or a later one, has been claimed. */
export async function claimSummary(
  trx: Trx,
  { accountId, personId }: WhoChooses,
  { day, hour, frequency }: { day: string; hour: Choices['summaryHour']; frequency: Choices['summaryFrequency'] },
): Promise<boolean> {
  const claimed = await trx
    .updateTable('notificationSettings')
    .set({ summaryNotifiedOn: day })
    .where('accountId', '=', accountId)
    .where('personId', '=', personId)
    .where('summaryHour', '=', hour)
    .where('summaryFrequency', '=', frequency)
    .where((eb) => eb.or([eb('summaryNotifiedOn', 'is', null), eb('summaryNotifiedOn', '<', day)]))
    .returning('accountId')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Claims the letter of a `day`, a Monday, where it is still wanted. False where that day, or a later one, has been claimed. */
export async function claimLetter(trx: Trx, { accountId, personId }: WhoChooses, day: string): Promise<boolean> {
  const claimed = await trx
    .updateTable('notificationSettings')
    .set({ letterNotifiedOn: day })
    .where('accountId', '=', accountId)
    .where('personId', '=', personId)
    .where('weeklyLetter', '=', true)
    .where((eb) => eb.or([eb('letterNotifiedOn', 'is', null), eb('letterNotifiedOn', '<', day)]))
    .returning('accountId')
    .executeTakeFirst()
  return claimed !== undefined
}

type Choices = Omit<
  Selectable<NotificationSettingsTable>,
  'accountId' | 'personId' | 'summarySince' | 'summaryNotifiedOn' | 'letterSince' | 'letterNotifiedOn'
>

function fromRow(row: Choices): NotificationSettings {
  return {
    missedCalls: { email: row.missedCallsEmail, sms: row.missedCallsSms },
    incidents: { email: row.incidentsEmail, sms: row.incidentsSms },
    lateCalls: { email: row.lateCallsEmail, sms: row.lateCallsSms },
    answeredCalls: { email: row.answeredCallsEmail, sms: row.answeredCallsSms },
    billing: { email: row.billingEmail, sms: row.billingSms },
    notifyAtFirstTry: row.notifyAtFirstTry,
    ringMeFirst: row.ringMeFirst,
    summary: { frequency: row.summaryFrequency, hour: row.summaryHour },
    weeklyLetter: row.weeklyLetter,
  }
}

function toRow(settings: NotificationSettings): Choices {
  const {
    missedCalls,
    incidents,
    lateCalls,
    answeredCalls,
    billing,
    summary,
    notifyAtFirstTry,
    ringMeFirst,
    weeklyLetter,
  } = settings
  return {
    missedCallsEmail: missedCalls.email,
    missedCallsSms: missedCalls.sms,
    incidentsEmail: incidents.email,
    incidentsSms: incidents.sms,
    lateCallsEmail: lateCalls.email,
    lateCallsSms: lateCalls.sms,
    answeredCallsEmail: answeredCalls.email,
    answeredCallsSms: answeredCalls.sms,
    billingEmail: billing.email,
    billingSms: billing.sms,
    notifyAtFirstTry,
    ringMeFirst,
    summaryFrequency: summary.frequency,
    summaryHour: summary.hour,
    weeklyLetter,
  }
}
