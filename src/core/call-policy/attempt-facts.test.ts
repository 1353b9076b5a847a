import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NEW_CONVERSATION } from '../conversation/conversation-state.ts'
import { type AttemptFacts, whenAnswered, whenEnded, whenLineTaken } from './attempt-facts.ts'
import { type AnsweredBy, ENDED_STATUSES, type EndedStatus, type Response } from './attempt-outcome.ts'

type Fact =
  | { kind: 'answer'; step: string; keys: string; response: Response | null }
  | { kind: 'line'; by: AnsweredBy }
  | { kind: 'end'; endedStatus: EndedStatus; answeredBy: AnsweredBy | null }

const NOTHING: AttemptFacts = {
  isOver: false,
  answeredBy: null,
  response: null,
  keys: '',
  outcome: null,
  conversation: NEW_CONVERSATION,
}

/** Takes facts one after the other; each step of the conversation is recorded once. */
function anAttempt() {
  const steps = new Set<string>()
  const attempt = { known: NOTHING, take }
  function learntFrom(fact: Fact) {
    const { known } = attempt
    switch (fact.kind) {
      case 'answer': {
        if (steps.has(fact.step)) return null
        steps.add(fact.step)
        // What words may count for is decided by the conversation, which believes none where a machine was detected.
        const isMachineTalking = fact.keys === '' && known.answeredBy === 'machine'
        const isAnsweredInWords = fact.response === null ? known.conversation.isAnsweredInWords : fact.keys === ''
        const conversation = { ...known.conversation, isAnsweredInWords }
        return whenAnswered(
          known,
          isMachineTalking ? { ...fact, response: null, conversation: known.conversation } : { ...fact, conversation },
        )
      }
      case 'line':
        return whenLineTaken(known, fact.by)
      case 'end': {
        const changes = whenEnded(known, fact)
        return changes && { ...changes, isOver: true }
      }
    }
  }
  function take(fact: Fact): AttemptFacts {
    attempt.known = { ...attempt.known, ...learntFrom(fact) }
    return attempt.known
  }
  return attempt
}

function after(history: readonly Fact[]): AttemptFacts {
  const attempt = anAttempt()
  for (const fact of history) attempt.take(fact)
  return attempt.known
}

const answeredBy = fc.constantFrom<AnsweredBy>('human', 'machine', 'fax', 'unknown')
const unclear: fc.Arbitrary<Fact[]> = fc.constantFrom<Fact[]>(
  [],
  [{ kind: 'answer', step: 'first', keys: '', response: null }],
)
const proof: fc.Arbitrary<Fact[]> = fc
  .constantFrom<Response>('acknowledged', 'help')
  .map((response) => [{ kind: 'answer', step: 'second', keys: '1', response }])
const verdict: fc.Arbitrary<Fact[]> = fc.option(answeredBy).map((by) => (by ? [{ kind: 'line', by }] : []))
const picked: fc.Arbitrary<Fact[]> = fc
  .option(answeredBy.filter((by) => by !== 'fax'))
  .map((by) => [{ kind: 'end', endedStatus: 'completed', answeredBy: by }])
const rangOut: fc.Arbitrary<Fact[]> = fc
  .constantFrom(...ENDED_STATUSES.filter((status) => status !== 'completed'))
  .map((endedStatus) => [{ kind: 'end', endedStatus, answeredBy: null }])

/** What happens in a call, in its order, and the same as callbacks report it: in any order, each once to three times. */
const told = (...parts: fc.Arbitrary<Fact[]>[]) =>
  fc
    .tuple(...parts)
    .map((facts) => facts.flat())
    .chain((orderly) => {
      const often = orderly.flatMap((fact) => [fact, fact, fact])
      const histories = fc
        .shuffledSubarray(often, { minLength: orderly.length })
        .filter((history) => orderly.every((fact) => history.includes(fact)))
      return fc.record({ orderly: fc.constant(orderly), history: histories })
    })

test('a person who has pressed a key was reached, in whatever order and however often the callbacks come', () => {
  fc.assert(
    fc.property(told(unclear, proof, verdict, picked), ({ orderly, history }) => {
      const [inOrder, known] = [after(orderly), after(history)]
      expect(inOrder.outcome).toBe(inOrder.response)
      expect(known).toEqual({ ...inOrder, answeredBy: 'human' })
    }),
    { numRuns: 10_000 },
  )
})

test('words of somebody who is no machine count, in whatever order the callbacks come', () => {
  const said: fc.Arbitrary<Fact[]> = fc
    .constantFrom<Response>('acknowledged', 'help')
    .map((response) => [{ kind: 'answer', step: 'first', keys: '', response }])
  const person = fc.constantFrom<Fact[]>([], [{ kind: 'line', by: 'human' }], [{ kind: 'line', by: 'unknown' }])
  const end = fc.constant<Fact[]>([{ kind: 'end', endedStatus: 'completed', answeredBy: null }])
  fc.assert(
    fc.property(told(said, person, end), ({ orderly, history }) => {
      expect(after(history).outcome).toBe(after(orderly).outcome)
      expect(after(history).outcome).toBe(after(history).response)
    }),
    { numRuns: 10_000 },
  )
})

test('a call that nobody answers ends in one way, in whatever order and however often the callbacks come', () => {
  fc.assert(
    fc.property(told(rangOut), ({ orderly, history }) => {
      expect(after(history)).toEqual(after(orderly))
    }),
    { numRuns: 1_000 },
  )
})

test('a machine makes it a voicemail, whether it is detected before the end or after', () => {
  const machine = fc.constant<Fact[]>([{ kind: 'line', by: 'machine' }])
  const end = fc.constant<Fact[]>([{ kind: 'end', endedStatus: 'completed', answeredBy: null }])
  fc.assert(
    fc.property(told(unclear, machine, end), ({ orderly, history }) => {
      expect(after(history)).toEqual(after(orderly))
      expect(after(history).outcome).toBe('machine')
    }),
    { numRuns: 10_000 },
  )
})

test('an attempt that is over changes no more, but by the proof of a person or a machine that explains what was heard', () => {
  const answer = fc.record({
    kind: fc.constant('answer' as const),
    step: fc.constantFrom('first', 'second'),
    keys: fc.constantFrom('', '1', '2', '9'),
    response: fc.option(fc.constantFrom<Response>('acknowledged', 'help', 'not_yet')),
  })
  const line = fc.record({ kind: fc.constant('line' as const), by: answeredBy })
  const end = fc.record({
    kind: fc.constant('end' as const),
    endedStatus: fc.constantFrom(...ENDED_STATUSES),
    answeredBy: fc.option(answeredBy),
  })
  fc.assert(
    fc.property(fc.array(fc.oneof(answer, line, end), { maxLength: 12 }), (history) => {
      const attempt = anAttempt()
      for (const fact of history) {
        const before = attempt.known
        const now = attempt.take(fact)
        expect(now.isOver || !before.isOver).toBe(true)
        if (!before.isOver || now.outcome === before.outcome) continue
        const wasInWords = before.outcome === 'help' && before.conversation.isAnsweredInWords
        const isOpen = before.outcome === 'no_response' || wasInWords
        const explains = fact.kind === 'line' && isOpen && now.outcome === 'machine'
        const proves = fact.kind === 'answer' && now.outcome === fact.response
        expect(explains || proves).toBe(true)
      }
    }),
    { numRuns: 10_000 },
  )
})
