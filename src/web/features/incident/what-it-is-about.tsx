import { CircleAlert } from 'lucide-react'
import type { Incident } from '#contract/calls/incidents.ts'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { Panel } from '#web/ui/card.tsx'
import { timeOf } from './standing.ts'

type Cause = Incident['causes'][number]

/** Everything that an incident is about, where that is more than its headline says. */
export function WhatItIsAbout({ incident, now }: { incident: Incident; now: Date }) {
  const { causes, lovedOne } = incident
  if (causes.length < 2) return null
  return (
    <Panel title="What it’s about">
      <ol className="list">
        {causes.map((cause) => (
          <li key={`${cause.at} ${cause.headline}`}>
            <span className="act a-grey" aria-hidden="true">
              <CircleAlert />
            </span>
            <div className="list__main">
              <span className="list__title">{keptTogether(cause.headline)}</span>
              {cause.detail && <span className="list__meta">{cause.detail}</span>}
              {cause.heard && (
                <span className="list__meta">
                  We heard: <q>{cause.heard}</q>
                </span>
              )}
              <span className="list__meta num">
                {timeOf(cause.at, lovedOne.timezone, now)}
                {whatBecameOf(cause)}
              </span>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function whatBecameOf({ isWithdrawn, isOver }: Cause): string {
  if (isWithdrawn) return ' · Our mistake'
  return isOver ? ' · Over' : ''
}
