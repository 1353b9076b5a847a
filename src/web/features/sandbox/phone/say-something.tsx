import { useMutation } from '@tanstack/react-query'
import { Mic, Send, Square } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { playing } from '../sandbox-api.ts'
import { useReported } from '../use-reported.ts'
import { canRecogniseSpeech } from './speech-recognition.ts'
import type { Speech } from './use-speech.ts'

const MAX_CHARACTERS = 500

interface SaySomethingProps {
  callId: string
  /** Whose phone it is. */
  name: string
  speech: Speech
}

/** Says words on the phone: typed, Enter ends the turn; or spoken, where the browser understands speech. */
export function SaySomething({ callId, name, speech }: SaySomethingProps) {
  const reported = useReported()
  const [words, setWords] = useState('')
  const speak = useMutation({
    mutationFn: (said: string) => playing.speak(callId, said),
    ...reported,
    onError(error, said) {
      // Nobody types twice what was not taken.
      setWords((now) => (now === '' ? said : now))
      reported.onError(error)
    },
  })
  const { isListening, interim, failure } = speech
  const shown = isListening ? interim : words
  function send(event: FormEvent) {
    event.preventDefault()
    if (shown.trim() === '') return
    speech.stop()
    speak.mutate(shown)
    setWords('')
  }
  return (
    <form className="sb-say" onSubmit={send}>
      <div className="sb-write">
        <input
          className="input"
          value={shown}
          maxLength={MAX_CHARACTERS}
          onChange={({ target }) => {
            // A browser may wait for ever for its microphone, and a word may be misheard: typing goes on from there.
            speech.stop()
            setWords(target.value)
          }}
          placeholder={isListening ? 'Listening…' : 'Say something'}
          aria-label={`Say something on ${name}’s phone`}
          autoComplete="off"
        />
        {canRecogniseSpeech() && (
          <Button
            variant="outline"
            icon
            aria-label="Speak"
            aria-pressed={isListening}
            onClick={() =>
              isListening ? speech.stop() : speech.listen((said) => speak.mutate(said.slice(0, MAX_CHARACTERS)))
            }
          >
            {isListening ? <Square /> : <Mic />}
          </Button>
        )}
        <Button type="submit" variant="secondary" icon aria-label="Say it" disabled={shown.trim() === ''}>
          <Send />
        </Button>
      </div>
      <p className="sb-say__note" role="status">
        {isListening ? 'Speak now. Your browser may send the sound to its maker. We keep none.' : failure}
      </p>
    </form>
  )
}
