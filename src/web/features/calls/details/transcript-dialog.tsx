import { Fragment } from 'react'
import type { Call } from '#contract/calls/calls.ts'
import { formatDate } from '#core/format/dates.ts'
import type { Language } from '#core/languages/language.ts'
import { callDateTime } from '#web/domain/calls/call-when.tsx'
import { SpokenWords } from '#web/domain/calls/spoken-words.tsx'
import { Button } from '#web/ui/button.tsx'
import { ResponsiveDialog } from '#web/ui/overlay/dialog.tsx'

/** What was said on a call. */
export function TranscriptDialog({ call, onClose }: { call: Call; onClose: () => void }) {
  return (
    <ResponsiveDialog
      open
      onOpenChange={onClose}
      title="Transcript"
      description={`${call.lovedOne.name}, ${callDateTime(call.scheduledTime, call.lovedOne.timezone)}`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="grid gap-3">
        <TranscriptText language={call.lovedOne.language}>{call.transcript ?? ''}</TranscriptText>
        <TranscriptKeptUntil call={call} />
      </div>
    </ResponsiveDialog>
  )
}

/** The turns of a call, one under the other. */
export function TranscriptText({ children, language }: { children: string; language: Language }) {
  const lines = children.split('\n').map((line) => /^([^:]*: )?(.*)$/.exec(line) ?? [line, '', line])
  return (
    <p className="whitespace-pre-wrap">
      {lines.map(([line, who = '', words = ''], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added
        <Fragment key={index}>
          {`${index > 0 ? '\n' : ''}${who}`}
          <SpokenWords language={who === 'Cooee: ' ? language : undefined}>{who ? words : (line ?? '')}</SpokenWords>
        </Fragment>
      ))}
    </p>
  )
}

/** Until when the words of a call can be read; the zone is the loved one's. */
export function TranscriptKeptUntil({ call }: { call: Call }) {
  if (!call.transcriptKeptUntil) return null
  return (
    <p className="muted">
      We keep these words until {formatDate(new Date(call.transcriptKeptUntil), call.lovedOne.timezone)}
    </p>
  )
}
