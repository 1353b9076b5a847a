import { useState } from 'react'
import { type CallVoice, type VoiceRecording, voiceSoundPath } from '#contract/calls/familiar-voice.ts'
import { RecordingPlayer } from '#web/domain/calls/recording-player.tsx'
import { errorText } from '#web/lib/http/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Panel } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { RecordVoice } from './record-voice.tsx'
import { NoSound, toWav } from './to-wav.ts'
import { useVoiceActions } from './voice-api.ts'

type Part = CallVoice['parts'][number]

interface VoicePartCardProps {
  callId: number
  part: Part
  /** Of the loved one, in short. */
  name: string
  ownPhone: string | null
}

const TITLES = { greeting: 'The greeting', question: 'The question' } as const
const IDEAS = {
  greeting: (name: string) => `For instance: “Good morning ${name}, it’s me. Cooee is ringing for me.”`,
  question: () => 'For instance: “Are you all right today?” Cooee says the keys afterwards.',
} as const

/** One part of what calls say: what is said now, the draft, and the ways to record it. */
export function VoicePartCard({ callId, part, name, ownPhone }: VoicePartCardProps) {
  const actions = useVoiceActions(callId)
  const [failure, setFailure] = useState<string | null>(null)
  const { draft, used } = part
  const fails = (fallback: string) => ({
    onSuccess: () => setFailure(null),
    onError: (error: unknown) => setFailure(errorText(error, fallback)),
  })
  async function save(sound: Blob) {
    setFailure(null)
    try {
      actions.save.mutate({ part: part.part, sound: await toWav(sound) }, fails('Failed to save the recording'))
    } catch (error) {
      setFailure(error instanceof NoSound ? error.message : 'We couldn’t read that sound.')
    }
  }
  return (
    <Panel title={TITLES[part.part]}>
      <div className="grid gap-4 px-5 pt-1 pb-5 md:px-6 md:pb-6">
        <WhatCallsSay part={part} />
        {draft && (
          <Draft
            draft={draft}
            isBusy={actions.use.isPending}
            onHeard={() => actions.hear.mutate(draft.id, fails('Failed to save that you listened to it'))}
            onUse={() => actions.use.mutate(draft.id, fails('Failed to use the recording'))}
          />
        )}
        {failure && <Callout kind="error">{failure}</Callout>}
        <p className="muted">{IDEAS[part.part](name)}</p>
        <RecordVoice
          hasDraft={draft !== null || used !== null}
          isSaving={actions.save.isPending}
          ring={part.ring}
          isRinging={actions.ring.isPending}
          ownPhone={ownPhone}
          onSound={(sound) => void save(sound)}
          onRing={() => actions.ring.mutate(part.part, fails('Failed to ring you'))}
        />
        {(draft ?? used) && (
          <Remove
            recording={(draft ?? used) as VoiceRecording}
            isUsed={draft === null}
            part={part.part}
            onRemove={(id) => actions.remove.mutate(id, fails('Failed to delete the recording'))}
          />
        )}
      </div>
    </Panel>
  )
}

/** What the person who is called hears now: a recording with what Cooee adds, or Cooee's own words. */
function WhatCallsSay({ part: { used, says, saysAfterwards } }: { part: Part }) {
  if (!used) {
    return (
      <div>
        <p className="voice-who">In Cooee’s voice</p>
        <blockquote className="voice-words">{says}</blockquote>
      </div>
    )
  }
  return (
    <div className="grid gap-3">
      <p className="voice-who">
        In {used.isYours ? 'your' : `${used.by}’s`} voice, {used.seconds} seconds
      </p>
      <RecordingPlayer key={used.id} recording={voiceSoundPath(used.id)} />
      <div>
        <p className="voice-who">Then in Cooee’s voice</p>
        <blockquote className="voice-words">{saysAfterwards}</blockquote>
      </div>
    </div>
  )
}

interface DraftProps {
  draft: VoiceRecording
  isBusy: boolean
  onHeard: () => void
  onUse: () => void
}

/** A recording that is not used yet: it has to be listened to first. */
function Draft({ draft, isBusy, onHeard, onUse }: DraftProps) {
  return (
    <section className="voice-draft" aria-label="Your new recording">
      <p className="voice-who">Your new recording, {draft.seconds} seconds</p>
      <RecordingPlayer key={draft.id} recording={voiceSoundPath(draft.id)} onHeard={onHeard} />
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" disabled={!draft.isHeard} busy={isBusy} busyLabel="Saving…" onClick={onUse}>
          Use this recording
        </Button>
        {!draft.isHeard && <span className="muted">Listen to it first.</span>}
      </div>
    </section>
  )
}

interface RemoveProps {
  recording: VoiceRecording
  isUsed: boolean
  part: Part['part']
  onRemove: (id: number) => void
}

function Remove({ recording, isUsed, part, onRemove }: RemoveProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="danger-ghost"
        size="sm"
        className="justify-self-start"
        onClick={() => (isUsed ? setAsking(true) : onRemove(recording.id))}
      >
        {isUsed ? 'Delete the recording' : 'Delete the new recording'}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Delete the recorded ${part}?`}
        description="Cooee says its own words again from the next call on. The recording is gone for good."
        cancelLabel="Keep it"
        confirmLabel="Delete"
        onConfirm={() => {
          setAsking(false)
          onRemove(recording.id)
        }}
      />
    </>
  )
}
