import { Mail, MessageSquare, Phone } from 'lucide-react'
import type { Incident } from '#contract/calls/incidents.ts'
import { Panel } from '#web/ui/card.tsx'
import { timeOf } from './standing.ts'

const CHANNELS = {
  email: { icon: Mail, name: 'Email' },
  sms: { icon: MessageSquare, name: 'Text message' },
  call: { icon: Phone, name: 'Phone call' },
}

/** The calls that Cooee made, oldest first. */
export function WhatWasTried({ incident, now }: { incident: Incident; now: Date }) {
  const { attempts, lovedOne } = incident
  if (attempts.length === 0) return null
  return (
    <Panel title="What we tried">
      <ol className="list">
        {attempts.map(({ at, outcome, hasRung }) => (
          <li key={at}>
            <span className="act a-grey" aria-hidden="true">
              <Phone />
            </span>
            <div className="list__main">
              <span className="list__title">
                {hasRung ? 'We rang' : 'We tried to ring'}: {outcome}
              </span>
              <span className="list__meta num">{timeOf(at, lovedOne.timezone, now)}</span>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** Everybody who was asked so far, and by what. Their numbers are theirs. */
export function WhoWasNotified({ incident, now }: { incident: Incident; now: Date }) {
  const { notified, lovedOne } = incident
  return (
    <Panel title="Who we’ve told">
      <ol className="list">
        {notified.map(({ name, isYou, isOwner, hasDeclined, alerts }) => (
          <li key={`${name} ${alerts[0]?.at}`} className="notified">
            <div className="list__main">
              <span className="list__title">
                {name}
                {isYou && ' (you)'}
              </span>
              {isOwner && <span className="list__meta">Checking</span>}
              {hasDeclined && <span className="list__meta">Can’t</span>}
              <ul className="notified__alerts">
                {alerts.map(({ at, channel, outcome, about }) => {
                  const { icon: Icon, name: channelName } = CHANNELS[channel]
                  return (
                    <li key={`${at} ${channel}`} className="num">
                      <Icon />
                      <span>
                        {channelName}, {timeOf(at, lovedOne.timezone, now)}: {outcome}
                        {about && <span className="block muted">{about}</span>}
                      </span>
                    </li>
                  )
                })}
              </ul>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
