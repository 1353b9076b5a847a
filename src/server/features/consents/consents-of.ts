import { sql } from 'kysely'
import type { ConsentEntry, ConsentsOnWire } from '#contract/people/consents.ts'
import {
  type Consent,
  type ConsentMode,
  type ConsentSubject,
  type Consents,
  NOT_ASKED,
  unasked,
} from '#core/consent/consent.ts'
import type { Db } from '#server/platform/database/database.ts'

/** The rows of one loved one, each the latest of its subject, as consents: what was never asked goes by the mode. */
export function consentsFrom(rows: readonly (Consent & { subject: ConsentSubject })[], mode: ConsentMode): Consents {
  const nothing = unasked(mode)
  const all: Record<ConsentSubject, Consent> = {
    ...{ calls: nothing, recording: nothing, words: nothing, conversation: NOT_ASKED },
  }
  for (const { subject, ...consent } of rows) all[subject] = consent
  return all
}

/** How the consents of these loved ones stand. The caller has checked whose they are. */
export async function consentsOf(
  db: Db,
  lovedOneIds: readonly number[],
  mode: ConsentMode,
): Promise<Map<number, Consents>> {
  if (lovedOneIds.length === 0) return new Map()
  const { rows } = await sql<Consent & { lovedOneId: number; subject: ConsentSubject }>`
    select distinct on (loved_one_id, subject) loved_one_id, subject, state, how, wording, at as since
    from consents where loved_one_id = any(${[...new Set(lovedOneIds)]}::bigint[])
    order by loved_one_id, subject, id desc`.execute(db)
  const byPerson = Map.groupBy(rows, ({ lovedOneId }) => lovedOneId)
  return new Map(lovedOneIds.map((id) => [id, consentsFrom((byPerson.get(id) ?? []).map(withoutId), mode)]))
}

const withoutId = ({ lovedOneId: _, ...row }: Consent & { lovedOneId: number; subject: ConsentSubject }) => row

/** As `consentsOf`, of one loved one. */
export async function consentsOfOne(db: Db, lovedOneId: number, mode: ConsentMode): Promise<Consents> {
  return (await consentsOf(db, [lovedOneId], mode)).get(lovedOneId) ?? consentsFrom([], mode)
}

/** The ledger of a loved one of an account, newest first; nothing for somebody else's. */
export async function consentLedger(db: Db, accountId: number, lovedOneId: number): Promise<ConsentEntry[]> {
  const rows = await db
    .selectFrom('consents')
    .select(['id', 'subject', 'state', 'how', 'wording', 'at'])
    .where('accountId', '=', accountId)
    .where('lovedOneId', '=', lovedOneId)
    .orderBy('id', 'desc')
    .limit(500)
    .execute()
  return rows.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }))
}

/**
 * How many times in a row somebody was asked about calls and pressed nothing, since they last decided or had another number;
 * `since` is the id of that entry, 0 for none.
 */
export async function timesUnanswered(db: Db, lovedOneId: number): Promise<{ times: number; since: number }> {
  const { rows } = await sql<{ times: number; since: number }>`
    with about_calls as (
      select id, how, coalesce(max(id) filter (where how <> 'no_answer') over (), 0) as since
      from consents where loved_one_id = ${lovedOneId} and subject = 'calls'
    )
    select count(*) filter (where id > since)::int as times, coalesce(max(since), 0) as since from about_calls`.execute(
    db,
  )
  return rows[0] ?? { times: 0, since: 0 }
}

/** For a query of calls: whether their loved one has agreed to be called; null: nobody has asked them. */
export const CALLS_CONSENT = sql<Consent['state'] | null>`(
  select consents.state from consents where consents.loved_one_id = calls.loved_one_id and consents.subject = 'calls'
  order by consents.id desc limit 1)`

/** For a query of loved ones: the latest row of each subject, for `consentsFrom`. */
export const LATEST_CONSENTS = sql<StoredConsent[]>`(
  select coalesce(jsonb_agg(latest), '[]') from (
    select distinct on (subject) subject, state, how, wording, at as since
    from consents where consents.loved_one_id = loved_ones.id order by subject, id desc
  ) latest)`.as('consents')

/** As JSON holds it: the time is a text. */
export type StoredConsent = Omit<Consent, 'since'> & { subject: ConsentSubject; since: string }

/** Rows of `LATEST_CONSENTS` as consents. */
export const storedConsents = (rows: readonly StoredConsent[], mode: ConsentMode): Consents =>
  consentsFrom(
    rows.map((row) => ({ ...row, since: new Date(row.since) })),
    mode,
  )

/** For a query of loved ones: whether the latest row of this subject agrees; without a row it goes by the mode. */
export const hasConsent = (subject: ConsentSubject, mode: ConsentMode) => sql<boolean>`coalesce((
  select consents.state = 'agreed' from consents where consents.loved_one_id = loved_ones.id and consents.subject = ${subject}
  order by consents.id desc limit 1), ${mode === 'attested' && subject !== 'conversation'}::boolean)`

/** As the API sends them. */
export function consentsOnWire({ calls, recording, words, conversation }: Consents): ConsentsOnWire {
  const shown = ({ state, since, how }: Consent) => ({ state, since: since?.toISOString() ?? null, how })
  return { calls: shown(calls), recording: shown(recording), words: shown(words), conversation: shown(conversation) }
}
