import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'wouter'
import type { Report } from '#contract/calls/report.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { formatDateTime } from '#core/format/dates.ts'
import type { ReportDays } from '#core/report/report.ts'
import {
  ALERT_LABELS,
  answersInWords,
  callsInWords,
  daysInWords,
  earlierAlertsInWords,
  REPORT_WORDS,
  secondsInWords,
  slotInWords,
} from '#core/report/report-words.ts'
import { zoneCity } from '#core/time-zones.ts'
import { BackLink } from '#web/domain/back-link.tsx'
import { StaleNotice } from '#web/domain/feedback/stale-notice.tsx'
import { callsPath, lovedOneInAddress, lovedOnesPath } from '#web/domain/paths.ts'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { AppLink } from '#web/lib/routing/app-link.tsx'
import { useDocumentTitle } from '#web/lib/routing/document-title.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { TabPanel, Tabs } from '#web/ui/list/tabs.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states.tsx'
import { Bars } from './bars.tsx'
import { FiguresTable } from './figures-table.tsx'
import { ForTheDoctor } from './for-the-doctor.tsx'
import { reportQuery } from './report-api.ts'
import { Weeks } from './weeks.tsx'
import './report.css'

const PERIODS = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
] as const

/** How a loved one has been: figures of calls, what differs more than usual, and the pages for the doctor. */
export function ReportScreen() {
  const id = lovedOneInAddress(useParams()) ?? 0
  const [days, setDays] = useState<ReportDays>(30)
  const query = useQuery(reportQuery(id, days))
  const report = useLoadState(query)
  const name = report.status === 'ready' ? report.data.name : null
  const title = name === null ? 'How they’ve been' : `How ${shortName(name)} has been`
  useDocumentTitle(title)
  return (
    <>
      <header className="page-head">
        <div>
          <BackLink href={lovedOnesPath()}>Back to Loved Ones</BackLink>
          <h1 tabIndex={-1}>{title}</h1>
          {report.status === 'ready' && (
            <p>
              {daysInWords(report.data)}, {zoneCity(report.data.timezone)}. {REPORT_WORDS.notMedical}
            </p>
          )}
        </div>
        <div className="page-head__actions">
          <AppLink
            className={buttonClass({ variant: 'secondary' })}
            href={callsPath({ tab: 'history', lovedOneId: id })}
          >
            <History />
            Call history
          </AppLink>
        </div>
      </header>
      <Tabs
        value={String(days) as '30' | '90'}
        onChange={(next) => setDays(next === '90' ? 90 : 30)}
        label="Days"
        tabs={PERIODS}
      >
        <TabPanel value={String(days)}>
          {report.status === 'loading' && <ReportLoading />}
          {report.status === 'failed' && (
            <Card>
              <LoadFailure
                query={query}
                title="We couldn’t load the figures"
                hint={report.error.message}
                headingLevel="h2"
              />
            </Card>
          )}
          {report.status === 'ready' && (
            <>
              {report.stale && <StaleNotice />}
              <Figures report={report.data} days={days} />
            </>
          )}
        </TabPanel>
      </Tabs>
    </>
  )
}

function Figures({ report, days }: { report: Report; days: ReportDays }) {
  return (
    <div className="report">
      <Changes report={report} />
      <Answers report={report} />
      {report.rung > 0 && <Weeks report={report} />}
      <Doses report={report} />
      <NotPlaced report={report} />
      <Alerts report={report} />
      <ForTheDoctor report={report} days={days} />
    </div>
  )
}

function Changes({ report: { changes, tooLittle, knownFrom } }: { report: Report }) {
  return (
    <section className="card card__body" aria-labelledby="report-changes">
      <h2 id="report-changes">{REPORT_WORDS.changes}</h2>
      {knownFrom && <p>{knownFrom}</p>}
      {changes.length > 0 ? (
        <ul className="report__changes">
          {changes.map(({ kind, sentence }) => (
            <li key={kind}>{sentence}</li>
          ))}
        </ul>
      ) : (
        <p>{tooLittle ?? REPORT_WORDS.noChange}</p>
      )}
      {tooLittle === null && <p className="muted">{REPORT_WORDS.howUsual}</p>}
    </section>
  )
}

