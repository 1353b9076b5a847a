import { CircleAlert } from 'lucide-react'
import type { SystemReport } from '#contract/admin/admin.ts'
import { Panel } from '#web/ui/card.tsx'
import { secondsInWords } from './seconds-in-words.ts'

/** A poll is due every second; this long without one is no hiccup. */
const HEARTBEAT_OVERDUE_SECONDS = 60
/** Calls are dispatched within seconds; a longer wait is overdue. */
const CALL_LATE_SECONDS = 60

interface Fact {
  name: string
  value: string
  /** A person should check it. */
  isWorrying?: boolean
}

/** What an operator reads first. What is not as it should be says so in words, beside its colour. */
export function RightNow({ system }: { system: SystemReport }) {
  const facts = factsOf(system)
  const worries = facts.filter(({ isWorrying }) => isWorrying)
  return (
    <Panel title="Right now">
      <div className="card__body grid gap-5 pt-2 md:pt-2">
        <p role="status">
          {worries.length === 0
            ? 'Nothing needs attention.'
            : `Needs attention: ${worries.map(({ name }) => name.charAt(0).toLowerCase() + name.slice(1)).join('; ')}.`}
        </p>
        <dl className="kvlist facts">
          {facts.map(({ name, value, isWorrying }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className={isWorrying ? 'num worry' : 'num'}>
                {isWorrying && <CircleAlert />}
                {value}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  )
}

function factsOf(system: SystemReport): Fact[] {
  const { oldestDueCallSeconds: late, lastHeartbeatSeconds: heartbeat } = system
  const waiting = system.queues.reduce((sum, queue) => sum + queue.waiting, 0)
  const counted = (name: string, count: number): Fact => ({
    name,
    value: count.toLocaleString('en-AU'),
    isWorrying: count > 0,
  })
  return [
    { name: 'Jobs waiting', value: waiting.toLocaleString('en-AU') },
    {
      name: 'Oldest due call',
      value: late === null ? 'No call is late' : `${secondsInWords(late)} late`,
      isWorrying: late !== null && late > CALL_LATE_SECONDS,
    },
    {
      name: 'Last look for due calls',
      value: heartbeat === null ? 'Not yet' : `${secondsInWords(heartbeat)} ago`,
      isWorrying: heartbeat !== null && heartbeat > HEARTBEAT_OVERDUE_SECONDS,
    },
    counted(
      'Calls that cannot leave in time in the next 24 hours',
      system.capacity.short.reduce((sum, { late }) => sum + late, 0),
    ),
    counted('Open incidents', system.openIncidents),
    counted('Provider errors in 24 hours', system.providerErrors),
    counted('Texts not delivered in 24 hours', system.textsNotDelivered),
    counted('Webhook failures in 24 hours', system.webhookFailures),
    counted('Webhooks switched off', system.webhooksSwitchedOff),
    {
      name: 'Admins without an authenticator app',
      value: String(system.adminsWithoutSecondFactor),
      // Where the phones are the sandbox's, nobody is rung.
      isWorrying: !system.sandbox.phones && system.adminsWithoutSecondFactor > 0,
    },
  ]
}
