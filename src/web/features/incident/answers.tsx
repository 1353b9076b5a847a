import { Car, CircleCheck, PhoneCall } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { AnswerIncidentBody, Incident } from '#contract/calls/incidents.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { errorText, isAnswerLost } from '#web/lib/http/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { useAnswer } from './incident-query.ts'
import { MinutesAway } from './minutes-away.tsx'

interface AnswersProps {
  token: string
  incident: Incident
  /** After an answer was taken. */
  onAnswered: () => void
}

/** What the person can say; asked back only where it stops everything, or where minutes are needed. */
export function Answers({ token, incident, onAnswered }: AnswersProps) {
  const [asking, setAsking] = useState<'minutes' | 'sure' | null>(null)
  const { mutate, isPending, variables, error } = useAnswer(token)
  const heading = useRef<HTMLHeadingElement>(null)
  const { owner, status } = incident
  const name = shortName(incident.lovedOne.name)
  const isMine = owner?.isYou === true
  const isOthers = owner !== null && !owner.isYou

  const say = (body: AnswerIncidentBody) => {
    if (isPending) return
    mutate(body, {
      onSuccess() {
        setAsking(null)
        onAnswered()
      },
    })
  }
  const isSaying = (answer: AnswerIncidentBody['answer']) => isPending && variables?.answer === answer
  const back = () => {
    setAsking(null)
    heading.current?.focus()
  }
  if (status === 'resolved') return null
  return (
    <section className="answers" aria-labelledby="answers-heading">
      <h2 id="answers-heading" ref={heading} tabIndex={-1}>
        {isMine ? 'How is it going?' : isOthers ? 'Do you know more?' : 'What can you do?'}
      </h2>
      {error && <Callout kind="error">{failure(error)}</Callout>}
      {asking === null && (
        <>
          {!isOthers && (
            <>
              <Button
                block
                size="lg"
                variant="primary"
                busy={isSaying('calling')}
                onClick={() => say({ answer: 'calling' })}
              >
                {!isSaying('calling') && <PhoneCall />}I'm calling {name}
              </Button>
              <Button block size="lg" variant="secondary" onClick={() => setAsking('minutes')}>
                <Car />
                I'm on my way
              </Button>
            </>
          )}
          <Button block size="lg" onClick={() => setAsking('sure')}>
            <CircleCheck />
            {name} is OK
          </Button>
          {!isOthers && !incident.you.hasDeclined && (
            <Button
              block
              size="lg"
              variant="ghost"
              busy={isSaying('cannot')}
              aria-describedby="answers-cannot"
              onClick={() => say({ answer: 'cannot' })}
            >
              I can't
            </Button>
          )}
          {isMine && (
            <p id="answers-cannot" className="muted small text-center">
              If you can’t after all, press “I can’t” and we’ll ask the next person straight away.
            </p>
          )}
        </>
      )}
      {asking === 'minutes' && (
        <Question title="How long until you’re there?" onBack={back}>
          <MinutesAway busy={isPending} onGiven={(minutes) => say({ answer: 'going', minutes })} />
        </Question>
      )}
      {asking === 'sure' && (
        <Question title="Are you sure?" onBack={back}>
          <p>We’ll stop asking, and tell everyone we alerted that {name} is OK.</p>
          <Button
            block
            size="lg"
            variant="primary"
            busy={isPending}
            onClick={() => say({ answer: 'ok', asOf: incident.asOf })}
          >
            {!isPending && <CircleCheck />}
            Yes, {name} is OK
          </Button>
        </Question>
      )}
    </section>
  )
}

function Question({ title, onBack, children }: { title: string; onBack: () => void; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="answers__question">
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      {children}
      <Button block variant="ghost" onClick={onBack}>
        Go back
      </Button>
    </div>
  )
}

function failure(error: Error): string {
  return isAnswerLost(error)
    ? 'We can’t tell if that got through. Please press it again: pressing twice does no harm.'
    : errorText(error, 'That didn’t get through. Please try again.')
}
