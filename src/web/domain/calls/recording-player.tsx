import { useEffect, useState } from 'react'
import { api, errorText } from '#web/lib/http/api-client.ts'
import { ErrorState } from '#web/ui/states.tsx'

interface RecordingPlayerProps {
  /** Its address. */
  recording: string
  /** It was played to its end. */
  onHeard?: () => void
}

/** Plays a recording in the page, loaded when it is played: by the session's cookie or, where that is not let in, with the token. */
export function RecordingPlayer({ recording, onHeard }: RecordingPlayerProps) {
  const [fetched, setFetched] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => () => (fetched === null ? undefined : URL.revokeObjectURL(fetched)), [fetched])

  async function fetchInstead() {
    if (fetched !== null) return setFailure('This browser can’t play it. Please download it instead.')
    try {
      const { bytes } = await api.file(recording)
      setFetched(URL.createObjectURL(bytes))
    } catch (error) {
      setFailure(errorText(error, 'We couldn’t load the recording.'))
    }
  }
  function tryAgain() {
    setFailure(null)
    setFetched(null)
  }
  if (failure !== null) {
    return (
      <ErrorState small headingLevel="h3" title="We couldn’t play the recording" hint={failure} onRetry={tryAgain} />
    )
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: the transcript is the caption
    <audio
      controls
      preload="none"
      src={fetched ?? recording}
      onError={fetchInstead}
      onEnded={onHeard}
      // One press on play is enough.
      autoPlay={fetched !== null}
      className="w-full"
      aria-label="Recording"
    />
  )
}
