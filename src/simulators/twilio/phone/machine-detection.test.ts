import { describe, expect, test } from 'vitest'
import { talk } from '#test/phone-simulator/talk.ts'
import { type Act, beeps, type Detection, hangsUp, pauses, repeats, says, whistles } from './phone-script.ts'

const LONG = '<Pause length="60"/>'

async function verdicts(acts: Act[], detection: Detection = {}) {
  const { call, customer } = await talk({ acts, detection }, LONG, {
    create: (url) => ({
      machineDetection: 'DetectMessageEnd',
      asyncAmd: 'true',
      asyncAmdStatusCallback: `${url}/detected`,
      statusCallback: `${url}/status`,
    }),
  })
  const told = customer.at('/detected')
  return {
    values: told.map(({ params }) => params.AnsweredBy),
    seconds: told.map(({ params }) => Math.round(Number(params.MachineDetectionDuration) / 100) / 10),
    answeredBy: call.answeredBy,
  }
}

describe("machine detection follows the provider's documentation", () => {
  test.each<[string, Act[], string]>([
    ['a short word and a pause is a person', [pauses(0.5), says('Hello?', 0.8)], 'human'],
    [
      'a person who says who they are and asks who is calling is a machine, once they stop',
      [says('Hello, this is Margaret Hartley speaking, who is calling please', 5)],
      'machine_end_silence',
    ],
    ['a greeting with a beep', [says('word '.repeat(12), 4), pauses(0.6), beeps], 'machine_end_beep'],
    ['"Hi.", a pause, and then the greeting is a person', [says('Hi.', 0.4), pauses(1.4), says('words', 5)], 'human'],
    [
      'a greeting in pieces',
      [says('Hi.', 1), pauses(0.5), says('words', 1), pauses(0.5), says('words', 2)],
      'machine_end_silence',
    ],
    ['nobody speaks', [], 'unknown'],
    ['a television that never stops', [repeats([says('and now the weather')])], 'machine_end_other'],
    ['a fax', [pauses(1), whistles], 'fax'],
  ])('%s', async (_what, acts, verdict) => {
    expect((await verdicts(acts)).values).toEqual([verdict])
  })

  test('a machine is only known as one when its greeting has ended', async () => {
    const greeting = [says('word '.repeat(30), 12), pauses(0.5), beeps]
    expect((await verdicts(greeting)).seconds).toEqual([12.5])
  })

  test('a talk that is over before anything was decided leaves it unknown', async () => {
    expect(await verdicts([pauses(1), hangsUp])).toMatchObject({ values: ['unknown'], answeredBy: 'unknown' })
  })
})

describe('by the script it errs', () => {
  const hello = [pauses(0.3), says('Hello?')]
  test('wrong', async () => {
    expect((await verdicts(hello, { verdict: 'machine_end_silence', at: 4 })).values).toEqual(['machine_end_silence'])
  })
  test('late', async () => {
    const [right, late] = [await verdicts(hello), await verdicts(hello, { lateSeconds: 10 })]
    expect(late.values).toEqual(['human'])
    expect((late.seconds[0] ?? 0) - (right.seconds[0] ?? 0)).toBeCloseTo(10)
  })
  test('double', async () => {
    expect((await verdicts(hello, { times: 2 })).values).toEqual(['human', 'human'])
  })
  test('missing', async () => {
    expect(await verdicts(hello, { times: 0 })).toMatchObject({ values: [], answeredBy: null })
  })
})
