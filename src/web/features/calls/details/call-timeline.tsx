import {
  Bell,
  CalendarCheck,
  CalendarClock,
  Check,
  CircleAlert,
  Ear,
  HandHeart,
  type LucideIcon,
  MessageSquareReply,
  Phone,
  PhoneCall,
  PhoneMissed,
  PhoneOff,
  Radio,
  RotateCcw,
  Speech,
  Voicemail,
} from 'lucide-react'
import type { TimelineEntry } from '#contract/calls/call-details.ts'
import { formatDate } from '#core/format/dates.ts'
import type { Language } from '#core/languages/language.ts'
import { callTime, unbroken } from '#web/domain/calls/call-when.tsx'
import { SpokenWords } from '#web/domain/calls/spoken-words.tsx'
import { yourTime } from '#web/domain/local-time.tsx'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { LiveRegion, VisuallyHidden } from '#web/ui/live-region.tsx'

type Kind = TimelineEntry['kind']
type Tone = 'plain' | 'good' | 'bad' | 'amber' | 'busy'

const LOOKS: Record<Kind, readonly [LucideIcon, Tone]> = {
  scheduled: [CalendarCheck, 'plain'],
  changed: [CalendarClock, 'plain'],
  dialled: [Phone, 'busy'],
  answered: [PhoneCall, 'busy'],
  said: [Speech, 'plain'],
  heard: [Ear, 'plain'],
  ended: [PhoneOff, 'plain'],
  retry: [RotateCcw, 'plain'],
  completed: [Check, 'good'],
  missed: [PhoneMissed, 'bad'],
  failed: [CircleAlert, 'bad'],
  voicemail: [Voicemail, 'amber'],
  away: [PhoneOff, 'plain'],
  cancelled: [PhoneOff, 'plain'],
  told: [Bell, 'plain'],
  replied: [MessageSquareReply, 'plain'],
  owned: [HandHeart, 'good'],
  resolved: [Check, 'good'],
  unresolved: [CircleAlert, 'bad'],
}

/** Everything that happened with a call, from its booking on, on the loved one's clock. */
export function CallTimeline({
  entries,
  name,
  language,
  zone,
  live,
}: {
  entries: readonly TimelineEntry[]
  /** Of the loved one. */
  name: string
  language: Language
  zone: string
  /** More is to come: what is new is read out. */
  live: boolean
}) {
  const newest = entries.at(-1)
  return (
    <>
      <LiveRegion>{live && newest ? spoken(newest, name) : ''}</LiveRegion>
      <ol className="timeline">
        {entries.map((entry, index) => (
          <Entry
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no name but their place, and only new ones come
            key={index}
            entry={entry}
            name={name}
            language={language}
            zone={zone}
            previous={entries[index - 1]}
          />
        ))}
      </ol>
    </>
  )
}

function Entry({
  entry,
  name,
  language,
  zone,
  previous,
}: {
  entry: TimelineEntry
  name: string
  language: Language
  zone: string
  previous: TimelineEntry | undefined
}) {
  const [Icon, tone] = LOOKS[entry.kind]
  const day = dayOf(entry, zone)
  const yours = yourTime(entry.at, zone)
  return (
    <li className="timeline__entry" data-tone={tone}>
      <span className="timeline__sign" aria-hidden="true">
        <Icon />
      </span>
      <p className="timeline__text">
        <Words entry={entry} name={name} language={language} />
      </p>
      <time className="timeline__time num" dateTime={entry.at}>
        {(!previous || day !== dayOf(previous, zone)) && <span>{day} </span>}
        {unbroken(callTime(entry.at, zone))}
        {yours && <span className="block"> {yours}</span>}
      </time>
    </li>
  )
}

function Words({ entry: { kind, text }, name, language }: { entry: TimelineEntry; name: string; language: Language }) {
  if (kind !== 'said' && kind !== 'heard') return text
  return (
    <>
      <b>{kind === 'said' ? 'Cooee' : name}</b>
      <VisuallyHidden>: </VisuallyHidden>{' '}
      <SpokenWords language={kind === 'said' ? language : undefined}>{keptTogether(text)}</SpokenWords>
    </>
  )
}

function spoken({ kind, text }: TimelineEntry, name: string): string {
  if (kind === 'said') return `Cooee: ${text}`
  return kind === 'heard' ? `${name}: ${text}` : text
}

function dayOf({ at }: TimelineEntry, zone: string): string {
  return formatDate(new Date(at), zone)
}

/** Stands beside a heading while what is under it goes on. */
export function LiveSign() {
  return (
    <span className="live">
      <Radio />
      Live
    </span>
  )
}
