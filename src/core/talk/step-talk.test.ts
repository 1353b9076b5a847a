import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_WORDS, newTalk, stepTalk, type TalkState, turnsForModel } from './step-talk.ts'
import type { TalkCommand, TalkEvent, TalkTimer } from './talk-events.ts'
import type { TalkSubject } from './talk-subject.ts'

const SUBJECT: TalkSubject = {
  name: 'Margaret',
  askedBy: 'Robyn Hartley',
  callType: 'daily_check_in',
  isRecorded: true,
  isIntroduced: false,
  localHour: 9,
  topics: ['her garden'],
}
const GOES_ON = { endsTalk: false, isAnswered: false }
const ENDS = { endsTalk: true, isAnswered: true }

function run(...events: TalkEvent[]): { state: TalkState; commands: TalkCommand[] } {
  return events.reduce<{ state: TalkState; commands: TalkCommand[] }>(
    ({ state, commands }, event) => {
      const step = stepTalk(state, event)
      return { state: step.state, commands: [...commands, ...step.commands] }
    },
    { state: newTalk(SUBJECT), commands: [] },
  )
}

const spokenByModel = (commands: readonly TalkCommand[]) =>
  commands.flatMap((command) =>
    command.kind === 'say' && command.by === 'model' && command.text !== '' ? [command.text.trim()] : [],
  )
const opened: TalkEvent = { kind: 'opened', at: 0 }
const said = (words: string, judged = GOES_ON): TalkEvent => ({ kind: 'said', words, judged, at: 1 })
const sentence = (text: string, to = 1): TalkEvent => ({ kind: 'model_sentence', to, text, at: 2 })
const done = (to = 1): TalkEvent => ({ kind: 'model_done', to, at: 3 })
const timer = (name: TalkTimer): TalkEvent => ({ kind: 'timer', name, at: 4 })
const spoken = (commands: TalkCommand[]) =>
  commands.flatMap((command) => (command.kind === 'say' && command.text !== '' ? [command.text] : []))
const ending = (commands: TalkCommand[]) =>
  commands.flatMap((command) => (command.kind === 'end' ? [command.reason] : []))

describe('the first words', () => {
  const [first] = newTalk(SUBJECT).turns

  test('say that a computer speaks, for whom, that the call is recorded and written down, and the keys', () => {
    expect(first?.text).toBe(
      "Good morning Margaret. This is Cooee's computer voice, calling for Robyn. This call is recorded for your family. What you say is written down. Press 1 if all is well, 2 for help, or 9 for keys only, at any time. How are you today?",
    )
  })

  test('begin the limit of the talk', () => {
    expect(run(opened).commands).toContainEqual({ kind: 'set_timer', name: 'limit', ms: 230_000 })
  })
})

describe('a reply', () => {
  test('is asked for after a turn that is no answer to a fixed question', () => {
    const { commands } = run(opened, said('I went to the shops'))
    expect(commands).toContainEqual({ kind: 'ask_model', to: 1 })
    expect(commands).toContainEqual({ kind: 'set_timer', name: 'filler', ms: 2500 })
    expect(commands).toContainEqual({ kind: 'set_timer', name: 'fallback', ms: 6000 })
  })

  test('is spoken sentence by sentence, and is then theirs to answer', () => {
    const { commands, state } = run(opened, said('I went out'), sentence('How nice.'), sentence('Where to?'), done())
    expect(spoken(commands)).toEqual(['How nice.', ' Where to?'])
    expect(commands.filter(({ kind }) => kind === 'say').at(-1)).toMatchObject({ text: '', isLast: true })
    expect(turnsForModel(state).at(-1)).toEqual({ by: 'cooee', text: 'How nice. Where to?' })
  })

  test('ends with its first question', () => {
    const { commands } = run(opened, said('I went out'), sentence('Where to?'), sentence('With whom?'), done())
    expect(spoken(commands)).toEqual(['Where to?'])
  })

  test('is left off where it would be longer than a turn may be', () => {
    const long = `It is ${'very '.repeat(20)}nice.`
    const { commands, state } = run(opened, said('I went out'), sentence(long), sentence(long), done())
    expect(spoken(commands)).toEqual([long])
    expect(state.ended).toBeNull()
  })

  test('to an earlier turn is not spoken', () => {
    const { commands } = run(opened, said('I went'), said('to the shops'), sentence('How nice.', 1))
    expect(commands).toContainEqual({ kind: 'cancel_model' })
    expect(spoken(commands)).toEqual([])
  })

  test('asked for help after its words still raises it', () => {
    const { commands } = run(opened, said('My leg has gone funny'), sentence('Oh dear, where?'), {
      kind: 'model_tool',
      to: 1,
      tool: { name: 'ask_for_help', reason: 'leg' },
      at: 3,
    })
    expect(commands).toContainEqual({ kind: 'raise_help', reason: 'leg', to: 1 })
    expect(ending(commands)).toEqual(['person'])
  })
})

