import { Mic } from 'lucide-react'
import type { CallDetails as Details } from '#contract/calls/call-details.ts'
import { RECURRENCE_LABELS } from '#contract/calls/call-labels.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { formatDuration } from '#core/format/duration.ts'
import { useRight, WhoMay } from '#web/domain/account/rights.tsx'
import {
  concernAdvice,
  concernInWords,
  concernOf,
  isCancelled,
  isRefusedEnd,
  StatusPills,
} from '#web/domain/calls/call-concern.tsx'
import { CallWhen } from '#web/domain/calls/call-when.tsx'
import { NextTryOf } from '#web/domain/calls/next-try.tsx'
import { ReachedThem } from '#web/domain/calls/reached-them.tsx'
import { RecordingPlayer } from '#web/domain/calls/recording-player.tsx'
import { ServiceTag } from '#web/domain/calls/service-tag.tsx'
import { voicePath } from '#web/domain/paths.ts'
import { refusedInWords } from '#web/domain/people/refused.tsx'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, Panel } from '#web/ui/card.tsx'
import { CancelUnderWay } from '../cancel-under-way.tsx'
import { OpenIncident } from '../open-incident.tsx'
import { AttemptsTable, Fact } from './attempts-table.tsx'
import { NoFurtherTry } from './call-cancelled.tsx'
import { CallTimeline, LiveSign } from './call-timeline.tsx'
import { Disclosure } from './disclosure.tsx'
import { EscalationSteps } from './escalation-steps.tsx'
import { Recipient } from './recipient.tsx'
import { DownloadRecording, KeptUntil } from './recording.tsx'
import { mayHaveTalk, TalkPanel } from './talk/talk-panel.tsx'
import { TranscriptKeptUntil, TranscriptText } from './transcript-dialog.tsx'

/** All that is known of a call. */
export function LoadedCall({ call }: { call: Details }) {
  const zone = call.lovedOne.timezone
  const mayHear = useRight('hear')
  const wasAnswered = call.attempts.some(({ answeredAt }) => answeredAt !== null)
  const isLive = call.status === 'in_progress' || call.escalation?.status === 'running'
  const wentWrong = !isCancelled(call) && !isRefusedEnd(call) && (call.status === 'missed' || call.status === 'failed')
  return (
    <>
      <Card className="card__body grid gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Recipient call={call} />
          <StatusPills call={call} />
        </div>
        <SaidToBeSeenTo call={call} />
        <NextTryOf call={call} />
        <NoFurtherTry call={call} />
        {call.isRefused && call.status === 'scheduled' && (
          <Callout kind="quiet">
            {refusedInWords(call.lovedOne.name, call)}. We won’t {call.asksBy === 'text' ? 'text' : 'ring'} for this
            call.
          </Callout>
        )}
        {call.reason && !call.wasResolved && (
          <Callout kind={wentWrong ? 'error' : 'quiet'}>{keptTogether(call.reason)}</Callout>
        )}
        <dl className="kvlist grid-cols-[repeat(auto-fit,minmax(min(12rem,100%),1fr))]">
          <Fact label="Date & Time">
            <CallWhen instant={call.scheduledTime} zone={zone} ahead={call.status === 'scheduled'} />
          </Fact>
          <Fact label="Call Type">
            <ServiceTag callType={call.callType} asksBy={call.asksBy} />
          </Fact>
          <Fact label="Recurrence">{RECURRENCE_LABELS[call.recurrencePattern]}</Fact>
          {call.asksBy === 'call' && (
            <Fact label="Duration">
              <span className="num">{formatDuration(call.duration)}</span>
            </Fact>
          )}
        </dl>
        <OpenIncident call={call} />
        <RecordYourVoice call={call} />
        <span className="flex flex-wrap gap-3 justify-self-start">
          <ReachedThem call={call} />
          <CancelUnderWay call={call} />
        </span>
      </Card>
      <Panel title="Timeline" action={isLive && <LiveSign />}>
        <CallTimeline
          entries={call.timeline}
          name={call.lovedOne.name}
          language={call.lovedOne.language}
          zone={zone}
          live={isLive}
        />
      </Panel>
      {mayHear && mayHaveTalk(call) && <TalkPanel call={call} />}
      {call.attempts.length > 0 && (
        <Panel title="Attempts">
          <Disclosure label={call.attempts.length === 1 ? 'Show the attempt' : `Show ${call.attempts.length} attempts`}>
            <AttemptsTable attempts={call.attempts} asksBy={call.asksBy} zone={zone} />
          </Disclosure>
        </Panel>
      )}
      {call.escalation && (
        <Panel title="Who We Told">
          <EscalationSteps callId={call.id} escalation={call.escalation} zone={zone} />
        </Panel>
      )}
      {!mayHear && wasAnswered && (
        <Panel title="What was said">
          <WhoMay right="hear" className="px-5 pt-1 pb-5 md:px-6 md:pb-6" />
        </Panel>
      )}
      {mayHear && call.recording && (
        <Panel title="Recording">
          <div className="grid justify-items-start gap-4 px-5 pt-1 pb-5 md:px-6 md:pb-6">
            <RecordingPlayer recording={call.recording} />
            <KeptUntil call={call} />
            <DownloadRecording call={call} recording={call.recording} />
          </div>
        </Panel>
      )}
      {mayHear && call.transcript && (
        <Panel title="Transcript">
          <div className="grid gap-4 px-5 pt-1 pb-5 md:px-6 md:pb-6">
            <TranscriptText language={call.lovedOne.language}>{call.transcript}</TranscriptText>
            <TranscriptKeptUntil call={call} />
          </div>
        </Panel>
      )}
    </>
  )
}

/** A page of its own, which the browser loads: the microphone is allowed there alone. */
function RecordYourVoice({ call }: { call: Details }) {
  const mayChange = useRight('care')
  if (!mayChange || call.recurrencePattern === 'once' || call.asksBy !== 'call' || call.status !== 'scheduled')
    return null
  return (
    <a className={`${buttonClass({ size: 'sm' })} justify-self-start`} href={voicePath(call.id)}>
      <Mic />
      Record your voice
    </a>
  )
}

/** What was said that nobody is sure of, with what to do, until it has ended well. */
function SaidToBeSeenTo({ call }: { call: Details }) {
  const concern = concernOf(call)
  if (!concern || concern === 'help' || call.incident?.status === 'resolved') return null
  const name = shortName(call.lovedOne.name)
  return (
    <Callout kind="warning" title={`${concernInWords(concern, call, name)}.`}>
      {call.incident?.status === 'owned' ? null : concernAdvice(concern, name, call.asksBy)}
    </Callout>
  )
}
