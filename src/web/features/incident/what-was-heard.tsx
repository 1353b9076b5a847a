import { Ear } from 'lucide-react'
import type { Incident } from '#contract/incidents.ts'

/** The words of the call, for who may read them, and how sure it is what they meant. */
export function WhatWasHeard({ incident: { cause, heard } }: { incident: Incident }) {
  const doubt = howSure(cause)
  if (!heard && !doubt) return null
  return (
    <div className="note note--quiet">
      <Ear />
      <div>
        {heard && (
          <p>
            We heard: <q className="incident__heard">{heard}</q>
          </p>
        )}
        {doubt && <p>{doubt}</p>}
      </div>
    </div>
  )
}

function howSure(cause: Incident['cause']): string | null {
  switch (cause) {
    case 'uncertain_help':
      return 'We are not sure that it was a request for help.'
    case 'unclear':
      return 'We could not understand what was said.'
    case 'help':
    case 'not_reached':
      return null
  }
}
