import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { JobHandler, Jobs } from '#server/platform/jobs.ts'

/** As the job engine does: a dead worker's jobs are handed on after so long. */
const HANDED_ON_AFTER_MS = 10_000
/** Wake the dispatcher and say nothing that the table does not: the rounds find what is due without them. */
const WAKE_UP = 'place-call'

/** Jobs in a table of their own, since the job engine has a clock that no test can move: sent in the transaction, run at least once. */
export async function createJobsTable(db: Db): Promise<void> {
  await sql`
    create table simulated_jobs (
      id bigint generated always as identity primary key,
      name text not null,
      payload jsonb not null,
      start_after timestamptz not null,
      tries int not null default 0
    )`.execute(db)
}

export function simulatedJobs(now: () => Date): Jobs {
  const add = async (trx: Db, name: string, payload: object, startAfter = now()) => {
    if (name === WAKE_UP) return
    await sql`
      insert into simulated_jobs (name, payload, start_after)
      values (${name}, ${JSON.stringify(payload)}::jsonb, ${startAfter})`.execute(trx)
  }
  return {
    send: (trx, job, payload, options = {}) => add(trx, job.name, payload, options.startAfter),
    async sendAll(trx, job, items) {
      for (const { payload, startAfter } of items) await add(trx, job.name, payload, startAfter)
    },
  }
}

/** Runs the jobs that are due, each in a worker of its own. Returns how many there were. */
export async function runDueJobs(db: Db, handlers: readonly JobHandler[], now: Date): Promise<number> {
  const { rows } = await sql<{ id: number; name: string; payload: object }>`
    update simulated_jobs set start_after = ${new Date(now.getTime() + HANDED_ON_AFTER_MS)}, tries = tries + 1
    where id in (
      select id from simulated_jobs where start_after <= ${now} order by start_after, id limit 20 for update skip locked
    )
    returning id, name, payload`.execute(db)
  // Where the database keeps them is no matter of the seed.
  const inOrder = rows.toSorted((one, other) => one.id - other.id)
  await Promise.all(
    inOrder.map(async ({ id, name, payload }) => {
      const handler = handlers.find(({ job }) => job.name === name)
      if (!handler) throw new Error(`Nobody handles the job ${name}`)
      const [error] = await handler.handle([payload])
      if (!error) await sql`delete from simulated_jobs where id = ${id}`.execute(db)
    }),
  )
  return rows.length
}
