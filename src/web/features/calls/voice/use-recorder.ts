import { useEffect, useRef, useState } from 'react'
import { LONGEST_VOICE_SECONDS } from '#core/voice/read-wav.ts'

type Recording = { state: 'idle' } | { state: 'asking' } | { state: 'recording'; seconds: number; level: number }

interface Recorder {
  recording: Recording
  /** Why it does not record; null while nothing is wrong. */
  failure: string | null
  start(): void
  stop(): void
}

/** Whether this page can ask for a microphone at all. */
export const hasMicrophone = (): boolean =>
  typeof MediaRecorder !== 'undefined' && typeof navigator.mediaDevices?.getUserMedia === 'function'

/** The microphone of the person at this page, at a press, for twenty seconds at most. Nothing is kept here. It stops with the page. */
export function useRecorder(onRecorded: (sound: Blob) => void): Recorder {
  const [recording, setRecording] = useState<Recording>({ state: 'idle' })
  const [failure, setFailure] = useState<string | null>(null)
  const stopping = useRef<(how: { isKept: boolean }) => void>(() => {})
  const recorded = useRef(onRecorded)
  recorded.current = onRecorded
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      stopping.current({ isKept: false })
    }
  }, [])

  async function start() {
    setFailure(null)
    setRecording({ state: 'asking' })
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      // Allowed after they had left: nobody at this page would know that it listens.
      if (isGone.current) return giveBack(stream)
      stopping.current = record(stream, {
        onLevel: (seconds, level) => setRecording({ state: 'recording', seconds, level }),
        onEnd: (sound) => {
          stopping.current = () => {}
          setRecording({ state: 'idle' })
          if (sound) recorded.current(sound)
        },
      })
    } catch (error) {
      setRecording({ state: 'idle' })
      setFailure(inWords(error))
    }
  }
  return {
    recording,
    failure,
    start: () => void start(),
    stop: () => stopping.current({ isKept: true }),
  }
}

const LEVEL_EVERY_MS = 100

interface RecordListener {
  /** `level`: the loudest sample, from 0 to 1. */
  onLevel(seconds: number, level: number): void
  /** Null where it was thrown away. */
  onEnd(sound: Blob | null): void
}

/** Records in the browser's own format until it is stopped. Returns how to stop it. Where it cannot begin, the microphone is given back. */
function record(stream: MediaStream, listener: RecordListener): (how: { isKept: boolean }) => void {
  try {
    return begin(stream, listener)
  } catch (error) {
    giveBack(stream)
    throw error
  }
}

function giveBack(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function begin(stream: MediaStream, { onLevel, onEnd }: RecordListener): (how: { isKept: boolean }) => void {
  const recorder = new MediaRecorder(stream)
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const chunks: Blob[] = []
  const began = performance.now()
  let isKept = true
  const tick = setInterval(() => {
    analyser.getFloatTimeDomainData(samples)
    const seconds = (performance.now() - began) / 1000
    onLevel(
      Math.floor(seconds),
      Math.min(
        1,
        samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
      ),
    )
    if (seconds >= LONGEST_VOICE_SECONDS) stop({ isKept: true })
  }, LEVEL_EVERY_MS)
  recorder.ondataavailable = ({ data }) => chunks.push(data)
  recorder.onstop = () => {
    clearInterval(tick)
    giveBack(stream)
    void context.close()
    onEnd(isKept ? new Blob(chunks, { type: recorder.mimeType }) : null)
  }
  function stop(how: { isKept: boolean }) {
    isKept = how.isKept
    if (recorder.state !== 'inactive') recorder.stop()
  }
  recorder.start()
  onLevel(0, 0)
  return stop
}

function inWords(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') {
    return 'This page may not use the microphone. Allow it in your browser, let us ring you, or choose a file.'
  }
  if (name === 'NotFoundError') return 'There is no microphone here. Let us ring you, or choose a file.'
  return 'We couldn’t use the microphone. Let us ring you, or choose a file.'
}