function Answers({ report }: { report: Report }) {
  const { rung, firstRing, laterRing, notAnswered, tries, seconds } = report
  const parts = [
    { label: REPORT_WORDS.firstRing, value: firstRing },
    { label: REPORT_WORDS.laterRing, value: laterRing },
    { label: REPORT_WORDS.notAnswered, value: notAnswered },
  ]
  return (
    <section className="card card__body" aria-labelledby="report-answers">
      <h2 id="report-answers">{REPORT_WORDS.answers}</h2>
      <p>{answersInWords(report)}</p>
      {rung > 0 && (
        <>
          <Bars
            says={`Bar chart. ${answersInWords(report)}`}
            bars={parts.map((part) => ({ ...part, shown: callsInWords(part.value) }))}
          >
            <FiguresTable
              caption={REPORT_WORDS.answers}
              head={['Answered', 'Calls']}
              rows={[
                ...tries.map(({ tries: count, calls }) => [`At ring ${count}`, String(calls)]),
                [REPORT_WORDS.notAnswered, String(notAnswered)],
              ]}
            />
          </Bars>
          <p>
            {REPORT_WORDS.seconds}: <strong>{secondsInWords(seconds)}</strong> (the middle value).
          </p>
        </>
      )}
    </section>
  )
}

function Doses({ report: { doses } }: { report: Report }) {
  return (
    <section className="card card__body" aria-labelledby="report-doses">
      <h2 id="report-doses">{REPORT_WORDS.doses}</h2>
      {doses.length === 0 ? (
        <p>{REPORT_WORDS.noDoses}</p>
      ) : (
        <>
          <FiguresTable
            caption={REPORT_WORDS.doses}
            head={['Time', REPORT_WORDS.taken, REPORT_WORDS.later, REPORT_WORDS.missed, REPORT_WORDS.unknown]}
            rows={doses.map(({ slot, taken, later, missed, unknown }) => [
              slotInWords(slot),
              ...[taken, later, missed, unknown].map(String),
            ])}
          />
          <p className="muted">{REPORT_WORDS.aboutDoses}</p>
        </>
      )}
    </section>
  )
}

function NotPlaced({ report: { notPlaced } }: { report: Report }) {
  return (
    <section className="card card__body" aria-labelledby="report-not-placed">
      <h2 id="report-not-placed">{REPORT_WORDS.notPlaced}</h2>
      {notPlaced.length === 0 ? (
        <p>{REPORT_WORDS.allPlaced}</p>
      ) : (
        <FiguresTable
          caption={REPORT_WORDS.notPlaced}
          head={['Why', 'Calls']}
          rows={notPlaced.map(({ why, calls }) => [why, String(calls)])}
        />
      )}
    </section>
  )
}

function Alerts({ report: { alerts, alertCount, timezone } }: { report: Report }) {
  return (
    <section className="card card__body" aria-labelledby="report-alerts">
      <h2 id="report-alerts">{REPORT_WORDS.alerts}</h2>
      {alerts.length === 0 ? (
        <p>{REPORT_WORDS.noAlerts}</p>
      ) : (
        <FiguresTable
          caption={REPORT_WORDS.alerts}
          head={['When', 'What', REPORT_WORDS.who, 'How it ended']}
          isText
          rows={alerts.map(({ at, cause, who, how }) => [
            formatDateTime(new Date(at), timezone),
            ALERT_LABELS[cause],
            who ?? REPORT_WORDS.nobody,
            how ?? REPORT_WORDS.goesOn,
          ])}
        />
      )}
      {alertCount > alerts.length && <p>{earlierAlertsInWords(alertCount - alerts.length)}</p>}
    </section>
  )
}

function ReportLoading() {
  return (
    <div className="report">
      <LoadingStatus>Loading the figures</LoadingStatus>
      {['changes', 'answers', 'weeks'].map((part) => (
        <Card key={part} className="card__body grid gap-3">
          <Skeleton width="14rem" height="1.5rem" />
          <Skeleton width="90%" />
          <Skeleton width="70%" />
        </Card>
      ))}
    </div>
  )
}
