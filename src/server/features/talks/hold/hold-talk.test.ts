import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ModelPart } from '#server/adapters/talk-model/talk-model.ts'
import { createLogger } from '#server/platform/health/logger.ts'
import { type HoldTalkDeps, holdTalk } from './hold-talk.ts'
import type { TalkJudge } from './talk-judge.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const GOES_ON = { endsTalk: false, isAnswered: false, turnStep: 'answer talk 1 1' }
const AWAY = new Error('The database is away')

/** A talk of which everything that happens is kept; `parts` are the model's, and null where it says nothing at all. */
function aTalk({
  parts = null,
  fault = null,
  log = pino({ level: 'silent' }),
  ...judgement
}: Partial<TalkJudge> & { parts?: ModelPart[] | null; fault?: Error | null; log?: HoldTalkDeps['log'] } = {}) {
  const happened: string[] = []
  const judge: TalkJudge = {
    open: async () => null,
    heard: async () => GOES_ON,
    raiseHelp: async () => {},
    note: async () => {},
    mayGoOn: async () => true,
    end: async () => {},
    ...judgement,
  }
  const prepare = vi.fn()
  const model: HoldTalkDeps['model'] = {
    prepare,
    async *reply() {
      if (fault) throw fault
      if (parts === null) await new Promise(() => {})
      yield* parts ?? []
    },
  }
  const { listener } = holdTalk(
    { clock: { now: () => new Date() }, log, model, judge },
    {
      attemptId: 1,
      subject: {
        ...{ name: 'Margaret', askedBy: 'Robyn', callType: 'daily_check_in', isRecorded: false },
        ...{ localHour: 9, topics: [], isIntroduced: false },
      },
      line: {
        speak: (words) => void (words !== '' && happened.push(words)),
        handBack: () => void happened.push('handed back'),
      },
      onOver() {},
    },
  )
  return { listener, happened, prepare }
}

test('a request for help that a model heard is written down once the database is back', async () => {
  const raiseHelp = vi.fn<TalkJudge['raiseHelp']>().mockRejectedValueOnce(AWAY).mockResolvedValue()
  const { listener, happened } = aTalk({
    raiseHelp,
    parts: [{ kind: 'tool', tool: { name: 'ask_for_help', reason: 'on the floor' } }],
  })
  listener.said('I am sitting where the cat sleeps')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(raiseHelp).toHaveBeenCalledTimes(2)
  expect(happened).toEqual(['handed back'])
})

test('what was said while the database was away is judged after the call has gone on', async () => {
  const heard = vi.fn<TalkJudge['heard']>().mockRejectedValue(AWAY)
  const { listener, happened } = aTalk({ heard })
  listener.said("I've fallen and I need help")
  await vi.advanceTimersByTimeAsync(2_900)
  expect(happened).toEqual(['handed back'])
  const judged = vi.fn()
  heard.mockImplementation(async (...turn) => {
    judged(turn[1])
    return GOES_ON
  })
  listener.closed({ isOrderly: true })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(judged).toHaveBeenCalledExactlyOnceWith({
    ...{ keys: '', speech: "I've fallen and I need help" },
    together: null,
  })
})

test('a database that does not answer leaves nobody in silence', async () => {
  const { listener, happened } = aTalk({ heard: () => new Promise(() => {}), end: () => new Promise(() => {}) })
  listener.pressed('2')
  await vi.advanceTimersByTimeAsync(2_900)
  expect(happened).toEqual(['handed back'])
})

test('the model is loaded while the first words are spoken', async () => {
  const { happened, prepare } = aTalk()
  expect(prepare).toHaveBeenCalledOnce()
  expect(happened).toEqual([])
})

test('who has heard everything is not kept waiting when the model fails', async () => {
  const { listener, happened } = aTalk()
  listener.said('the garden')
  await vi.advanceTimersByTimeAsync(2_600)
  listener.speaking(true)
  await vi.advanceTimersByTimeAsync(1_400)
  listener.speaking(false)
  await vi.advanceTimersByTimeAsync(2_100)
  expect(happened).toEqual(['One moment, please.', 'handed back'])
})

