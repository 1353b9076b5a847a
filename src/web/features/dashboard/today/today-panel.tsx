import { CirclePause, Plus } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { DashboardToday } from '#contract/calls/dashboard.ts'
import { formatWeekDayDate } from '#core/format/dates.ts'
import { useSuspensionCause } from '#web/domain/account/plan-standing.ts'
import { ForRight, useRight } from '#web/domain/account/rights.tsx'
import { mayNeedHelp } from '#web/domain/calls/call-concern.tsx'
import { viewerZone } from '#web/domain/local-time.tsx'
import { callsPath, lovedOnesPath } from '#web/domain/paths.ts'
import { lacksEmergencyContact } from '#web/domain/people/emergency-contact.tsx'
import { shortNames } from '#web/domain/people/short-names.ts'
import { TextLink } from '#web/domain/text-link.tsx'
import { AppLink } from '#web/lib/routing/app-link.tsx'
import { rememberedPeople, rememberFlag, rememberPeople, wasFlagShown } from '#web/lib/session/session-storage.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { LoadingStatus } from '#web/ui/states.tsx'
import { EmergencyContactNotice, EmergencyContactRoom } from '../emergency-contact-notice.tsx'
import { greeting } from '../greeting.ts'
import { SouthernCross } from '../southern-cross.tsx'
import { accountedCalls } from './accounted-calls.ts'
import { awaySentence } from './away-sentence.ts'
import { DayLine } from './day-line.tsx'
import { HelpRequestBar, IncidentBar, openIncidents } from './incidents-today.tsx'
import { PersonTodayCard, PersonTodayLoading } from './person-today-card.tsx'
import { alertsOf, type PersonToday, todayPeople } from './today-people.ts'
import { todaySentence } from './today-sentence.ts'
import { UnansweredAlert } from './unanswered-alert.tsx'

// Beyond six people the panel shows six and a link to all of them.
const MAX_PEOPLE = 6

interface TodayPanelProps {
  userName: string
  today: DashboardToday
  now: Date
}

/** "Is everybody all right today?", answered in words before any number. */
export function TodayPanel({ userName, today, now }: TodayPanelProps) {
  const { lovedOnes, history, upcoming, peopleCount, awayCount, attention } = today
  // Of some people nothing is said about all.
  const flagged = attention ? [] : lovedOnes.filter(lacksEmergencyContact)
  useEffect(() => {
    rememberPeople(lovedOnes.length)
    rememberFlag(flagged.length > 0)
  }, [lovedOnes.length, flagged.length])
  const held = useSuspensionCause()
  const mayChange = useRight('care')
  const [first] = lovedOnes
  if (!first) {
    return (
      <TodayFrame
        title={`Welcome to Cooee, ${userName}`}
        summary={
          mayChange
            ? 'Start by adding the person you’d like Cooee to ring. It takes about two minutes.'
            : 'You’ll see the people Cooee rings for this family here.'
        }
        now={now}
      >
        <FirstStep href={lovedOnesPath({ add: true })}>Add First Loved One</FirstStep>
      </TodayFrame>
    )
  }

  const people = todayPeople(lovedOnes, history, upcoming, now, held !== null)
  const names = shortNames(lovedOnes)
  const alerts = alertsOf(people)
  // A request for help of yesterday is not spoken of by a miss of today.
  const incidents = openIncidents([...upcoming, ...history], now).filter(
    (open) =>
      !alerts.some(
        ({ call }) =>
          call.id === open.id || (call.lovedOneId === open.lovedOneId && (mayNeedHelp(call) || !mayNeedHelp(open))),
      ),
  )
  const nothingYet = !attention && history.length === 0 && upcoming.length === 0
  return (
    <TodayFrame
      title={greetingFor(userName, now)}
      summary={
        attention
          ? attention.inWords
          : nothingYet
            ? mayChange
              ? `Next, choose when Cooee should ring ${names.get(first.id)}.`
              : 'No calls are scheduled yet.'
            : todaySentence(people, now, held)
      }
      accounted={attention || nothingYet ? undefined : accountedCalls(people, now)}
      away={awaySentence(lovedOnes, awayCount)}
      people={people}
      now={now}
    >
      {lovedOnes.map((lovedOne) => (
        <HelpRequestBar key={lovedOne.id} lovedOne={lovedOne} name={names.get(lovedOne.id) ?? lovedOne.name} />
      ))}
      {alerts.map(({ call, others, catchUp }, index) => (
        <UnansweredAlert
          key={call.id}
          call={call}
          others={others}
          catchUp={catchUp}
          name={names.get(call.lovedOneId) ?? call.lovedOne.name}
          first={index === 0}
        />
      ))}
      {incidents.map((call) => (
        <IncidentBar key={call.id} call={call} name={names.get(call.lovedOneId) ?? call.lovedOne.name} />
      ))}
      <EmergencyContactNotice lovedOnes={flagged} names={names} />
      {nothingYet && mayChange ? (
        <FirstStep href={callsPath({ schedule: true, lovedOneId: lovedOnes.length === 1 ? first.id : undefined })}>
          Schedule New Call
        </FirstStep>
      ) : (
        <ul className="today__people">
          {people.slice(0, MAX_PEOPLE).map((person) => (
            <PersonTodayCard key={person.lovedOne.id} person={person} now={now} />
          ))}
          {people.length > MAX_PEOPLE && (
            <li className="person">
              <TextLink href={lovedOnesPath()}>{`All ${peopleCount} loved ones`}</TextLink>
            </li>
          )}
        </ul>
      )}
    </TodayFrame>
  )
}

