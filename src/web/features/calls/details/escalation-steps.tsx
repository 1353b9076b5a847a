import { BellRing, Mail, MessageSquare, Phone } from 'lucide-react'
import type { CallDetails } from '#contract/calls/call-details.ts'
import { titleCase } from '#core/format/title-case.ts'
import { callDateTime } from '#web/domain/calls/call-when.tsx'
import { callDetailsPath } from '#web/domain/paths.ts'
import { shownPhone } from '#web/domain/people/shown-phone.ts'
import { TextLink } from '#web/domain/text-link.tsx'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Disclosure } from './disclosure.tsx'

type Escalation = NonNullable<CallDetails['escalation']>

const CHANNELS = {
  sms: { icon: MessageSquare, verb: 'Text message' },
  call: { icon: Phone, verb: 'Phone call' },
  email: { icon: Mail, verb: 'Email' },
}

/** Who was notified of a call that needs somebody, in order, and whether anybody owns it. */
export function EscalationSteps({
  callId,
  escalation,
  zone,
}: {
  callId: number
  escalation: Escalation
  zone: string
}) {
  return (
    <>
      <div className="px-5 pt-2 pb-3 md:px-6">
        <Callout kind={escalation.status === 'unresolved' ? 'error' : escalation.status === 'running' ? 'info' : 'ok'}>
          {standing(escalation)}
        </Callout>
      </div>
      <NotifiedTogether callId={callId} causes={escalation.causes} zone={zone} />
      <Disclosure
        label={
          escalation.steps.length === 1 ? 'Show the message' : `Show ${escalation.steps.length} messages and calls`
        }
      >
        <ol className="list">
          {escalation.steps.map((step) => {
            const { icon: Icon, verb } = CHANNELS[step.channel as keyof typeof CHANNELS] ?? {
              icon: BellRing,
              verb: titleCase(step.channel),
            }
            return (
              <li key={`${step.at} ${step.channel} ${step.to} ${step.news}`}>
                <span className="act a-grey" aria-hidden="true">
                  <Icon />
                </span>
                <div className="list__main">
                  <span className="list__title">{step.contactName}</span>
                  <span className="list__meta num">
                    {verb} to {shownPhone(step.to)}
                    {step.news && ` ${step.news}`} · {callDateTime(step.at, zone)}
                  </span>
                </div>
                <div className="list__end">{capitalised(step.outcome)}</div>
              </li>
            )
          })}
        </ol>
      </Disclosure>
    </>
  )
}

/** What else the same people were notified of: a person has one alert at a time, whatever happens meanwhile. */
function NotifiedTogether({ callId, causes, zone }: { callId: number; causes: Escalation['causes']; zone: string }) {
  const others = causes.filter((cause) => cause.callId !== callId)
  if (others.length === 0) return null
  return (
    <div className="px-5 pb-3 md:px-6">
      <p>We told people about these together:</p>
      <ul className="grid gap-1">
        {others.map((cause) => (
          <li key={`${cause.at} ${cause.headline}`}>
            {cause.callId === null ? (
              cause.headline
            ) : (
              <TextLink href={callDetailsPath(cause.callId)}>{keptTogether(cause.headline)}</TextLink>
            )}{' '}
            <span className="muted num">{callDateTime(cause.at, zone)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

function standing({ status, owner, isYours, ended }: Escalation): string {
  if (ended) return ended.how
  switch (status) {
    case 'running':
      return 'We’re asking people now. Nobody is checking yet.'
    case 'acknowledged':
      if (isYours) return 'You’re checking.'
      return owner ? `${owner} is checking.` : 'It ended before anyone had to check.'
    case 'unresolved':
      return 'We’ve asked everyone, but nobody has said they’ll check.'
    default:
      return status satisfies never
  }
}
