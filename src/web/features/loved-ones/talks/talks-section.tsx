import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { TalkSettings } from '#contract/calls/talks.ts'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { saidNo } from '#core/consent/consent.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { TALK_MINUTES } from '#core/talk/talk-length.ts'
import { useRight, WhoMay } from '#web/domain/account/rights.tsx'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states.tsx'
import { talkSettingsQuery, useSwitchTalks } from './talks-api.ts'
import { TopicsList } from './topics-list.tsx'

/** Short chats in the calls of a loved one: the switch, what it waits for, and what is remembered. Nothing where they cannot be had. */
export function TalksSection({ lovedOne }: { lovedOne: LovedOne }) {
  const query = useQuery(talkSettingsQuery(lovedOne.id))
  const settings = useLoadState(query)
  const mayHear = useRight('hear')
  if (settings.status === 'ready' && settings.data.unavailable === 'not_set_up' && !settings.data.isOn) return null
  return (
    <fieldset>
      <legend className="legend">Short chats</legend>
      {settings.status === 'loading' && (
        <>
          <LoadingStatus>Loading the short chats</LoadingStatus>
          <Skeleton height="3rem" />
        </>
      )}
      {settings.status === 'failed' && (
        <LoadFailure query={query} title="We couldn’t load the short chats" hint={settings.error.message} />
      )}
      {settings.status === 'ready' && <SwitchedOn lovedOne={lovedOne} settings={settings.data} />}
      {settings.status === 'ready' && mayHear && <TopicsList lovedOne={lovedOne} />}
    </fieldset>
  )
}

function SwitchedOn({ lovedOne, settings }: { lovedOne: LovedOne; settings: TalkSettings }) {
  const helpId = useId()
  const mayManage = useRight('manage')
  const turn = useSwitchTalks(lovedOne.id)
  const name = shortName(lovedOne.name)
  const { isOn, minutesUsed, minutesPerMonth } = settings
  const standing = standingOf(lovedOne, settings)
  return (
    <div className="field">
      <Switch
        checked={turn.isPending ? turn.variables : isOn}
        disabled={!mayManage || turn.isPending}
        onChange={(event) => turn.mutate(event.currentTarget.checked)}
        aria-describedby={helpId}
      >
        Chat with {name} on check-in and wellness calls
      </Switch>
      <span className="field__help" id={helpId}>
        Our computer voice chats for up to {TALK_MINUTES} minutes, then asks how {name} is. Keys work at any time. What
        they say is written down for you. The words go to the companies that turn speech into words and write our
        replies, which may be outside Australia.
      </span>
      {!mayManage && <WhoMay right="manage" />}
      {standing && <Callout kind="quiet">{standing}</Callout>}
      {isOn && minutesPerMonth > 0 && (
        <p className="muted num">
          {minutesUsed} of {minutesPerMonth} minutes used this month
        </p>
      )}
    </div>
  )
}

/** What a chat that is switched on still waits for; null where nothing. */
function standingOf(lovedOne: LovedOne, { isOn, unavailable, minutesUsed, minutesPerMonth }: TalkSettings) {
  const { name, consents, language } = lovedOne
  if (language !== 'en-AU') return 'We chat in English only. In their own language we ask our question.'
  if (!isOn) return null
  const called = shortName(name)
  if (unavailable !== null) return `We don’t chat on calls just now. We ask our question and say goodbye.`
  const { state } = consents.conversation
  if (saidNo(state)) return `${called} said no to chats, so we don’t chat.`
  if (state !== 'agreed') return `We’ll ask ${called} at the end of the next good call.`
  if (minutesUsed >= minutesPerMonth) return 'This month’s minutes are used up. We chat again next month.'
  return null
}
