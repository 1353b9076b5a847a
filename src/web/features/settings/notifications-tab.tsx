import { useQuery } from '@tanstack/react-query'
import { Clock, Lock } from 'lucide-react'
import { Fragment, useId } from 'react'
import { formatTimeOfDay } from '#core/format/dates.ts'
import { isAlwaysByEmail } from '#core/notifications/channels-for.ts'
import {
  type NoticeKind,
  type NotificationSettings,
  SUMMARY_FREQUENCIES,
  type SummaryFrequency,
} from '#core/notifications/settings.ts'
import { zoneCity } from '#core/time-zones.ts'
import { settingsPath } from '#web/domain/paths.ts'
import { SaveNumber } from '#web/domain/people/save-number.tsx'
import { TextLink } from '#web/domain/text-link.tsx'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { useUser } from '#web/lib/session/use-session.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states.tsx'
import { CalendarChoice } from './calendar-choice.tsx'
import { Choice } from './choice.tsx'
import { notificationSettingsQuery, useSaveNotificationSettings } from './notification-settings-api.ts'

interface NoticeWords {
  kind: NoticeKind
  title: string
  about: string
  /** Why its mail cannot be switched off. */
  whyAlways?: string
}

const NOTICES: readonly NoticeWords[] = [
  {
    kind: 'missedCalls',
    title: 'Missed calls and calls for help',
    about: 'When nobody answers, we can’t make a call, or someone asks for help.',
    whyAlways: 'We always email you about a missed call.',
  },
  {
    kind: 'incidents',
    title: 'After a missed call or a call for help',
    about: 'When someone is checking, can’t after all, or all’s well.',
  },
  {
    kind: 'lateCalls',
    title: 'Late calls and times away',
    about: 'When we don’t ring on time, and why; when someone goes away, and when calls start again.',
    whyAlways: 'We always email you about calls we don’t make.',
  },
  {
    kind: 'answeredCalls',
    title: 'Answered calls',
    about: 'After every answered call, with the keys pressed.',
  },
  {
    kind: 'billing',
    title: 'Plan and billing',
    about: 'Your trial, your plan, and failed payments.',
    whyAlways: 'We always email you about billing: your calls depend on it.',
  },
]

/** What the account holder is notified of, and how. */
export function NotificationsTab() {
  const query = useQuery(notificationSettingsQuery())
  const settings = useLoadState(query)
  return (
    <section className="card card__body grid max-w-[48rem] gap-6" aria-labelledby="notifications-heading">
      <h2 id="notifications-heading">Notifications</h2>
      {settings.status === 'loading' && <ChoicesLoading />}
      {settings.status === 'failed' && (
        <LoadFailure query={query} title="We couldn’t load your notification settings" hint={settings.error.message} />
      )}
      {settings.status === 'ready' && <Choices settings={settings.data} />}
    </section>
  )
}

function Choices({ settings }: { settings: NotificationSettings }) {
  const save = useSaveNotificationSettings()
  const { phoneNumber, circle } = useUser()
  const isOwner = circle.role === 'owner'
  const hasPhoneNumber = phoneNumber !== null
  return (
    <>
      {!hasPhoneNumber && (
        <Callout kind="quiet">
          To get texts, we need your phone number. <TextLink href={settingsPath()}>Add it to your profile</TextLink>
        </Callout>
      )}
      {(isOwner ? NOTICES : NOTICES.filter(({ kind }) => kind !== 'billing')).map((notice) => (
        <Fragment key={notice.kind}>
          <NoticeChoice
            notice={notice}
            isAlwaysMailed={isOwner && isAlwaysByEmail(notice.kind)}
            chosen={settings[notice.kind]}
            hasPhoneNumber={hasPhoneNumber}
            onChange={(change) => save.mutate({ ...settings, [notice.kind]: { ...settings[notice.kind], ...change } })}
          />
          {notice.kind === 'missedCalls' && (
            <MissedCallChoices
              settings={settings}
              hasPhoneNumber={hasPhoneNumber}
              onChange={(change) => save.mutate({ ...settings, ...change })}
            />
          )}
        </Fragment>
      ))}
      <SummaryChoice summary={settings.summary} onChange={(summary) => save.mutate({ ...settings, summary })} />
      <LetterChoice
        isOn={settings.weeklyLetter}
        onChange={(weeklyLetter) => save.mutate({ ...settings, weeklyLetter })}
      />
      <CalendarChoice />
      <SaveNumber why="Save it in your phone, so you know it’s us." />
    </>
  )
}

interface NoticeChoiceProps {
  notice: NoticeWords
  /** The owner always gets it by mail; others choose. */
  isAlwaysMailed: boolean
  chosen: NotificationSettings[NoticeKind]
  hasPhoneNumber: boolean
  onChange: (change: Partial<NotificationSettings[NoticeKind]>) => void
}

