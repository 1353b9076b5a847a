import { FILLER } from '#core/talk/fixed-words.ts'
import { talkInstructions } from '#core/talk/instructions.ts'
import { newTalk, stepTalk, type TalkState, turnsForModel } from '#core/talk/step-talk.ts'
import type { TalkCommand, TalkEnd, TalkEvent, TalkTimer } from '#core/talk/talk-events.ts'
import type { TalkSubject } from '#core/talk/talk-subject.ts'
import { unansweredWords } from '#core/talk/unanswered-words.ts'
import { faultOf } from '#server/adapters/talk-model/fault-of.ts'
import { inSentences } from '#server/adapters/talk-model/in-sentences.ts'
import type { ModelUsage, TalkModel } from '#server/adapters/talk-model/talk-model.ts'
import type { TalkLine, TalkListener } from '#server/adapters/telephony/talk-line.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import type { JudgedTurn, SpokenTurn, TalkHeard, TalkJudge } from './talk-judge.ts'
import { writeDown } from './write-down.ts'

export interface HoldTalkDeps {
  clock: Clock
  log: Logger
  model: TalkModel
  judge: TalkJudge
}

/** A talk that is being held. */
export interface HeldTalk {
  listener: TalkListener
  /** Ends it for a reason from outside. Resolves once that is written down and the call was given back. */
  endBy(reason: 'switched_off' | 'line_lost'): Promise<void>
  /** Resolves once its line is closed and everything is written down. */
  readonly over: Promise<void>
}

const TOOLS = ['ask_for_help', 'note', 'end_call'] as const
/** How often a call is asked whether its talk may go on. */
const CHECK_EVERY_MS = 1_000
/** The last words are waited for, at this many characters a second and this much more. */
const SPOKEN_CHARACTERS_A_SECOND = 12
const LAST_WORDS_MS = 3_000
const WRITTEN_WITHIN_MS = 500

/**
 * Holds one talk: does what `stepTalk` says against the line, the model and the call. Everything that happens is dealt with one after
 * the other. Whatever fails gives the call back, which goes on with its own question.
 */
