import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FALLBACK_MS, FILLER_MS, newTalk, stepTalk } from './step-talk.ts'
import type { TalkCommand, TalkEvent, TalkTimer } from './talk-events.ts'

/** The promise: nobody hears nothing for longer than this while it is our turn. */
const LONGEST_SILENCE_MS = 3_000

/** Something that a model does, so long after what it did before. */
type ModelAct = { afterMs: number } & ({ does: 'says'; words: string } | { does: 'notes' | 'finishes' | 'fails' })

interface PersonTurn {
  words: string
  /** They speak into what Cooee says, so long after it has begun. */
  interruptsAfterMs: number | null
  reply: readonly ModelAct[]
}

/** What the person hears: when our words begin. `words` is null when the talk ends and the call asks its own question. */
type Heard = { atMs: number; words: string | null }

/** A line on which words take time and the provider says when Cooee speaks. Returns our silences, and what was heard since the first turn. */
function hold(turns: readonly PersonTurn[], charactersASecond: number) {
  let state = newTalk({
    ...{ name: 'Margaret', askedBy: 'Robyn', callType: 'daily_check_in', isRecorded: false, localHour: 9 },
    ...{ isIntroduced: false },
    topics: [],
  })
  let now = 0
  let spokenUntil = 0
  let quietSince: number | null = null
  const timers = new Map<TalkTimer, number>()
  let model: { at: number; to: number; act: ModelAct }[] = []
  const silences: number[] = []
  const heard: Heard[] = []
  let reply: readonly ModelAct[] = []

  const isOurTurn = () => state.reply !== null && !state.reply.isFull
  const endSilence = () => {
    if (quietSince !== null) silences.push(now - quietSince)
    quietSince = null
  }
  function feed(event: TalkEvent): void {
    const step = stepTalk(state, event)
    state = step.state
    for (const command of step.commands) perform(command)
  }
  function perform(command: TalkCommand): void {
    switch (command.kind) {
      case 'say': {
        if (command.text === '') return
        endSilence()
        heard.push({ atMs: now, words: command.text.trim() })
        const isSilent = spokenUntil <= now
        spokenUntil = Math.max(now, spokenUntil) + (command.text.length / charactersASecond) * 1000
        if (isSilent) feed({ kind: 'speaking', isSpeaking: true, at: now })
        return
      }
      case 'ask_model': {
        let at = now
        model = reply.map((act) => {
          at += act.afterMs
          return { at, to: command.to, act }
        })
        return
      }
      case 'cancel_model':
        model = []
        return
      case 'set_timer':
        timers.set(command.name, now + command.ms)
        return
      case 'clear_timer':
        timers.delete(command.name)
        return
      case 'end':
        endSilence()
        heard.push({ atMs: now, words: null })
        return
      case 'raise_help':
      case 'note':
    }
  }

  /** The next thing that happens by itself before `until`; false where none does. */
  function happen(until: number): boolean {
    const timer = [...timers].toSorted(([, one], [, other]) => one - other)[0]
    const [act] = model
    const stops = spokenUntil > now ? spokenUntil : Number.POSITIVE_INFINITY
    const at = Math.min(timer?.[1] ?? Number.POSITIVE_INFINITY, act?.at ?? Number.POSITIVE_INFINITY, stops)
    if (at > until || !Number.isFinite(at)) return false
    now = at
    if (stops === at) {
      if (isOurTurn()) quietSince = now
      feed({ kind: 'speaking', isSpeaking: false, at })
    } else if (act?.at === at) {
      model = model.slice(1)
      feed(eventOf(act, at))
      if (!isOurTurn() && spokenUntil <= now) quietSince = null
    } else if (timer) {
      timers.delete(timer[0])
      feed({ kind: 'timer', name: timer[0], at })
    }
    return true
  }

  feed({ kind: 'opened', at: 0 })
  for (const turn of turns) {
    const interruptsAt = turn.interruptsAfterMs === null ? null : now + turn.interruptsAfterMs
    while (state.ended === null && (isOurTurn() || spokenUntil > now)) {
      if (!happen(interruptsAt ?? Number.POSITIVE_INFINITY)) break
    }
    if (state.ended !== null) break
    if (interruptsAt !== null && spokenUntil > interruptsAt) {
      now = interruptsAt
      spokenUntil = now
      feed({ kind: 'interrupted', heard: '', at: now })
    }
    quietSince = now
    reply = turn.reply
    feed({ kind: 'said', words: turn.words, judged: { endsTalk: false, isAnswered: false }, at: now })
  }
  while (state.ended === null && happen(Number.POSITIVE_INFINITY)) {}
  return { silences, heard, isSilentStill: quietSince !== null, ended: state.ended }
}

function eventOf({ to, act }: { to: number; act: ModelAct }, at: number): TalkEvent {
  switch (act.does) {
    case 'says':
      return { kind: 'model_sentence', to, text: act.words, at }
    case 'notes':
      return { kind: 'model_tool', to, tool: { name: 'note', topic: 'garden', words: 'The roses are out' }, at }
    case 'finishes':
      return { kind: 'model_done', to, at }
    case 'fails':
      return { kind: 'model_failed', to, reason: 'broken off', at }
  }
}

const afterMs = fc.integer({ min: 0, max: 9_000 })
const sentences = [
  'How nice.',
  'What is out in the garden?',
  'You should take two tablets.',
  'I will ring your daughter.',
]
const modelActs: fc.Arbitrary<ModelAct> = fc.oneof(
  fc.record({ afterMs, does: fc.constant('says' as const), words: fc.constantFrom(...sentences) }),
  fc.record({ afterMs, does: fc.constantFrom('notes' as const, 'finishes' as const, 'fails' as const) }),
)
const personTurns: fc.Arbitrary<PersonTurn> = fc.record({
  words: fc.constantFrom('The roses are out', 'Are you a real person?', 'How many tablets may I take?', 'yes', 'no'),
  interruptsAfterMs: fc.option(fc.integer({ min: 0, max: 6_000 })),
  reply: fc.array(modelActs, { maxLength: 5 }),
})

test('nobody hears silence of more than three seconds from our side, whatever the model does and when', () => {
  fc.assert(
    fc.property(
      fc.array(personTurns, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 10, max: 22 }),
      (turns, charactersASecond) => {
        const { silences, isSilentStill } = hold(turns, charactersASecond)
        expect(Math.max(0, ...silences)).toBeLessThanOrEqual(LONGEST_SILENCE_MS)
        expect(isSilentStill).toBe(false)
      },
    ),
    { numRuns: 500 },
  )
})

test('a model that says nothing is covered by one filler, and then the call asks its own question', () => {
  const { heard, ended } = hold([{ words: 'The roses are out', interruptsAfterMs: 0, reply: [] }], 15)
  expect(heard).toEqual([
    { atMs: FILLER_MS, words: 'One moment, please.' },
    { atMs: FALLBACK_MS, words: null },
  ])
  expect([FILLER_MS, FALLBACK_MS, ended]).toEqual([2500, 6000, 'model_failed'])
})
