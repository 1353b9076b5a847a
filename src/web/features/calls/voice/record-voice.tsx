import { FileAudio, Mic, PhoneIncoming, Square } from 'lucide-react'
import { useState } from 'react'
import type { CallVoice } from '#contract/calls/familiar-voice.ts'
import { LONGEST_VOICE_SECONDS } from '#core/voice/read-wav.ts'
import { settingsPath } from '#web/domain/paths.ts'
import { TextLink } from '#web/domain/text-link.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { hasMicrophone, useRecorder } from './use-recorder.ts'

interface RecordVoiceProps {
  /** Something is recorded already, whether calls play it or not. */
  isRecorded: boolean
  hasDraft: boolean
  isSaving: boolean
  /** The reader's latest call to record it by phone. */
  ring: CallVoice['parts'][number]['ring']
  isRinging: boolean
  ownPhone: string | null
  onSound: (sound: Blob) => void
  onRing: () => void
}

/** The three ways to record: with the microphone, by phone, or from a file. */
export function RecordVoice(props: RecordVoiceProps) {
  const { isRecorded, hasDraft, isSaving, ring, isRinging, ownPhone, onSound, onRing } = props
  const { recording, failure, start, stop } = useRecorder(onSound)
  const isOnThePhone = ring?.state === 'ringing' || ring?.state === 'recording'
  // Of a call that this page has seen: an older one is no news.
  const [wasOnThePhone, setWasOnThePhone] = useState(isOnThePhone)
  if (isOnThePhone && !wasOnThePhone) setWasOnThePhone(true)
  if (recording.state === 'recording') {
    return (
      <div className="voice-recording" role="status" aria-label="Recording">
        <span className="voice-recording__sign">
          Recording, <span className="num">{recording.seconds}</span> of {LONGEST_VOICE_SECONDS} seconds
        </span>
        <meter className="voice-recording__level" min={0} max={1} value={recording.level} aria-label="Loudness" />
        <Button variant="primary" onClick={stop}>
          <Square />
          Stop
        </Button>
      </div>
    )
  }
  return (
    <div className="grid gap-3">
      {failure && <Callout kind="error">{failure}</Callout>}
      {isOnThePhone && (
        <Callout kind="info" title={ring.state === 'ringing' ? 'Your phone is ringing' : 'You’re on the phone with us'}>
          Press 1 when you’re ready, speak after the tone, and press hash.
        </Callout>
      )}
      {wasOnThePhone && ring?.state === 'over' && !hasDraft && (
        <Callout kind="info" title="The call is over">
          Nothing was recorded. We can ring you again.
        </Callout>
      )}
      <div className="flex flex-wrap gap-3">
        {hasMicrophone() && (
          <Button onClick={start} busy={recording.state === 'asking' || isSaving} busyLabel="One moment…">
            <Mic />
            {isRecorded ? 'Record again' : 'Record'}
          </Button>
        )}
        {ownPhone !== null && (
          <Button onClick={onRing} busy={isRinging} busyLabel="Ringing…" disabled={isOnThePhone}>
            <PhoneIncoming />
            Ring me on {ownPhone}
          </Button>
        )}
        <label className={`${buttonClass()} voice-file`}>
          <FileAudio />
          Choose a file
          <input
            type="file"
            accept="audio/*"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) onSound(file)
              // The same file may be chosen again.
              target.value = ''
            }}
          />
        </label>
      </div>
      {ownPhone === null && (
        <p className="muted">
          No microphone? We can ring you instead.{' '}
          <TextLink href={settingsPath({ phone: true })}>Confirm your phone number</TextLink>
        </p>
      )}
    </div>
  )
}
