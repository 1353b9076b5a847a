import { expect, test } from 'vitest'
import { type ChosenVoice, familiarVoice } from './choose-voice.ts'
import { voiceLinks } from './voice-links.ts'

const chosen = (part: ChosenVoice['part'], isFetched: boolean): ChosenVoice => ({
  ...{ part, recordingId: 4, durationMs: 6_500, firstName: 'Robyn', chosenAt: 0, isNamed: isFetched, isFetched },
})
const secondsOf = (one: ChosenVoice) =>
  familiarVoice([one], { dialId: 3, publicUrl: 'https://cooee.test', voices: voiceLinks(Buffer.alloc(32)) })?.[one.part]
    ?.seconds

test.each([false, true])(
  'a recorded question takes its time before words count as its answer; fetched by the provider: %s',
  (isFetched) => {
    expect(secondsOf(chosen('question', isFetched))).toBe(6.5)
  },
)

test('a recorded greeting takes no time before the provider has fetched it', () => {
  expect(secondsOf(chosen('greeting', false))).toBe(0)
  expect(secondsOf(chosen('greeting', true))).toBe(6.5)
})
