import { useState } from 'react'
import { type CallVoice, type VoiceRecording, voiceSoundPath } from '#contract/calls/familiar-voice.ts'
import type { CallType } from '#core/calls/call-vocabulary.ts'
import { htmlLanguage, LANGUAGE_NAMES } from '#core/languages/language-names.ts'
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
  voice: Pick<CallVoice, 'ownPhone' | 'language' | 'callType'>
}

const TITLES = { greeting: 'The greeting', question: 'The question' } as const
/** What somebody might ask, without a word about health: anyone may pick up. */
const ASKED: Record<CallType, string> = {
  daily_check_in: 'Are you all right today?',
  wellness_check: 'How are you feeling today?',
  medication_reminder: 'It’s that time. Is it done?',
  wake_up_call: 'Good morning! Are you up?',
}
const IDEAS = {
  greeting: (name: string) => `For instance: “Good morning ${name}, it’s me. Cooee is ringing for me.”`,
  question: (_: string, callType: CallType) => `For instance: “${ASKED[callType]}” Cooee says the keys afterwards.`,
} as const

/** One part of what calls say: what is said now, the draft, and the ways to record it. */
export function VoicePartCard({ callId, part, name, voice }: VoicePartCardProps) {
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
        <WhatCallsSay part={part} language={voice.language} />
        {draft && (
          <Draft
            draft={draft}
            isBusy={actions.use.isPending}
            onHeard={() => actions.hear.mutate(draft.id, fails('Failed to save that you listened to it'))}
            onUse={() => actions.use.mutate(draft.id, fails('Failed to use the recording'))}
          />
        )}
        {failure && <Callout kind="error">{failure}</Callout>}
        <p className="muted">{IDEAS[part.part](name, voice.callType)}</p>
        <RecordVoice
          isRecorded={draft !== null || used !== null}
          hasDraft={draft !== null}
          isSaving={actions.save.isPending}
          ring={part.ring}
          isRinging={actions.ring.isPending}
          ownPhone={voice.ownPhone}
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
function WhatCallsSay({
  part: { used, says, saysAfterwards },
  language,
}: {
  part: Part
  language: CallVoice['language']
}) {
  const words = (text: string) => (
    <blockquote className="voice-words" lang={htmlLanguage(language)} dir={LANGUAGE_NAMES[language].direction}>
      {text}
    </blockquote>
  )
  if (!used) {
    return (
      <div>
        <p className="voice-who">In Cooee’s voice</p>
        {words(says)}
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
        {words(saysAfterwards)}
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
