import { BellRing, Mail, MessageSquare, Phone } from 'lucide-react'
import type { CallDetails } from '#contract/calls.ts'
import { titleCase } from '#core/format/title-case.ts'
import { displayPhone } from '#core/phone/display-phone.ts'
import { callDateTime } from '#web/domain/call-when.tsx'
import { Callout } from '#web/ui/callout.tsx'

type Escalation = NonNullable<CallDetails['escalation']>

const CHANNELS = {
  sms: { icon: MessageSquare, verb: 'Text message' },
  call: { icon: Phone, verb: 'Phone call' },
  email: { icon: Mail, verb: 'Email' },
}

/** Who was told about a call that needs somebody, in order, and whether anybody has taken it on. */
export function EscalationSteps({ escalation, zone }: { escalation: Escalation; zone: string }) {
  return (
    <>
      <div className="px-5 pt-2 pb-3 md:px-6">
        <Callout kind={escalation.status === 'unresolved' ? 'error' : escalation.status === 'running' ? 'info' : 'ok'}>
          {standing(escalation)}
        </Callout>
      </div>
      <ol className="list">
        {escalation.steps.map((step) => {
          const { icon: Icon, verb } = CHANNELS[step.channel as keyof typeof CHANNELS] ?? {
            icon: BellRing,
            verb: titleCase(step.channel),
          }
          return (
            <li key={`${step.at} ${step.channel} ${step.to}`}>
              <span className="act a-grey" aria-hidden="true">
                <Icon />
              </span>
              <div className="list__main">
                <span className="list__title">{step.contactName}</span>
                <span className="list__meta num">
                  {verb} to {displayPhone(step.to)} · {callDateTime(step.at, zone)}
                </span>
              </div>
              <div className="list__end">{capitalised(step.outcome)}</div>
            </li>
          )
        })}
      </ol>
    </>
  )
}

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

function standing({ status, owner }: Escalation): string {
  switch (status) {
    case 'running':
      return 'People are being told now. Nobody has taken it on yet.'
    case 'acknowledged':
      return owner ? `${owner} has taken it on.` : 'Somebody has taken it on.'
    case 'unresolved':
      return 'Everybody was told, but nobody has taken it on.'
    default:
      return status satisfies never
  }
}
