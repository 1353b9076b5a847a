import type pg from 'pg'
import type { JobQueue } from './simulated-jobs.ts'

/** What a worker's rounds look for. */
export const ROUNDS = [
  'dispatching',
  'settling',
  'cancelling',
  'telling',
  'alerting',
  'settlingAlerts',
  'hushing',
  'watching',
  'jobs',
  'forgotten',
  'recordings',
  'lostTexts',
] as const
export type Round = (typeof ROUNDS)[number]

/** How often a worker walks each round, in milliseconds. */
export const EVERY_MS: Readonly<Record<Round, number>> = {
  dispatching: 1_000,
  settling: 1_000,
  cancelling: 1_000,
  telling: 1_000,
  alerting: 1_000,
  settlingAlerts: 1_000,
  hushing: 1_000,
  watching: 30_000,
  jobs: 500,
  forgotten: 20_000,
  recordings: 60_000,
  lostTexts: 60_000,
}

/** When each round next finds something, on the clock of the workers; null for nothing in sight. */
export type DueTimes = Record<Exclude<Round, 'lostTexts'>, Date | null> & {
  /** Until when it was looked for texts that no callback told of: what came well before that, nobody looks for again. */
  textsLookedUntil: Date
}

/** What is due, as the database has it. */
export interface DueWork {
  times(): Promise<DueTimes>
  /** Something was changed by other means than the statements of processes. */
  forget(): void
}

/**
 * When there is something to do for each round. A round that finds nothing changes nothing, so those are left out: the
 * hours in which nobody is rung cost nothing. Each is at least as wide as what the round itself looks for. The database is
 * asked again only after something may have changed, by the count of `writes`.
 */
export function dueWork(control: pg.Pool, jobs: JobQueue, writes: () => number): DueWork {
  let known: { at: number; due: Omit<DueTimes, 'jobs'> } | null = null
  return {
    async times() {
      const at = writes()
      if (known?.at === at) return { ...known.due, jobs: jobs.nextAt() }
      const { rows } = await control.query<Omit<DueTimes, 'jobs'>>({ name: 'due work', text: DUE_WORK })
      const [due] = rows
      if (!due) throw new Error('No answer about due work')
      known = { at, due }
      return { ...due, jobs: jobs.nextAt() }
    },
    forget() {
      known = null
    },
  }
}

const DUE_WORK = `
  select
    (select min(dial_at) from calls) as dispatching,
    (select min(settle_at) from attempts) as settling,
    (select min(cancel_at) from calls_to_cancel) as cancelling,
    (select min(next_step_at) from incidents) as telling,
    (select min(settle_at) from alert_calls where state = 'owed') as alerting,
    (select min(settle_at) from alert_calls where state <> 'owed') as "settlingAlerts",
    (select min(alert_calls.started_at)
      from alert_calls
      join alerts on alerts.id = alert_calls.alert_id
      join incidents on incidents.id = alerts.incident_id
      join incident_people on incident_people.id = alerts.person_id
      where alert_calls.state = 'placed' and alert_calls.settle_at is not null and alert_calls.answered_at is null
        and (incidents.status in ('owned', 'resolved') or incident_people.declined_at is not null)
        and hushed_at is null) as hushing,
    (select min(scheduled_for) + interval '5 minutes' from calls
      where late_told_at is null and catch_up_for is null and cancelled_at is null
        and (started_at - scheduled_for > interval '5 minutes'
          or (status in ('scheduled', 'in_progress') and not exists (
            select from attempts where call_id = calls.id and state in ('placed', 'ended'))))) as watching,
    (select min(greatest(deliver_at + case channel when 'sms' then interval '40 s' else interval '120 s' end, claimed_until))
      from messages where sent_at is null and failed_at is null) as forgotten,
    least(
      (select min(recording_look_at) from attempts),
      (select min(fetch_at) from recordings),
      (select min(delete_at) from recording_deletions)) as recordings,
    (select min(looked_until) from inbound_text_looks) as "textsLookedUntil"`
