import { CHANGE_TOPICS, type ChangeTopic, changedEvent } from '#contract/changes.ts'
import { isKnownHere } from '#web/lib/session/session-storage.ts'

/** After a refusal: too many windows, or a session that has ended. Meanwhile polling finds what changes. */
const TRY_AGAIN_MS = 60_000

/**
 * Calls `onChanged` whenever the server says that something of the signed-in account changed, while the page is visible.
 * Works by the session cookie alone, which is all that such a stream can carry; without one nothing is ever called. After
 * a gap it is called once with everything. Returns how to stop.
 */
export function followChanges(onChanged: (topics: readonly ChangeTopic[]) => void): () => void {
  if (typeof EventSource === 'undefined' || !isKnownHere()) return () => {}
  let stream: EventSource | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let hadGap = false

  function open() {
    const opened = new EventSource('/api/changes')
    stream = opened
    opened.addEventListener('open', () => {
      if (hadGap) onChanged(CHANGE_TOPICS)
      hadGap = false
    })
    opened.addEventListener('changed', ({ data }: MessageEvent<string>) => onChanged(topicsOf(data)))
    opened.addEventListener('error', () => {
      hadGap = true
      // A broken connection is opened again by the browser; a refused one is not.
      if (opened.readyState === EventSource.CLOSED) again = setTimeout(follow, TRY_AGAIN_MS)
    })
  }
  function close() {
    clearTimeout(again)
    if (stream) hadGap = true
    stream?.close()
    stream = undefined
  }
  function follow() {
    close()
    if (document.visibilityState === 'visible') open()
  }
  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    close()
  }
}

/** A newer server may say what this page does not know: then anything may have changed. */
function topicsOf(data: string): readonly ChangeTopic[] {
  try {
    return changedEvent.parse(JSON.parse(data)).topics
  } catch {
    return CHANGE_TOPICS
  }
}
