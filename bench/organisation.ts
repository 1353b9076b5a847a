import { sql } from 'kysely'
import { startSession } from '#server/features/accounts/sign-in/sessions.ts'
import { insertCarers } from './insert-carers.ts'
import { startProduct } from './product.ts'

const FEW = 200
const MANY = 2_000
/** Of each loved one, in the past. */
const CALLS = 50

export interface OrganisationResult {
  path: string
  /** Medians. */
  fewMs: number
  manyMs: number
  /** With 2,000 loved ones, divided by that with 200. */
  ratio: number
  manyKb: number
}

/** How long an organisation of 2,000 loved ones with 100,000 calls waits for its first screens, beside one of 200: in turns, over HTTP. */
export async function benchOrganisation(
  databaseUrl: string,
  { times }: { times: number },
): Promise<OrganisationResult[]> {
  const nobody = { accountSid: 'AC00', authToken: 'none', from: '+61255501234', baseUrl: 'http://127.0.0.1:9' }
  const product = await startProduct({ databaseUrl, phones: nobody, callsPerSecond: 1 })
  const { db, url } = product
  try {
    await insertCarers(db, 2)
    for (const [accountId, people] of [
      [1, FEW],
      [2, MANY],
    ] as const) {
      await sql`
        with person as (
          insert into loved_ones (account_id, name, phone_number, timezone, relationship)
          select ${accountId}::bigint, 'Person ' || n, '+614' || (10000000 + n), 'Australia/Sydney', 'client'
          from generate_series(1, ${people}::int) as n returning id
        ), schedule as (
          insert into call_schedules (account_id, loved_one_id, call_type, recurrence_pattern, time_of_day)
          select ${accountId}::bigint, id, 'daily_check_in', 'daily', '09:00' from person returning id, loved_one_id
        )
        insert into calls (account_id, loved_one_id, schedule_id, call_type, scheduled_for, status, dial_at, dial_by, ended_at)
        select ${accountId}::bigint, loved_one_id, id, 'daily_check_in', at,
          case when day = 0 then 'scheduled' else 'completed' end,
          case when day = 0 then at end, case when day = 0 then at + interval '1 hour' end, case when day > 0 then at end
        from schedule, generate_series(0, ${CALLS}::int) as day,
          lateral (select now() + interval '1 day' - day * interval '1 day' as at) as times`.execute(db)
    }
    await sql`vacuum analyze`.execute(db)
    const tokens = await Promise.all([1, 2].map((id) => startSession(db, { id, accountId: id }, new Date())))
    const ask = async (path: string, token = '') => {
      const begun = performance.now()
      const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
      const { byteLength } = await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      return { ms: performance.now() - begun, byteLength }
    }
    const results: OrganisationResult[] = []
    for (const path of ['/api/dashboard/today', '/api/dashboard/stats', '/api/calls/week']) {
      const few: number[] = []
      const many: number[] = []
      let bytes = 0
      for (let time = 0; time < times; time++) {
        few.push((await ask(path, tokens[0])).ms)
        const { ms, byteLength } = await ask(path, tokens[1])
        many.push(ms)
        bytes = byteLength
      }
      const [fewMs, manyMs] = [median(few), median(many)]
      results.push({ path, fewMs, manyMs, ratio: manyMs / fewMs, manyKb: bytes / 1000 })
    }
    return results
  } finally {
    await product.stop()
  }
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
