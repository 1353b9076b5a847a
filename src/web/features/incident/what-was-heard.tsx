import { CircleQuestionMark } from 'lucide-react'
import type { Incident } from '#contract/calls/incidents.ts'

/** The words of the call, for who may read them, and that nobody is sure what they meant. */
export function WhatWasHeard({ incident: { cause, heard } }: { incident: Incident }) {
  const isUncertain = cause === 'uncertain_help'
  if (!heard && !isUncertain) return null
  return (
    <div className="note note--quiet">
      <CircleQuestionMark />
      <div>
        {heard && (
          <p>
            We heard:{' '}
            <b>
              <q>{heard}</q>
            </b>
          </p>
        )}
        {isUncertain && <p>We’re not sure it was a call for help.</p>}
      </div>
    </div>
  )
}
