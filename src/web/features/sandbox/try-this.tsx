import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Check, RotateCcw } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { NewTab } from './new-tab.tsx'
import { mailsQuery, phonesQuery, textsQuery } from './sandbox-api.ts'
import { remember, STEPS, type Step, useSandboxMemory } from './sandbox-memory.ts'
import { whatHappened } from './what-happened.ts'

const TITLES: Record<Step, string> = {
  answered: 'Answer a call and press 1',
  chatted: 'Have a short chat',
  told: 'Let one ring out and see who is told',
  replied: 'Take it on from a text message',
}

/** Four things to try, ticked off as they happen. */
export function TryThis() {
  const { done } = useSandboxMemory()
  const next = STEPS.find((step) => !done.includes(step))
  useTicking()
  return (
    <section className="sb-try" aria-labelledby="try-heading">
      <div className="sb-try__head">
        <h2 id="try-heading">{done.length === STEPS.length ? 'That is Cooee' : 'Try this'}</h2>
        {done.length > 0 && (
          <Button variant="ghost" size="sm" onClick={() => remember({ done: [], begunAt: new Date().toISOString() })}>
            <RotateCcw />
            Start over
          </Button>
        )}
      </div>
      <ol className="sb-steps">
        {STEPS.map((step, index) => (
          <li key={step} className={clsx('sb-step', done.includes(step) && 'is-done', step === next && 'is-next')}>
            <span className="sb-step__mark" aria-hidden="true">
              {done.includes(step) ? <Check /> : index + 1}
            </span>
            <div>
              <h3>
                {TITLES[step]}
                {done.includes(step) && <span className="sr-only"> (done)</span>}
              </h3>
              <p>
                <Hint step={step} />
              </p>
            </div>
          </li>
        ))}
      </ol>
      <LiveRegion>{done.length > 0 ? `${done.length} of ${STEPS.length} things tried` : ''}</LiveRegion>
    </section>
  )
}

function Hint({ step }: { step: Step }) {
  switch (step) {
    case 'answered':
      return (
        <>
          Add someone under <NewTab href="/loved-ones">Loved Ones</NewTab> and try it together, or choose Call Now under{' '}
          <NewTab href="/calls">Calls</NewTab>. Come back, and take the phone that rings.
        </>
      )
    case 'chatted':
      return (
        <>
          In the demo, Margaret chats on her daily check-in. Choose Call Now for it under{' '}
          <NewTab href="/calls">Calls</NewTab>, take the phone, and type what she might say.
        </>
      )
    case 'told':
      return 'Decline the next call, and each further try: in the demo a minute later. Then a contact gets a text.'
    case 'replied':
      return 'Write 1 back from a contact’s phone. Then we don’t ring or text anyone else.'
  }
}

function useTicking(): void {
  const { done, begunAt } = useSandboxMemory()
  const phones = useQuery(phonesQuery).data?.phones
  const texts = useQuery(textsQuery).data
  const mails = useQuery(mailsQuery).data
  useEffect(() => {
    const happened = whatHappened({ phones: phones ?? [], texts: texts ?? [], mails: mails ?? [] }, begunAt)
    if (happened.some((step) => !done.includes(step))) {
      remember({ done: STEPS.filter((step) => done.includes(step) || happened.includes(step)) })
    }
  }, [phones, texts, mails, done, begunAt])
}
