import clsx from 'clsx'
import { HandHeart, HeartPulse, Phone } from 'lucide-react'
import type { Call } from '#contract/calls/calls.ts'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { mayNeedHelp } from '#web/domain/calls/call-concern.tsx'
import { ReachedThem } from '#web/domain/calls/reached-them.tsx'
import { callDetailsPath } from '#web/domain/paths.ts'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { AppLink } from '#web/lib/routing/app-link.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { VisuallyHidden } from '#web/ui/live-region.tsx'

const DAYS_OF_INTEREST = 3

/** Calls of any day of which people are notified, or which somebody owns, and late ones that nobody owns. One for each person. */
export function openIncidents(calls: readonly Call[], now: Date): Call[] {
  const since = now.getTime() - DAYS_OF_INTEREST * 86_400_000
  const open = calls.filter(
    ({ incident, scheduledTime }) =>
      incident?.status === 'running' ||
      incident?.status === 'owned' ||
      (incident?.status === 'unresolved' && (incident.isOpen || Date.parse(scheduledTime) >= since)),
  )
  // A person has one open incident, whatever calls it is about; and a call that has just ended may stand in two lists.
  const ofPersons = Map.groupBy(open, ({ lovedOneId }) => lovedOneId)
  return [...ofPersons.values()].flatMap((calls) => calls.find(mayNeedHelp) ?? calls.slice(0, 1))
}

/** Who takes care of it: "nobody is checking yet". Nothing once it has ended well. */
export function incidentInWords(incident: Call['incident'] | LovedOne['helpRequested']): string | null {
  switch (incident?.status) {
    case 'running':
      return 'nobody is checking yet'
    case 'owned':
      if ('isYours' in incident && incident.isYours) return 'you’re checking'
      return `${incident.owner ?? 'someone'} is checking`
    case 'unresolved':
      return 'nobody said they’d check'
    case 'resolved':
    case undefined:
      return null
  }
}

/** An incident that has no alert of its own on the panel. */
export function IncidentBar({ call, name }: { call: Call; name: string }) {
  const isOwned = call.incident?.status === 'owned'
  const Icon = isOwned ? HandHeart : HeartPulse
  return (
    <div className={clsx('alertbar', isOwned && 'alertbar--calm')} role="status">
      <div className="alertbar__text">
        <Icon />
        <strong>
          {name}: {incidentInWords(call.incident)}
        </strong>
      </div>
      <div className="alertbar__actions">
        <ReachedThem call={call} />
        <AppLink className={buttonClass()} href={callDetailsPath(call.id)}>
          <span>
            View Details <VisuallyHidden>of the call to {name}</VisuallyHidden>
          </span>
        </AppLink>
      </div>
    </div>
  )
}

/** A loved one has asked for help outside of a call: no call shows it. */
export function HelpRequestBar({ lovedOne, name }: { lovedOne: LovedOne; name: string }) {
  const { phoneNumber, helpRequested } = lovedOne
  if (!helpRequested) return null
  return (
    <div className={clsx('alertbar', helpRequested.status === 'owned' && 'alertbar--calm')} role="status">
      <div className="alertbar__text">
        <HeartPulse />
        <div>
          <strong>{keptTogether(helpRequested.headline)}</strong>
          <span>{sentence(incidentInWords(helpRequested) ?? '')}</span>
        </div>
      </div>
      <div className="alertbar__actions">
        <a className={buttonClass({ variant: 'primary' })} href={`tel:${phoneNumber}`}>
          <Phone />
          Ring {name}
        </a>
      </div>
    </div>
  )
}

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
