import { Check } from 'lucide-react'
import type { CallDetails } from '#contract/calls/call-details.ts'
import { Spinner } from '#web/ui/button.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { TRY_STEPS, type TryStep, tryStep } from './try-progress.ts'

/** What is happening now, step by step; what is new is read out. */
export function TrySteps({ call, name, stale }: { call: CallDetails; name: string; stale: boolean }) {
  const reached = tryStep(call)
  const place = reached === null ? -1 : TRY_STEPS.indexOf(reached)
  return (
    <>
      <h2>Ringing {name}</h2>
      <LiveRegion>{reached === null ? 'We’re connecting the call' : stepInWords(reached, name, true)}</LiveRegion>
      <ol className="try-steps">
        {TRY_STEPS.map((step, index) => {
          const state = index < place || reached === 'pressed' ? 'done' : index === Math.max(place, 0) ? 'now' : 'todo'
          return (
            <li key={step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
              <span className="try-steps__sign" aria-hidden="true">
                {state === 'done' && <Check />}
                {state === 'now' && <Spinner />}
              </span>
              {stepInWords(step, name, index <= place)}
            </li>
          )
        })}
      </ol>
      <p className="muted">
        {stale
          ? 'We can’t see the call right now. It goes on without this page.'
          : 'Stay on this page. We’ll say what we found when the call is over.'}
      </p>
    </>
  )
}

function stepInWords(step: TryStep, name: string, isReached: boolean): string {
  switch (step) {
    case 'ringing':
      return isReached ? `${name}’s phone is ringing` : 'We’re connecting the call'
    case 'answered':
      return isReached ? 'Someone answered' : 'Someone answers'
    case 'asked':
      return isReached ? 'They hear our question' : 'They hear our question: 1 for yes, 9 for no'
    case 'pressed':
      return isReached ? 'They pressed a key' : 'They press a key'
  }
}
