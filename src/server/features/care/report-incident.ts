import { MAX_NOT_YET } from '#core/call-policy/next-step.ts'
import { headlineOf, type News } from '#core/call-policy/notices.ts'
import { catchUpSentence, unplacedHeadline, unplacedList } from '#core/call-policy/unplaced-calls.ts'
import { shortName } from '#core/escalation/short-name.ts'
import { localTimeFor } from '#core/format/local-time-for.ts'
import type { CatchUp } from '#server/features/calls/public.ts'
import { openIncident } from '#server/features/incidents/public.ts'
import type { Trx } from '#server/platform/database.ts'
import type { EndingCall } from './conclude-call.ts'
import type { CareDeps } from './deps.ts'

interface Circumstances {
  heard?: string | null
  isByWords?: boolean
  catchUp?: CatchUp | null
  together?: readonly Date[]
  isHolderTold?: boolean
}

/**
 * A call did not go well: opens its incident, which tells the account holder at once and the contacts in order. In the
 * transaction of the fact; the same news of the same call opens nothing twice.
 * `heard`: the words of the person, for the account holder alone. `isByWords`: no key said it, so a machine may have.
 * `catchUp`: the call that makes up for it. `together`: when this and others were promised that are told of with it.
 * `isHolderTold`: it is one of those others.
 */
export async function reportIncident(
  deps: CareDeps,
  trx: Trx,
  call: EndingCall,
  news: News,
  { heard = null, isByWords = false, catchUp = null, together = [], isHolderTold = false }: Circumstances = {},
): Promise<void> {
  const { timezone, holderTimezone, attemptsMade, uncountedTries, notYetCount } = await trx
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .innerJoin('accounts', 'accounts.id', 'calls.accountId')
    .select(['lovedOnes.timezone', 'accounts.timezone as holderTimezone', 'calls.attemptsMade', 'calls.uncountedTries'])
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
  const localTime = localTimeFor(call.scheduledFor, timezone, holderTimezone)
  const reading = { zone: timezone, readerZone: holderTimezone, now: deps.incidents.clock.now() }
  const unplaced = together.length > 1 ? { name: call.name, promised: together, ...reading } : null
  const next = catchUp && catchUpSentence({ name: shortName(call.name), ringsAt: catchUp.ringsAt }, reading)
  const headline = headlineOf(news.kind === 'not_reached' ? { ...news, isPutOff } : news, {
    name: call.name,
    localTime,
  })
  await openIncident(deps.incidents, trx, {
    accountId: call.accountId,
    lovedOneId: call.lovedOneId,
    callId: call.id,
    cause: news.kind,
    heard,
    isByWords,
    isHolderTold,
    headline: unplaced ? unplacedHeadline(unplaced) : headline,
    // What was answered is for the account holder, on the call's own page: contacts need not know what it was about.
    detail:
      news.kind !== 'not_reached' || isPutOff
        ? null
        : inSentences(
            unplaced ? unplacedList(unplaced) : whatWasTried(news.reason, attemptsMade - uncountedTries),
            next,
          ),
  })
}

const inSentences = (...sentences: readonly (string | null)[]): string | null =>
  sentences.filter(Boolean).join(' ') || null

function whatWasTried(reason: string | null, attemptsMade: number): string | null {
  const tries = attemptsMade > 1 ? `Cooee tried ${attemptsMade} times.` : null
  return [reason, tries].filter(Boolean).join(' ') || null
}