function NoticeChoice({ notice, isAlwaysMailed, chosen, hasPhoneNumber, onChange }: NoticeChoiceProps) {
  const { title, about, whyAlways } = notice
  const id = useId()
  return (
    <Choice title={title} about={about} id={id}>
      <div className="flex flex-wrap gap-x-8 gap-y-1">
        <Switch
          checked={chosen.email}
          disabled={isAlwaysMailed}
          aria-describedby={`${id}-about`}
          onChange={(event) => onChange({ email: event.target.checked })}
        >
          Email
        </Switch>
        <Switch
          checked={chosen.sms && hasPhoneNumber}
          disabled={!hasPhoneNumber}
          aria-describedby={`${id}-about`}
          onChange={(event) => onChange({ sms: event.target.checked })}
        >
          Text message
        </Switch>
      </div>
      {isAlwaysMailed && whyAlways && (
        <p className="field__help flex items-start gap-2">
          <Lock className="mt-[0.1rem] size-4 shrink-0" aria-hidden="true" />
          {whyAlways}
        </p>
      )}
    </Choice>
  )
}

interface MissedCallChoicesProps {
  settings: NotificationSettings
  hasPhoneNumber: boolean
  onChange: (change: Partial<Pick<NotificationSettings, 'notifyAtFirstTry' | 'ringMeFirst'>>) => void
}

/** How soon the account holder is notified of a call that is not answered, and whether their own phone rings. */
function MissedCallChoices({ settings, hasPhoneNumber, onChange }: MissedCallChoicesProps) {
  const id = useId()
  return (
    <Choice title="When nobody answers" about="How soon we tell you, and if we ring you." id={id}>
      <div className="field">
        <Switch
          checked={settings.notifyAtFirstTry}
          aria-describedby={`${id}-first-try`}
          onChange={(event) => onChange({ notifyAtFirstTry: event.target.checked })}
        >
          Tell me at the first try
        </Switch>
        <span className="field__help" id={`${id}-first-try`}>
          We’ll tell you after the first try, and keep trying. Otherwise we’ll tell you after the last try.
        </span>
      </div>
      <div className="field">
        <Switch
          checked={settings.ringMeFirst && hasPhoneNumber}
          disabled={!hasPhoneNumber}
          aria-describedby={`${id}-ring`}
          onChange={(event) => onChange({ ringMeFirst: event.target.checked })}
        >
          Ring me first
        </Switch>
        <span className="field__help" id={`${id}-ring`}>
          We’ll ring you two minutes after the text, and tell your contacts in their order in the meantime. You need a
          mobile in your profile.
        </span>
      </div>
    </Choice>
  )
}

const FREQUENCY_LABELS: Record<SummaryFrequency, string> = {
  off: 'Off',
  daily: 'Every day',
  weekly: 'Every Monday',
}
const FREQUENCY_OPTIONS = SUMMARY_FREQUENCIES.map((value) => ({ value, label: FREQUENCY_LABELS[value] }))
const HOUR_OPTIONS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: formatTimeOfDay(`${String(hour).padStart(2, '0')}:00`),
}))

type Summary = NotificationSettings['summary']

function SummaryChoice({ summary, onChange }: { summary: Summary; onChange: (summary: Summary) => void }) {
  const id = useId()
  const { timezone } = useUser()
  return (
    <Choice title="Summary by email" about="How yesterday’s or last week’s calls went, and what’s on today." id={id}>
      <div className="form-grid form-grid--2">
        <Field label="How often">
          {(control) => (
            <Select
              {...control}
              label="How often"
              options={FREQUENCY_OPTIONS}
              value={summary.frequency}
              onChange={(value) => {
                const frequency = SUMMARY_FREQUENCIES.find((known) => known === value)
                if (frequency && frequency !== summary.frequency) onChange({ ...summary, frequency })
              }}
            />
          )}
        </Field>
        {summary.frequency !== 'off' && (
          <Field label={`At (${zoneCity(timezone)})`}>
            {(control) => (
              <Select
                {...control}
                label="At"
                icon={Clock}
                options={HOUR_OPTIONS}
                value={String(summary.hour)}
                onChange={(value) => {
                  if (Number(value) !== summary.hour) onChange({ ...summary, hour: Number(value) })
                }}
              />
            )}
          </Field>
        )}
      </div>
    </Choice>
  )
}

function LetterChoice({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const id = useId()
  const { timezone } = useUser()
  return (
    <Choice
      title="Weekly letter"
      about={`How each of your loved ones has been, in figures: every Monday at 8:00 AM (${zoneCity(timezone)}), by email.`}
      id={id}
    >
      <Switch checked={isOn} aria-describedby={`${id}-about`} onChange={(event) => onChange(event.target.checked)}>
        Email me the weekly letter
      </Switch>
    </Choice>
  )
}

function ChoicesLoading() {
  return (
    <>
      <LoadingStatus>Loading your notification settings</LoadingStatus>
      {NOTICES.map(({ kind }) => (
        <div key={kind} className="grid gap-3 border-border border-t pt-5">
          <Skeleton width="12rem" height="1.4rem" />
          <Skeleton width="80%" />
          <Skeleton width="14rem" height="2.75rem" />
        </div>
      ))}
    </>
  )
}
