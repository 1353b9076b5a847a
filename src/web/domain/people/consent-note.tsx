import { HeartHandshake, MessageCircleQuestionMark } from 'lucide-react'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { useRight } from '#web/domain/account/rights.tsx'
import { callsPath, tryPath } from '#web/domain/paths.ts'
import { TextLink } from '#web/domain/text-link.tsx'
import { consentStanding, isUntried } from './consent-standing.ts'
import { mayBeTexted } from './may-be-texted.ts'
import { RefusedNote } from './refused-note.tsx'
import './consent-note.css'

/** "Margaret would rather not be called" */
export const declinedInWords = (name: string): string => `${shortName(name)} would rather not be called`

/** Says on a loved one's card what they have decided, where there is something to say; and that their number was not tried. */
export function ConsentNote({ lovedOne }: { lovedOne: LovedOne }) {
  const { isRefusedByAdmin } = lovedOne
  const mayTry = useRight('care')
  const standing = consentStanding(lovedOne)
  if (standing === 'declined' && !isRefusedByAdmin) return <DeclinedNote lovedOne={lovedOne} />
  if (lovedOne.callsRefusedAt !== null) return <RefusedNote lovedOne={lovedOne} />
  const isNew = isUntried(lovedOne)
  if (standing === 'agreed' && !isNew) return null
  const name = shortName(lovedOne.name)
  return (
    <div className="flag flag--quiet">
      <MessageCircleQuestionMark />
      <div>
        <strong>{openInWords(lovedOne, name)}</strong>
        {standing === 'not_asked' && (
          <p>
            We’ll ask {name} on the {wasAsked(lovedOne) ? 'next' : 'first'} call whether that’s all right.
          </p>
        )}{' '}
        {mayTry && (
          <TextLink href={tryPath(lovedOne.id)} about={`with ${lovedOne.name}`}>
            Try it together
          </TextLink>
        )}
      </div>
    </div>
  )
}

const wasAsked = ({ consents: { calls } }: LovedOne): boolean => calls.how !== null && calls.how !== 'number_changed'

function openInWords(lovedOne: LovedOne, name: string): string {
  if (!isUntried(lovedOne)) return `${name} hasn’t said yes yet`
  return lovedOne.tried.at === null ? 'Not tried yet' : 'Tried, but nobody answered'
}

function DeclinedNote({ lovedOne }: { lovedOne: LovedOne }) {
  return (
    <div className="flag flag--quiet">
      <HeartHandshake />
      <div>
        <strong>{declinedInWords(lovedOne.name)}</strong>
        <DeclinedAdvice lovedOne={lovedOne} />
      </div>
    </div>
  )
}

/** What families do when somebody would rather not be called. No way to ring all the same: it is their decision. */
export function DeclinedAdvice({ lovedOne }: { lovedOne: LovedOne }) {
  const called = shortName(lovedOne.name)
  const maySchedule = useRight('care')
  return (
    <>
      <p>
        It’s {called}’s decision, so we don’t ring. Many families talk it over, agree on a text instead of a call, or
        ask someone nearby to drop by.
      </p>
      <p>If {called} would like calls after all, ring us from that phone and press 1.</p>
      {maySchedule && mayBeTexted(lovedOne) && lovedOne.nextCall?.asksBy !== 'text' && (
        <TextLink href={callsPath({ lovedOneId: lovedOne.id, schedule: true })} about={`of ${lovedOne.name}`}>
          Ask by text instead
        </TextLink>
      )}
    </>
  )
}
