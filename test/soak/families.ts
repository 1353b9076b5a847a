import type pg from 'pg'
import { answerIncident } from '#server/features/incidents/answers/answer-incident.ts'
import type { IncidentAnswer } from '#server/features/incidents/public.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import type { CareProcess } from './care-process.ts'
import type { Chance } from './chance.ts'
import type { SimulatedTime } from './simulated-time.ts'

/** What people answer through the link in their alert. */
export interface Families {
  /** Plans that they check open incidents now and then until `end`. */
  plan(end: number): void
  readonly said: {
    incidentId: number
    lovedOneId: number
    incidentPersonId: number
    answer: IncidentAnswer['kind']
    at: number
  }[]
}

interface World {
  time: SimulatedTime
  chance: Chance
  control: pg.Pool
  anyProcess(): CareProcess | null
  write(from: string, text: string): void
}

const READS_EVERY_MS = 10 * 60_000
/** The share of open incidents that a check answers. */
const ANSWERED = 0.3
/** The share of incidents that nobody ever opens: they go on for days. */
const LEFT_ALONE = 0.1
const BY_TEXT = 0.4
const TEXTS = ['1', '3', '3', '2', 'On my way', "She's ok", 'Who is this?']
const ANSWERS: readonly IncidentAnswer[] = [
  { kind: 'ok' },
  { kind: 'ok' },
  { kind: 'ok' },
  { kind: 'calling' },
  { kind: 'going', minutes: 20 },
  { kind: 'cannot' },
]

/** The people who were alerted, and what they answer on the page of their incident. */
export function familiesOf({ time, chance, control, anyProcess, write }: World): Families {
  const said: Families['said'] = []
  const isLeftAlone = new Map<number, boolean>()

  async function poll(): Promise<void> {
    const { rows } = await control.query<{
      incidentId: number
      lovedOneId: number
      people: { id: number; phoneNumber: string | null }[]
    }>(`
      select incidents.id as "incidentId", loved_one_id as "lovedOneId",
        (select jsonb_agg(jsonb_build_object('id', id, 'phoneNumber', phone_number) order by id) from incident_people where incident_id = incidents.id) as people
      from incidents where next_at is not null order by id`)
    for (const { incidentId, lovedOneId, people } of rows) {
      const process = anyProcess()
      if (!isLeftAlone.has(incidentId)) isLeftAlone.set(incidentId, chance.happens(LEFT_ALONE))
      if (!process || people.length === 0 || isLeftAlone.get(incidentId) || !chance.happens(ANSWERED)) continue
      const answer = chance.oneOf(ANSWERS)
      const { id: incidentPersonId, phoneNumber } = chance.oneOf(people)
      if (phoneNumber !== null && chance.happens(BY_TEXT)) {
        write(phoneNumber, chance.oneOf(TEXTS))
        continue
      }
      // When they press, and not when they are answered: a process may die over it.
      said.push({ incidentId, lovedOneId, incidentPersonId, answer: answer.kind, at: time.now() })
      void process
        .serve(() =>
          retryingTransaction(process.deps.db, (trx) =>
            answerIncident(process.deps.incidents, trx, { incidentId, incidentPersonId, answer }),
          ),
        )
        .catch(() => {})
    }
  }

  return {
    said,
    plan(end) {
      for (let at = time.now() + READS_EVERY_MS; at < end; at += READS_EVERY_MS) {
        time.at(at + chance.between(0, READS_EVERY_MS), poll)
      }
    },
  }
}