export function holdTalk(
  deps: HoldTalkDeps,
  { attemptId, subject, line, onOver }: { attemptId: number; subject: TalkSubject; line: TalkLine; onOver(): void },
): HeldTalk {
  const { clock, log, model, judge } = deps
  const instructions = talkInstructions(subject)
  const timers = new Map<TalkTimer, NodeJS.Timeout>()
  const steps = new Map<number, string>()
  const use = { replies: 0, inputTokens: 0, outputTokens: 0 }
  const over = Promise.withResolvers<void>()
  let state: TalkState = newTalk(subject)
  /** Turns of Cooee before this place are kept. The first words are kept with the answer that led to the talk. */
  let keptUpTo = 1
  let asking: AbortController | null = null
  let ended: TalkEnd | null = null
  let isClosed = false
  let isEndKept = false
  /** When Cooee will have said everything, in milliseconds; 0 once the provider says that it has. */
  let quietAt = 0
  /** When the last turn arrived. */
  let heardAt = 0
  let whenQuiet: (() => void) | null = null
  let queue: Promise<void> = Promise.resolve()
  let notes: Promise<void> = Promise.resolve()
  const now = () => clock.now().getTime()

  /** One thing after the other; a fault in one ends the talk. */
  const enqueue = (work: () => Promise<void> | void): void => {
    queue = queue.then(work).catch((err: unknown) => {
      log.error({ err, attemptId }, 'Talk broke off; the call goes on with its own question')
      return finish('line_lost')
    })
  }

  async function step(event: TalkEvent): Promise<void> {
    const { state: next, commands } = stepTalk(state, event)
    state = next
    for (const command of commands) await perform(command)
  }

  async function perform(command: TalkCommand): Promise<void> {
    switch (command.kind) {
      case 'say':
        if (command.text !== '') quietAt = Math.max(performance.now(), quietAt) + speakingMs(command.text)
        return line.speak(command.text, { isLast: command.isLast })
      case 'ask_model':
        return ask(command.to)
      case 'cancel_model':
        return cancel()
      case 'set_timer':
        // They have waited already while their turn was judged.
        return setTimer(
          command.name,
          command.name === 'filler' ? command.ms - (performance.now() - heardAt) : command.ms,
        )
      case 'clear_timer':
        return clearTimeout(timers.get(command.name))
      case 'raise_help':
        return written(() => judge.raiseHelp(attemptId))
      case 'note':
        return keepNote(command)
      case 'end':
        return finish(command.reason)
    }
  }

  /** Nobody waits on the phone for a note; the next one waits, since each has its place. */
  function keepNote({ to, topic, words }: Extract<TalkCommand, { kind: 'note' }>): void {
    const turnStep = steps.get(to)
    if (!turnStep) return
    notes = notes
      .then(() => judge.note(attemptId, { turnStep, topic, words }))
      .catch((err: unknown) => log.warn({ err, attemptId }, 'Note of a talk could not be saved'))
  }

  function setTimer(name: TalkTimer, ms: number): void {
    clearTimeout(timers.get(name))
    const ranOut = () => enqueue(() => step({ kind: 'timer', name, at: now() }))
    timers.set(name, setTimeout(ranOut, Math.max(0, ms)).unref())
  }

  function cancel(): void {
    asking?.abort()
    asking = null
  }

  /** The reply arrives beside everything else that happens. */
  function ask(to: number): void {
    cancel()
    const controller = new AbortController()
    asking = controller
    use.replies += 1
    const tell = (event: TalkEvent) => {
      if (!controller.signal.aborted) enqueue(() => step(event))
    }
    const onUsage = ({ inputTokens, outputTokens }: ModelUsage) => {
      use.inputTokens += inputTokens ?? 0
      use.outputTokens += outputTokens ?? 0
    }
    const request = { instructions, turns: turnsForModel(state), tools: TOOLS, signal: controller.signal, onUsage }
    void (async () => {
      try {
        for await (const part of inSentences(model.reply(request))) {
          if (part.kind === 'text') tell({ kind: 'model_sentence', to, text: part.text, at: now() })
          else tell({ kind: 'model_tool', to, tool: part.tool, at: now() })
        }
        tell({ kind: 'model_done', to, at: now() })
      } catch (err) {
        if (!controller.signal.aborted) log.warn({ reason: faultOf(err), attemptId }, 'Model of a talk failed')
        tell({ kind: 'model_failed', to, reason: faultOf(err), at: now() })
      }
    })()
  }

  async function judged(heard: TalkHeard): Promise<JudgedTurn> {
    const spoken = unkept()
    const turn = await written(() => judge.heard(attemptId, heard, spoken))
    keptUpTo = state.turns.length
    return turn
  }

  const written = <Result>(write: () => Promise<Result>): Promise<Result> =>
    writeDown(write, (err) => log.error({ err, attemptId }, 'Something heard in a talk could not be saved'))

  async function hear(heard: Pick<TalkHeard, 'keys' | 'speech'>, arrivedAt: number): Promise<void> {
    heardAt = arrivedAt
    // What comes after the talk was decided still counts for the call, and no more for the talk.
    const { turnStep, endsTalk, isAnswered } = await judged({
      ...heard,
      together: unansweredWords(state.turns, heard.speech, FILLER),
    })
    if (turnStep !== null && heard.keys === '') steps.set(state.turns.length, turnStep)
    const judgement = { endsTalk, isAnswered }
    if (ended !== null && endsTalk) whenQuiet?.()
    if (heard.keys === '') await step({ kind: 'said', words: heard.speech, judged: judgement, at: now() })
    else await step({ kind: 'pressed', key: heard.keys, judged: judgement, at: now() })
  }

  function enqueueHeard(heard: { keys: string; speech: string }): void {
    const arrivedAt = performance.now()
    enqueue(() => hear(heard, arrivedAt))
  }

  /** What Cooee has said since the person's last turn. */
  const unkept = (): SpokenTurn[] =>
    state.turns
      .slice(keptUpTo)
      .flatMap(({ by, text, at }) =>
        by === 'cooee' && text.trim() !== '' ? [{ text: text.trim(), at: new Date(at) }] : [],
      )

  async function finish(reason: TalkEnd): Promise<void> {
    if (ended !== null) return
    ended = reason
    stopTimers()
    cancel()
    // Nothing more is to be said, or nobody hears it.
    const isAtOnce = reason === 'person' || reason === 'line_lost' || reason === 'switched_off' || isClosed
    if (isAtOnce) return giveBack()
    // What they press meanwhile still counts, so nothing waits for that.
    void untilQuiet().then(() => enqueue(giveBack))
  }

  /** The end is written down first, unless that takes long: the call goes on within half a second. */
  async function giveBack(): Promise<void> {
    await Promise.race([keepEnd(), new Promise((resolve) => setTimeout(resolve, WRITTEN_WITHIN_MS))])
    line.handBack()
  }

  async function keepEnd(): Promise<void> {
    if (isEndKept) return
    isEndKept = true
    const spoken = unkept()
    keptUpTo = state.turns.length
    await judge
      .end(attemptId, { reason: ended ?? 'line_lost', spoken, use: { ...use, fillers: state.fillers } })
      .catch((err: unknown) => log.error({ err, attemptId }, 'End of a talk could not be saved; the call saves it'))
  }

  /** Until Cooee has said its last words, as far as that is reported. */
  function untilQuiet(): Promise<void> {
    const waitMs = quietAt + LAST_WORDS_MS - performance.now()
    if (quietAt === 0 || waitMs <= 0) return Promise.resolve()
    const quiet = Promise.withResolvers<void>()
    const timer = setTimeout(quiet.resolve, waitMs)
    whenQuiet = quiet.resolve
    return quiet.promise.finally(() => clearTimeout(timer))
  }

  function stopTimers(): void {
    for (const timer of timers.values()) clearTimeout(timer)
    clearInterval(checking)
  }

  let isChecking = false
  const checking = setInterval(() => {
    if (isChecking) return
    isChecking = true
    judge
      .mayGoOn(attemptId)
      .then((mayGoOn) => {
        if (!mayGoOn) enqueue(() => finish('switched_off'))
      })
      // The next look is a second away.
      .catch(() => {})
      .finally(() => {
        isChecking = false
      })
  }, CHECK_EVERY_MS).unref()

  model.prepare()
  enqueue(() => step({ kind: 'opened', at: now() }))
  return {
    over: over.promise,
    endBy: (reason) => {
      whenQuiet?.()
      enqueue(() => finish(reason))
      return queue
    },
    listener: {
      said: (words) => enqueueHeard({ keys: '', speech: words }),
      pressed: (key) => enqueueHeard({ keys: key, speech: '' }),
      interrupted: (heard) => enqueue(() => step({ kind: 'interrupted', heard, at: now() })),
      speaking(isSpeaking) {
        if (!isSpeaking) {
          quietAt = 0
          whenQuiet?.()
        }
        enqueue(() => step({ kind: 'speaking', isSpeaking, at: now() }))
      },
      theySpeak: (isSpeaking) => enqueue(() => step({ kind: 'they_speak', isSpeaking, at: now() })),
      unusable: (reason) => enqueue(() => step({ kind: 'lost', reason, at: now() })),
      closed({ isOrderly }) {
        isClosed = true
        whenQuiet?.()
        enqueue(async () => {
          // Nobody asked for that end: the person has hung up, or the line was cut.
          ended ??= isOrderly ? 'person' : 'line_lost'
          stopTimers()
          cancel()
          await keepEnd()
          over.resolve()
          onOver()
        })
      },
    },
  }
}

const speakingMs = (text: string): number => (text.length / SPOKEN_CHARACTERS_A_SECOND) * 1000
