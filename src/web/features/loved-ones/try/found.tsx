import { useState } from 'react'
import type { CallDetails } from '#contract/calls/call-details.ts'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import type { TryFinding } from '#core/consent/try-findings.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { callsPath, lovedOnesPath } from '#web/domain/paths.ts'
import { DeclinedAdvice } from '#web/domain/people/consent-note.tsx'
import { consentStanding } from '#web/domain/people/consent-standing.ts'
import { SaveNumber } from '#web/domain/people/save-number.tsx'
import { errorText } from '#web/lib/http/api-client.ts'
import { AppLink } from '#web/lib/routing/app-link.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { afterwardsPath, isScheduled } from './afterwards-path.ts'
import { RingNow } from './before-ringing.tsx'
import { TextNumber } from './text-number.tsx'
import { useSomeoneElseAnswered } from './try-api.ts'
import { findingInWords, type TryAction } from './try-findings.ts'
import { hasAnsweredUs, hasPressedYes } from './try-progress.ts'

interface FoundProps {
  finding: TryFinding
  call: Pick<CallDetails, 'attempts' | 'timeline'>
  lovedOne: LovedOne
  onRinging: (callId: number) => void
}

/** What a rehearsal found, and what to do about it. */
export function Found({ finding, call, lovedOne, onRinging }: FoundProps) {
  const name = shortName(lovedOne.name)
  const isDeclined = finding === 'declined' || consentStanding(lovedOne) === 'declined'
  const [wasOther, setOther] = useState(false)
  const isOther = finding === 'person' && (wasOther || isKnownAsOther(lovedOne))
  const words = findingInWords(isDeclined ? 'declined' : isOther ? 'someone_else' : finding, name, {
    hasAgreed: lovedOne.consents.calls.state === 'agreed' || hasPressedYes(call),
    hasAnswered: hasAnsweredUs(call),
  })
  const canRing = !isDeclined && lovedOne.callsRefusedAt === null
  const others = words.actions.filter((action) => action !== 'again')
  const needsNumber = finding !== 'person' && !isDeclined && finding !== 'not_placed'
  return (
    <>
      <div role="status">
        <Callout kind={words.kind} title={words.title}>
          {isDeclined ? <DeclinedAdvice lovedOne={lovedOne} /> : words.advice.map((line) => <p key={line}>{line}</p>)}
        </Callout>
      </div>
      {words.asksWho && !isDeclined && <WasItThem lovedOne={lovedOne} onOther={() => setOther(true)} />}
      {isDeclined && <SaveNumber lovedOneId={lovedOne.id} why={`${name} can ring it and press 1, now or later.`} />}
      {needsNumber && (
        <>
          <SaveNumber lovedOneId={lovedOne.id} why={`Save it in ${name}’s phone, so it shows who’s calling.`} />
          <TextNumber lovedOne={lovedOne} />
        </>
      )}
      {canRing && words.actions.includes('again') ? (
        <RingNow lovedOne={lovedOne} onRinging={onRinging} isAgain>
          <Others actions={others} lovedOne={lovedOne} isFirst={false} />
        </RingNow>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Others actions={others} lovedOne={lovedOne} isFirst />
        </div>
      )}
    </>
  )
}

/** Told before, of this rehearsal: its answer does not count. */
const isKnownAsOther = ({ consents: { calls }, tried }: LovedOne): boolean =>
  calls.state === 'not_asked' &&
  calls.how === 'account_holder' &&
  calls.since !== null &&
  tried.at !== null &&
  Date.parse(calls.since) >= Date.parse(tried.at)

function WasItThem({ lovedOne, onOther }: { lovedOne: LovedOne; onOther: () => void }) {
  const [isConfirmed, setConfirmed] = useState(false)
  const other = useSomeoneElseAnswered(lovedOne.id)
  const name = shortName(lovedOne.name)
  if (isConfirmed) return <p role="status">Good. Then this is the right number.</p>
  return (
    <fieldset className="try-who">
      <legend>Was it {name}?</legend>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setConfirmed(true)}>Yes, it was {name}</Button>
        <Button
          busy={other.isPending}
          busyLabel="No, someone else"
          onClick={() => other.mutate(undefined, { onSuccess: onOther })}
        >
          No, someone else
        </Button>
      </div>
      {other.isError && (
        <Callout kind="error">{errorText(other.error, 'We couldn’t save that. Please try again.')}</Callout>
      )}
    </fieldset>
  )
}

interface OthersProps {
  actions: readonly TryAction[]
  lovedOne: LovedOne
  /** Nothing else stands here to press: the first of them is what comes next. */
  isFirst: boolean
}

function Others({ actions, lovedOne, isFirst }: OthersProps) {
  return actions.map((action, index) => (
    <AppLink
      key={action}
      className={buttonClass({ variant: isFirst && index === 0 ? 'primary' : 'outline', size: 'lg' })}
      href={hrefOf(action, lovedOne)}
    >
      {labelOf(action, lovedOne)}
    </AppLink>
  ))
}

function hrefOf(action: TryAction, lovedOne: LovedOne): string {
  if (action === 'number') return lovedOnesPath({ edit: lovedOne.id })
  if (action === 'loved_one') return lovedOnesPath()
  return isScheduled(lovedOne) ? callsPath({ lovedOneId: lovedOne.id }) : afterwardsPath(lovedOne)
}

function labelOf(action: TryAction, lovedOne: LovedOne): string {
  if (action === 'number') return 'Check the number'
  if (action === 'loved_one') return 'Back to Loved Ones'
  return isScheduled(lovedOne) ? 'See the calls' : 'Choose when we ring'
}