/** The panel while its data is loading. */
export function TodayPanelLoading({ userName, now }: { userName: string; now: Date }) {
  const people = Math.min(rememberedPeople(), MAX_PEOPLE)
  return (
    <TodayFrame
      title={greetingFor(userName, now)}
      summary="Checking today’s calls…"
      accounted={people > 0 ? '\u00a0' : undefined}
      now={now}
      busy
    >
      <LoadingStatus>Loading today’s calls</LoadingStatus>
      {wasFlagShown() && <EmergencyContactRoom />}
      <ul className="today__people" aria-hidden="true">
        {people === 0 && <li className="btn btn--lg" />}
        {Array.from({ length: people }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the places are all alike
          <PersonTodayLoading key={place} />
        ))}
      </ul>
    </TodayFrame>
  )
}

/** "Good morning, Robyn", by the clock of the reader's profile. */
export function greetingFor(userName: string, now: Date): string {
  const clock = new Intl.DateTimeFormat('en-AU', { hour: '2-digit', hourCycle: 'h23', timeZone: viewerZone() })
  const hour = Number(clock.format(now))
  return `${greeting(hour)}, ${userName}`
}

interface TodayFrameProps {
  title: string
  summary: string
  /** How many of today's calls have ended. */
  accounted?: string | undefined
  /** Who is away. */
  away?: string | undefined
  people?: readonly PersonToday[]
  now: Date
  /** While it loads its height is not known, so what is below it stays hidden. */
  busy?: boolean
  children: ReactNode
}

function TodayFrame({ title, summary, accounted, away, people = [], now, busy, children }: TodayFrameProps) {
  return (
    <section className="today" aria-labelledby="today-heading" aria-busy={busy}>
      <span className="today__sun" aria-hidden="true" />
      <SouthernCross className="today__stars" />
      <div className="today__head">
        <p className="today__date">{formatWeekDayDate(now, viewerZone())}</p>
        <h1 id="today-heading" tabIndex={-1}>
          {title}
        </h1>
        <p className="today__sum">{summary}</p>
        {away && (
          <p className="today__away">
            <CirclePause />
            {away}
          </p>
        )}
        {accounted && <p className="today__accounted num">{accounted}</p>}
      </div>
      {children}
      <DayLine people={people} now={now} />
    </section>
  )
}

function FirstStep({ href, children }: { href: string; children: ReactNode }) {
  return (
    <div className="today__people">
      {/* Without the room of the button the words above would stand on the hills. */}
      <ForRight right="care" otherwise={<span className="btn btn--lg" />}>
        <AppLink className={`${buttonClass({ variant: 'primary', size: 'lg' })} justify-self-start`} href={href}>
          <Plus />
          {children}
        </AppLink>
      </ForRight>
    </div>
  )
}