describe('a slow or broken model', () => {
  test('is covered by one filler, and then by the question of the call', () => {
    const { commands } = run(opened, said('I went out'), timer('filler'), timer('filler'), timer('fallback'))
    expect(spoken(commands)).toEqual(['One moment, please.'])
    expect(ending(commands)).toEqual(['model_failed'])
  })

  test.each([
    ['fails', { kind: 'model_failed', to: 1, reason: 'HTTP 500', at: 2 }],
    ['says nothing', { kind: 'model_done', to: 1, at: 2 }],
  ] as [string, TalkEvent][])('that %s ends the talk', (_, event) => {
    expect(ending(run(opened, said('I went out'), event).commands)).toEqual(['model_failed'])
  })

  test('that stops between two sentences is waited for two seconds after the last was spoken', () => {
    const { commands } = run(opened, said('I went out'), sentence('How nice.'), {
      kind: 'speaking',
      isSpeaking: false,
      at: 3,
    })
    expect(commands.at(-1)).toEqual({ kind: 'set_timer', name: 'fallback', ms: 2000 })
    expect(ending(run(opened, said('Out'), sentence('How nice.'), timer('fallback')).commands)).toEqual([
      'model_failed',
    ])
  })

  test('that breaks off after its question has said what it had to say', () => {
    const { state } = run(opened, said('I went out'), sentence('Where to?'), {
      kind: 'model_failed',
      to: 1,
      reason: 'cut',
      at: 3,
    })
    expect(state.ended).toBeNull()
  })
})

test('an interruption keeps what was heard and drops the reply', () => {
  const { state, commands } = run(opened, said('I went out'), sentence('How nice that you went out today.'), {
    kind: 'interrupted',
    heard: 'How nice that',
    at: 3,
  })
  expect(turnsForModel(state).at(-1)?.text).toBe('How nice that')
  expect(commands).toContainEqual({ kind: 'cancel_model' })
})

test('silence is asked about once and then ends the talk', () => {
  const { commands } = run(opened, timer('silence'), timer('silence'))
  expect(spoken(commands)).toEqual(['Are you still there? Take your time. If all is well, press 1.'])
  expect(ending(commands)).toEqual(['silence'])
})

test('the limit ends the talk in fixed words, and no reply follows', () => {
  const { commands } = run(opened, said('I went out'), timer('limit'), sentence('How nice.'))
  expect(spoken(commands)).toEqual(['That is all the time I have for a chat today.'])
  expect(ending(commands)).toEqual(['time_over'])
})

test('a turn or a key that was judged to end the talk ends it at once', () => {
  expect(ending(run(opened, said('Help', ENDS)).commands)).toEqual(['person'])
  expect(
    ending(run(opened, said('Out'), { kind: 'pressed', key: '1', judged: ENDS, at: 2 }, sentence('Nice.')).commands),
  ).toEqual(['person'])
})

test('a key that is no choice names the keys', () => {
  const { commands } = run(opened, { kind: 'pressed', key: '5', judged: GOES_ON, at: 2 })
  expect(spoken(commands)).toEqual(['Press 1 if all is well, 2 for help, or 9 for keys only, at any time.'])
})

test('a lost line ends the talk', () => {
  expect(ending(run(opened, { kind: 'lost', reason: '1006', at: 1 }).commands)).toEqual(['line_lost'])
})

test.each(['Are you real?', 'am I talking to a real person', "you're a robot aren't you", 'Is this a recording?'])(
  '"%s" is answered by the code that it is a computer',
  (words) => {
    const { commands } = run(opened, said(words))
    expect(spoken(commands)).toEqual([
      "I am a computer, not a person. I am Cooee's computer voice, calling for Robyn. What would you like to tell me?",
    ])
    expect(commands.some(({ kind }) => kind === 'ask_model')).toBe(false)
  },
)

test("a question about medicine is the doctor's, and is noted only after a yes", () => {
  const asked = run(opened, said('Should I take two of the blue tablets?'))
  expect(spoken(asked.commands)).toEqual(['That is one for your doctor or pharmacist. Shall I tell Robyn you asked?'])
  const note = {
    kind: 'note',
    topic: 'a question about health',
    words: 'Should I take two of the blue tablets?',
    to: 1,
  }
  expect(run(opened, said('Should I take two of the blue tablets?'), said('yes please')).commands).toContainEqual(note)
  expect(run(opened, said('Should I take two of the blue tablets?'), said('no')).commands).not.toContainEqual(note)
})

test('the model ends a talk in fixed words', () => {
  const { commands } = run(opened, said('bye'), { kind: 'model_tool', to: 1, tool: { name: 'end_call' }, at: 2 })
  expect(spoken(commands)).toEqual(['Thank you for talking with me.'])
  expect(ending(commands)).toEqual(['finished'])
})

