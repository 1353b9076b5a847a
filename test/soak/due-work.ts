import type pg from 'pg'
import type { JobQueue } from './simulated-jobs.ts'

/** What a worker's polls find. */
export const POLL_NAMES = [
  'dispatching',
  'reconciling',
  'cancelling',
  'notification',
  'alerting',
  'cancellingRings',
  'watching',
  'jobs',
  'messagesWithoutJob',
  'recordings',
  'lostTexts',
] as const
export type PollName = (typeof POLL_NAMES)[number]

/** The interval of each poll of a worker, in milliseconds. */
export const EVERY_MS: Readonly<Record<PollName, number>> = {
  dispatching: 1_000,
  reconciling: 1_000,
  cancelling: 1_000,
  notification: 1_000,
  alerting: 1_000,
  cancellingRings: 1_000,
  watching: 30_000,
  jobs: 500,
  messagesWithoutJob: 1_000,
  recordings: 60_000,
  lostTexts: 60_000,
}

/** When each poll next finds something, on the clock of the workers; null for nothing in sight. */
export type DueTimes = Record<Exclude<PollName, 'lostTexts'>, Date | null> & {
  /** Until when texts without a callback were searched for: nothing searches for texts well before that again. */
  textsPolledUntil: Date
  /** Until when the first reply is awaited: whether there was none is known only to who has polled just before. */
  replyAwaitedUntil: Date | null
}

/** What is due, as the database says. */
export interface DueWork {
  times(): Promise<DueTimes>
  /** A statement of a process has taken effect. */
  noteStatement(sql: string): void
  /** Something changed without a statement of a process. */
  forget(): void
}

type Asked = Exclude<keyof DueTimes, 'jobs'>

/**
 * When each poll has something to do. A poll that finds nothing changes nothing, so those are left out: the
 * hours in which nobody is rung cost nothing. Each finds at least what the poll itself finds. The database is
 * asked again only for what may have changed, by the tables that were written.
 */
export function dueWork(control: pg.Pool, jobs: JobQueue): DueWork {
  const stale = new Set<Asked>(ASKED)
  const known: Partial<Record<Asked, Date | null>> = {}
  return {
    async times() {
      if (stale.size > 0) {
        const asked = ASKED.filter((part) => stale.has(part))
        stale.clear()
        const text = `select ${asked.map((part) => `(${DUE_WORK[part].due}) as "${part}"`).join(', ')}`
        const name = `due ${asked.map((part) => ASKED.indexOf(part)).join(' ')}`
        const { rows } = await control.query<Partial<DueTimes>>({ name, text })
        Object.assign(known, rows[0])
      }
      return { ...(known as Record<Asked, Date>), jobs: jobs.nextAt() }
    },
    noteStatement(sql) {
      for (const part of partsThatDependOn(sql)) stale.add(part)
    },
    forget() {
      for (const part of ASKED) stale.add(part)
    },
  }
}

const parts = new Map<string, readonly Asked[]>()

function partsThatDependOn(sql: string): readonly Asked[] {
  const before = parts.get(sql)
  if (before) return before
  const tables = [...sql.matchAll(/(?:insert into|update|delete from|merge into) "?(\w+)/g)].map(([, table]) => table)
  // A delete removes rows of other tables too.
  const isEverything = /\b(delete from|truncate)\b/.test(sql)
  const found = ASKED.filter((part) => isEverything || tables.some((table) => DUE_WORK[part].of.includes(table ?? '')))
  parts.set(sql, found)
  return found
}

/** The table of dials, and the views through which it is written. */
const DIALS = ['dials', 'attempts', 'alert_calls', 'test_calls']

/** The tables that each depends on, and the instant. */
const DUE_WORK: Readonly<Record<Asked, { of: readonly string[]; due: string }>> = {
  dispatching: { of: ['calls'], due: 'select min(dial_at) from calls' },
  reconciling: { of: DIALS, due: `select min(next_at) from dials where state <> 'queued'` },
  cancelling: { of: ['calls_to_cancel'], due: 'select min(greatest(next_at, claimed_until)) from calls_to_cancel' },
  notification: {
    of: ['incidents'],
    due: 'select min(greatest(next_at, claimed_until)) from incidents where next_at is not null',
  },
  alerting: { of: DIALS, due: `select min(next_at) from alert_calls where state = 'queued'` },
  cancellingRings: {
    of: [...DIALS, 'alerts', 'incidents', 'incident_people'],
    due: `
      select min(alert_calls.started_at)
      from alert_calls
      join alerts on alerts.id = alert_calls.alert_id
      join incidents on incidents.id = alerts.incident_id
      join incident_people on incident_people.id = alerts.incident_person_id
      where alert_calls.state = 'placed' and alert_calls.next_at is not null and alert_calls.answered_at is null
        and (incidents.status in ('owned', 'resolved') or incident_people.declined_at is not null)
        and ring_cancelled_at is null`,
  },
  watching: {
    of: ['calls', ...DIALS],
    due: `
      select min(scheduled_for) + interval '5 minutes' from calls
      where late_notified_at is null and catch_up_for is null and cancelled_at is null
        and (started_at - scheduled_for > interval '5 minutes'
          or (status in ('scheduled', 'in_progress') and not exists (
            select from attempts where call_id = calls.id and state in ('placed', 'ended'))))`,
  },
  messagesWithoutJob: {
    of: ['messages'],
    due: `
      select min(greatest(deliver_at + case channel when 'sms' then interval '40 s' else interval '120 s' end, claimed_until))
      from messages where sent_at is null and failed_at is null`,
  },
  recordings: {
    of: [...DIALS, 'recordings', 'recording_deletions'],
    due: `
      select least(
        (select min(recording_poll_at) from attempts),
        (select min(fetch_at) from recordings),
        (select min(delete_at) from recording_deletions))`,
  },
  replyAwaitedUntil: {
    of: DIALS,
    due: `select min(next_at) from dials where message_id is not null and state = 'placed'`,
  },
  textsPolledUntil: { of: ['inbound_text_polls'], due: 'select min(polled_until) from inbound_text_polls' },
}
const ASKED = Object.keys(DUE_WORK) as Asked[]
