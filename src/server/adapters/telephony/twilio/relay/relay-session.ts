import type { FastifyBaseLogger } from 'fastify'
import type { WebSocket } from 'ws'
import type { ProviderTalks, TalkLine, TalkListener } from '#server/adapters/telephony/talk-line.ts'
import { type RelayFrame, readFrame } from './relay-frames.ts'

/** So soon after it is open the provider says whose call it is. */
const SETUP_WITHIN_MS = 10_000
/** After so many messages in a row that were not understood the line is good for nothing. */
const MALFORMED_TO_END = 5
/** After `end` the provider closes within a tenth of a second. */
const CLOSES_WITHIN_MS = 5_000
/** A person does not say so much before their talk is open. */
const MOST_EARLY = 100
const NORMAL_CLOSURE = 1000

/** The rest of a description repeats our message, and with it what was said. */
const codeIn = (description: string): string | null => /\bcode: (\d{1,6})/.exec(description)?.[1] ?? null

/** Holds the talk of an attempt over an open WebSocket of the provider's relay. */
export function relaySession(
  socket: WebSocket,
  { attemptId, talks, log }: { attemptId: number; talks: ProviderTalks; log: FastifyBaseLogger },
): void {
  let listener: TalkListener | null = null
  let isSetUp = false
  let isHandedBack = false
  let malformed = 0
  /** What came while the talk was being opened. */
  const early: RelayFrame[] = []
  const setup = setTimeout(() => socket.close(), SETUP_WITHIN_MS)

  const send = (message: object) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
  }
  const line: TalkLine = {
    speak: (words, { isLast }) => send({ type: 'text', token: words, last: isLast }),
    handBack() {
      if (isHandedBack) return
      isHandedBack = true
      send({ type: 'end' })
      setTimeout(() => socket.terminate(), CLOSES_WITHIN_MS).unref()
    },
  }

  async function open(providerCallId: string): Promise<void> {
    const opened = await talks.opened(attemptId, providerCallId, line)
    if (opened === null) {
      log.warn({ attemptId }, 'Relay opened for an unknown talk; returning the call to the script')
      return line.handBack()
    }
    listener = opened
    for (const frame of early.splice(0)) hear(opened, frame)
    if (socket.readyState !== socket.OPEN) opened.closed({ isOrderly: false })
  }

  function take(frame: RelayFrame): void {
    if (frame.type === 'setup') {
      if (isSetUp) return
      isSetUp = true
      clearTimeout(setup)
      open(frame.callSid).catch((err: unknown) => {
        log.error({ err, attemptId }, 'Talk not opened; the call goes on without it')
        line.handBack()
      })
      return
    }
    if (listener) hear(listener, frame)
    else if (early.length < MOST_EARLY) early.push(frame)
    else socket.terminate()
  }

  function hear(to: TalkListener, frame: RelayFrame): void {
    malformed = frame.type === 'malformed' ? malformed + 1 : 0
    switch (frame.type) {
      case 'prompt':
        if (frame.last && frame.voicePrompt.trim() !== '') to.said(frame.voicePrompt)
        break
      case 'dtmf':
        to.pressed(frame.digit)
        break
      case 'interrupt':
        to.interrupted(frame.utteranceUntilInterrupt)
        break
      case 'info':
        if (frame.name === 'agentSpeaking') to.speaking(frame.value === 'on')
        if (frame.name === 'clientSpeaking') to.theySpeak(frame.value === 'on')
        break
      case 'error':
        log.warn({ attemptId, code: codeIn(frame.description) }, 'Relay did not understand a message of ours')
        break
      case 'malformed':
        log.warn({ attemptId, reason: frame.reason }, 'Message of the relay not understood')
        if (malformed === MALFORMED_TO_END) to.unusable('messages that were not understood')
        break
      case 'setup':
      case 'unknown':
        break
    }
  }

  socket.on('message', (data, isBinary) => {
    take(isBinary ? { type: 'malformed', reason: 'binary' } : readFrame(String(data)))
  })
  socket.on('close', (code) => {
    clearTimeout(setup)
    listener?.closed({ isOrderly: code === NORMAL_CLOSURE })
  })
  socket.on('error', (err) => log.warn({ err, attemptId }, 'Relay broke off'))
}
