import { MAX_NOT_YET } from '#core/call-policy/next-step.ts'
import { headlineOf, missFormOf, type News } from '#core/call-policy/notices.ts'
import { localTimeFor } from '#core/format/local-time-for.ts'
import { openIncident } from '#server/features/incidents/public.ts'
import type { Trx } from '#server/platform/database.ts'
import type { EndingCall } from './conclude-call.ts'
import type { CareDeps } from './deps.ts'

/** What is known of a call that did not go well beside its news. */
interface Report {
  heard?: string | null
  isByWords?: boolean
  /** Of a call that was not placed: contacts are told nothing before. */
  contactsFrom?: Date
}

/**
 * A call did not go well: opens its incident, which tells the account holder at once and the contacts in order. In the
 * transaction of the fact; the same news of the same call opens nothing twice.
 * `heard`: the words of the person, for the account holder alone. `isByWords`: no key said it, so a machine may have.
 */
export async function reportIncident(
  deps: CareDeps,
  trx: Trx,
  call: EndingCall,
  news: News,
  { heard = null, isByWords = false, contactsFrom }: Report = {},
): Promise<void> {
  const { timezone, holderTimezone, attemptsMade, notYetCount } = await trx
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .innerJoin('accounts', 'accounts.id', 'calls.accountId')
    .select(['lovedOnes.timezone', 'accounts.timezone as holderTimezone', 'calls.attemptsMade'])
    .select(({ selectFrom }) =>
      selectFrom('attempts')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .whereRef('attempts.callId', '=', 'calls.id')
        .where('outcome', '=', 'not_yet')
        .$asScalar()
        .as('notYetCount'),
    )
    .where('calls.id', '=', call.id)
    .executeTakeFirstOrThrow()
  const isPutOff = (notYetCount ?? 0) >= MAX_NOT_YET
  const told: News = news.kind === 'not_reached' ? { ...news, isPutOff } : news
  const localTime = localTimeFor(call.scheduledFor, timezone, holderTimezone)
  await openIncident(deps.incidents, trx, {
    accountId: call.accountId,
    lovedOneId: call.lovedOneId,
    callId: call.id,
    cause: news.kind,
    heard,
    isByWords,
    ...(contactsFrom && { contactsFrom }),
    form: missFormOf(told),
    headline: headlineOf(told, { name: call.name, localTime }),
    // What was answered is for the account holder, on the call's own page: contacts need not know what it was about.
    detail: news.kind !== 'not_reached' || isPutOff ? null : whatWasTried(news.reason, attemptsMade),
  })
}

function whatWasTried(reason: string | null, attemptsMade: number): string | null {
  const tries = attemptsMade > 1 ? `Cooee tried ${attemptsMade} times.` : null
  return [reason, tries].filter(Boolean).join(' ') || null
}
