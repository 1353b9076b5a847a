import { Check } from 'lucide-react'
import { useState } from 'react'
import type { ContactPage } from '#contract/people/contact-page.ts'
import { errorText, isAnswerLost } from '#web/lib/http/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { useAnswer } from './agreement-query.ts'

interface AnswerProps {
  token: string
  state: ContactPage['state']
  /** The loved one's first name. */
  name: string
  onAnswered: () => void
}

/** Yes and no, whichever is not given yet. */
export function Answer({ token, state, name, onAnswered }: AnswerProps) {
  const { mutate, isPending, variables, error } = useAnswer(token)
  const say = (answer: 'yes' | 'no') => mutate({ answer }, { onSuccess: onAnswered })
  const isSaying = (answer: 'yes' | 'no') => isPending && variables?.answer === answer
  return (
    <section className="agree__answers" aria-label="Your answer">
      {error && <Callout kind="error">{failure(error)}</Callout>}
      {state !== 'agreed' && (
        <Button block size="lg" variant="primary" busy={isSaying('yes')} onClick={() => say('yes')}>
          {!isSaying('yes') && <Check />}
          {state === 'declined' ? `I’ll be a contact for ${name} after all` : 'I agree'}
        </Button>
      )}
      {state !== 'declined' && (
        <Button
          block
          size="lg"
          variant={state === 'agreed' ? 'ghost' : 'outline'}
          busy={isSaying('no')}
          onClick={() => say('no')}
        >
          {state === 'agreed' ? 'I don’t want to be a contact any more' : 'No thanks'}
        </Button>
      )}
    </section>
  )
}

/** Ends everything for this phone; asked back, since only that phone can undo it. */
export function StopEverything({ token, onStopped }: { token: string; onStopped: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending, error } = useAnswer(token)
  return (
    <section className="agree__answers agree__stop" aria-labelledby="stop-heading">
      <h2 id="stop-heading">Stop everything</h2>
      {error && <Callout kind="error">{failure(error)}</Callout>}
      {isAsking ? (
        <>
          <p>
            We’ll never ring or text this phone again, for any family. Only this phone can change that, by texting
            START.
          </p>
          <Button
            block
            variant="destructive"
            busy={isPending}
            onClick={() => mutate({ answer: 'stop' }, { onSuccess: onStopped })}
          >
            Yes, stop calls and texts
          </Button>
          <Button block variant="ghost" onClick={() => setAsking(false)}>
            Go back
          </Button>
        </>
      ) : (
        <Button block variant="ghost" onClick={() => setAsking(true)}>
          Stop all calls and texts to this phone
        </Button>
      )}
    </section>
  )
}

function failure(error: Error): string {
  return isAnswerLost(error)
    ? 'We can’t tell if that got through. Please press it again: pressing twice does no harm.'
    : errorText(error, 'That didn’t get through. Please try again.')
}
