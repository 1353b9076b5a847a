import { useMutation } from '@tanstack/react-query'
import clsx from 'clsx'
import { ChevronDown, MessageSquareText, PhoneIncoming } from 'lucide-react'
import { useId, useState } from 'react'
import type { PhoneText, SandboxPhone } from '#contract/admin/sandbox.ts'
import { formatTime } from '#core/format/dates.ts'
import { viewerZone } from '#web/domain/local-time.tsx'
import { LovedOneAvatar } from '#web/domain/people/loved-one-avatar.tsx'
import { shownPhone } from '#web/domain/people/shown-phone.ts'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { playing } from '../sandbox-api.ts'
import { remember, useSandboxMemory } from '../sandbox-memory.ts'
import { isRinging } from '../stage.tsx'
import { useReported } from '../use-reported.ts'
import { IdleScreen, textStatus } from './idle-screen.tsx'
import {
  beginningOf,
  type Choice,
  choiceOf,
  choicesOf,
  endWords,
  manner,
  nameOf,
  REPLY_WORDS,
  roleOf,
} from './phone-words.ts'

interface PhoneCardProps {
  phone: SandboxPhone
  /** The newest first. */
  texts: readonly PhoneText[]
}

/** One phone in a few lines; opened, its texts, a box to write back in and what it does. */
export function PhoneCard({ phone, texts }: PhoneCardProps) {
  const [isOpen, setOpen] = useState(false)
  const { byHand } = useSandboxMemory()
  const bodyId = useId()
  const name = nameOf(phone)
  const isLive = phone.calls.length > 0
  return (
    <article className={clsx('card sb-card', isLive && 'is-live', isOpen && 'is-open')} aria-label={`${name}’s phone`}>
      <header className="sb-card__head">
        <LovedOneAvatar id={Number(phone.number.slice(-4))} name={name.replace(/^\+/, '')} />
        <div className="min-w-0">
          <h3>{name}</h3>
          <p className="sb-card__sub">
            <span className="num">{shownPhone(phone.number)}</span>
            {phone.owners.length > 0 && <span>{roleOf(phone)}</span>}
          </p>
        </div>
      </header>
      {!isOpen && <LatestText phone={phone} text={texts[0]} />}
      <div className="sb-card__foot">
        <p className="sb-card__manner">{manner(phone, byHand)}</p>
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          aria-label={isOpen ? `Close ${name}’s phone` : `Open ${name}’s phone`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Close' : 'Open'}
          <ChevronDown className={clsx(isOpen && 'rotate-180')} />
        </Button>
      </div>
      <div id={bodyId} className="sb-card__body" hidden={!isOpen}>
        {isOpen && (
          <>
            <IdleScreen phone={phone} texts={texts} />
            <PhoneSettings phone={phone} />
          </>
        )}
      </div>
    </article>
  )
}

/** What happened on the phone last. */
function LatestText({ phone, text }: { phone: SandboxPhone; text: PhoneText | undefined }) {
  return (
    <div className="sb-card__news">
      {phone.calls.length > 0 && (
        <p className="sb-card__live">
          <PhoneIncoming />
          {isRinging(phone) ? 'Ringing now' : 'On the line now'}
        </p>
      )}
      {phone.lastCall && phone.calls.length === 0 && (
        <p className="sb-card__last">
          {endWords(phone.lastCall)} · {keptTogether(formatTime(new Date(phone.lastCall.endedAt), viewerZone()))}
        </p>
      )}
      {text && (
        <p className="sb-card__text">
          <MessageSquareText />
          <span>
            {text.direction === 'to_cooee' && 'You wrote: '}
            {beginningOf(text.text)} <span className="sb-card__when">{textStatus(text)}</span>
          </span>
        </p>
      )}
      {!text && !phone.lastCall && phone.calls.length === 0 && <p className="sb-card__last">No call and no text yet</p>}
    </div>
  )
}

/** What a phone does when Cooee rings or writes. */
function PhoneSettings({ phone }: { phone: SandboxPhone }) {
  const { byHand } = useSandboxMemory()
  const set = useMutation({ mutationFn: playing.set, ...useReported() })
  const { number } = phone
  const choices = choicesOf(phone)
  function choose(value: string) {
    const choice = choices.find((known) => known.value === value)?.value ?? 'as-number'
    remember({ byHand: { ...byHand, [number]: choice === 'by-hand' } })
    set.mutate({ number, behaviour: behaviourOf(choice) })
  }
  return (
    <div className="sb-settings">
      <Select
        label={`When Cooee rings ${nameOf(phone)}`}
        options={choices}
        value={choiceOf(phone, byHand)}
        onChange={choose}
      />
      <Switch
        checked={phone.texts === 'delivered'}
        onChange={({ target }) => set.mutate({ number, texts: target.checked ? 'delivered' : 'undelivered' })}
        aria-label={`Texts reach ${nameOf(phone)}’s phone`}
      >
        Texts arrive
      </Switch>
      {phone.owners.some(({ role }) => role === 'loved_one') && (
        <p className="small muted">
          Asked by text: write back above. When nobody is at this page, the phone {REPLY_WORDS[phone.questionReply]}.
          Numbers that end in 61 to 66 reply OK, HELP, nothing, gibberish, STOP, or OK after 20 minutes.
        </p>
      )}
    </div>
  )
}

function behaviourOf(choice: Choice) {
  return choice === 'by-hand' || choice === 'as-number' ? null : choice
}