test('a note rests on a turn of the person that it shares words with, or is not kept', () => {
  const note = (words: string, topic = 'garden'): TalkEvent => ({
    kind: 'model_tool',
    to: 1,
    tool: { name: 'note', topic, words },
    at: 2,
  })
  const notes = (event: TalkEvent) =>
    run(opened, said('My roses are out'), event).commands.filter(({ kind }) => kind === 'note')
  expect(notes(note('The roses are flowering'))).toHaveLength(1)
  expect(notes(note('She won the lottery'))).toHaveLength(0)
  expect(notes(note('Roses, signs of a cognitive disorder'))).toHaveLength(0)
})

describe('whatever happens, in whatever order', () => {
  const words = fc.constantFrom('I went out', 'help', 'are you real', 'should I take a pill', '', 'yes', 'no', '123456')
  const judged = fc.record({ endsTalk: fc.boolean(), isAnswered: fc.boolean() })
  const to = fc.nat({ max: 6 })
  const at = fc.constant(1)
  const text = fc.oneof(
    fc.constantFrom('How nice.', 'Where to?', 'I will ring Robyn.', 'Take two tablets.'),
    fc.string(),
  )
  const event: fc.Arbitrary<TalkEvent> = fc.oneof(
    fc.record({ kind: fc.constant('said' as const), words, judged, at }),
    fc.record({ kind: fc.constant('pressed' as const), key: fc.constantFrom('1', '2', '5'), judged, at }),
    fc.record({ kind: fc.constant('interrupted' as const), heard: fc.string(), at }),
    fc.record({ kind: fc.constant('model_sentence' as const), to, text, at }),
    fc.record({
      kind: fc.constant('model_tool' as const),
      to,
      tool: fc.constantFrom(
        { name: 'ask_for_help' as const, reason: 'x' },
        { name: 'note' as const, topic: 'x', words: 'I went out' },
        { name: 'end_call' as const },
      ),
      at,
    }),
    fc.record({ kind: fc.constant('model_done' as const), to, at }),
    fc.record({ kind: fc.constant('model_failed' as const), to, reason: fc.string(), at }),
    fc.record({
      kind: fc.constant('timer' as const),
      name: fc.constantFrom(...(['filler', 'fallback', 'silence', 'limit'] as const)),
      at,
    }),
    fc.record({ kind: fc.constant('speaking' as const), isSpeaking: fc.boolean(), at }),
    fc.record({ kind: fc.constant('lost' as const), reason: fc.string(), at }),
  )

  test('a talk ends once, says nothing afterwards, and asks no model after its end', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const { commands } = run(opened, ...events)
        const place = commands.findIndex(({ kind }) => kind === 'end')
        expect(place < 0 || place === commands.length - 1).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('no turn of the model is longer than it may be or asks twice', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        let turn = ''
        for (const command of run(opened, ...events).commands) {
          if (command.kind !== 'say' && command.kind !== 'ask_model') continue
          if (command.kind === 'ask_model' || command.by === 'fixed') turn = ''
          else turn += command.text
          expect(turn.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length).toBeLessThanOrEqual(MAX_WORDS)
          expect(turn.match(/\?+/g)?.length ?? 0).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('somebody who has spoken always has an answer coming: words, a timer or the end', () => {
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 20 }),
        words.filter((said) => said !== ''),
        (events, last) => {
          const { state } = run(opened, ...events)
          if (state.ended !== null) return
          const { commands } = stepTalk(state, { kind: 'said', words: last, judged: GOES_ON, at: 9 })
          const isAnswered = commands.some(({ kind }) => kind === 'say' || kind === 'end')
          const isTimed = commands.some((command) => command.kind === 'set_timer' && command.name === 'fallback')
          expect(isAnswered || isTimed).toBe(true)
        },
      ),
    )
  })
})

test('a promise in two sentences is as one', () => {
  const { commands } = run(opened, said('Is Robyn there?'), sentence('Robyn will.'), sentence('Come over tonight.'))
  expect(spokenByModel(commands).join(' ')).not.toContain('Come over')
})

test('a sentence that nothing bears out is left out, and the question behind it is asked', () => {
  const events = [sentence('The surgery has a bus for that.'), sentence('What did you plant?')]
  const { state, commands } = run(opened, said('I was in the garden'), ...events)
  expect(spokenByModel(commands)).toEqual(['What did you plant?'])
  expect(state.refused).toBe(0)
})

test('a reply of which nothing could be spoken is answered with "go on"', () => {
  const done: TalkEvent = { kind: 'model_done', to: 1, at: 3 }
  const { state, commands } = run(opened, said('I was in the garden'), sentence('The surgery has a bus.'), done)
  expect(spokenByModel(commands)).toEqual([])
  expect(commands).toContainEqual(expect.objectContaining({ kind: 'say', text: 'Thank you. Please go on.' }))
  expect(state.ended).toBeNull()
})