test('what was said is waited for no longer than it takes', async () => {
  const { listener, happened } = aTalk()
  listener.said('the garden')
  await vi.advanceTimersByTimeAsync(7_500)
  expect(happened).toEqual(['One moment, please.', 'handed back'])
})

test('a slow judgement does not make the filler late', async () => {
  const heard = () => new Promise<typeof GOES_ON>((resolve) => setTimeout(() => resolve(GOES_ON), 1_900))
  const { listener, happened } = aTalk({ heard })
  listener.said('the garden')
  await vi.advanceTimersByTimeAsync(2_600)
  expect(happened).toEqual(['One moment, please.'])
})

test('nothing that was said is in the log of a model that failed', async () => {
  const lines: string[] = []
  const log = createLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } })
  const { listener } = aTalk({ log, fault: new TypeError('JSON parsing failed: Text: her marmalade') })
  listener.said('the marmalade')
  await vi.advanceTimersByTimeAsync(100)
  expect(lines.join()).toContain('Model of a talk failed')
  expect(lines.join()).not.toContain('marmalade')
})

test('a note that is not written down keeps nobody waiting for the reply', async () => {
  const { listener, happened } = aTalk({
    note: () => new Promise(() => {}),
    parts: [
      { kind: 'tool', tool: { name: 'note', topic: 'garden', words: 'The roses are out' } },
      { kind: 'text', text: 'How lovely.' },
    ],
  })
  listener.said('The roses are out')
  await vi.advanceTimersByTimeAsync(100)
  expect(happened).toEqual(['How lovely.'])
})

test('a note that cannot be written down leaves the talk as it is', async () => {
  const { listener, happened } = aTalk({
    note: () => Promise.reject(AWAY),
    parts: [{ kind: 'tool', tool: { name: 'note', topic: 'garden', words: 'The roses are out' } }],
  })
  listener.said('The roses are out')
  await vi.advanceTimersByTimeAsync(100)
  expect(happened).toEqual(['Thank you. Please go on.'])
})

test('who tells a long story is not asked whether they are there, and a noise without an end is no story', async () => {
  const { listener, happened } = aTalk()
  listener.speaking(true)
  listener.speaking(false)
  await vi.advanceTimersByTimeAsync(5_000)
  listener.theySpeak(true)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(happened).toEqual([])
  listener.theySpeak(false)
  await vi.advanceTimersByTimeAsync(8_000)
  expect(happened).toEqual([])
  listener.theySpeak(true)
  await vi.advanceTimersByTimeAsync(61_000)
  expect(happened).toEqual(['Are you still there? Take your time. If all is well, press 1.'])
})

test('a look whether a talk may go on is not begun before the last has ended', async () => {
  const mayGoOn = vi.fn<TalkJudge['mayGoOn']>(() => new Promise(() => {}))
  aTalk({ mayGoOn })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(mayGoOn).toHaveBeenCalledOnce()
})

test('notes are written down one after the other', async () => {
  const writing = Promise.withResolvers<void>()
  const note = vi.fn<TalkJudge['note']>().mockReturnValueOnce(writing.promise).mockResolvedValue()
  const tool = { name: 'note', topic: 'garden', words: 'The roses are out' } as const
  const { listener } = aTalk({
    note,
    parts: [
      { kind: 'tool', tool },
      { kind: 'tool', tool: { ...tool, topic: 'roses' } },
    ],
  })
  listener.said('The roses are out')
  await vi.advanceTimersByTimeAsync(100)
  expect(note).toHaveBeenCalledOnce()
  writing.resolve()
  await vi.advanceTimersByTimeAsync(100)
  expect(note).toHaveBeenCalledTimes(2)
})
