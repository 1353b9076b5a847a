import { expect, test } from 'vitest'
import { talk } from '#test/phone-simulator/talk.ts'
import { PICK_UPS } from './behaviour.ts'

const QUESTION = '<Say>If you are all right, press 1, or just say so. If you would like help, press 2.</Say>'
const GATHER =
  '<Gather input="dtmf speech" numDigits="1" speechTimeout="auto" finishOnKey="" timeout="6" action="heard">'
/** Listens first, says who is calling, asks three times, and listens during the goodbye. */
const CALL = [
  '<Say>Hello Margaret. This is Cooee, calling for Robyn.</Say>',
  ...Array(3).fill(`${GATHER}${QUESTION}</Gather>`),
  '<Say>Goodbye.</Say>',
].join('')
const GOODBYE = `<Response>${GATHER}<Say>Thank you, Margaret. Goodbye.</Say></Gather></Response>`

/** What is heard at the first question and, where something comes, during the goodbye. */
async function heardFrom(ending: string, seed: number, verbs = CALL) {
  const { call, heard } = await talk(`+614123456${ending}`, verbs, {
    answers: { '/heard': () => ({ body: GOODBYE }) },
    options: { seed },
    create: (url) => ({
      machineDetection: 'DetectMessageEnd',
      asyncAmd: 'true',
      asyncAmdStatusCallback: `${url}/detected`,
    }),
  })
  return { call, heard, spoken: call.turns.filter(({ kind }) => kind === 'spoke').map(({ text }) => text) }
}

const SEEDS = [1, 2, 3, 4]

test.each(SEEDS)('31 says hello and, asked, presses 1 (seed %i)', async (seed) => {
  expect(await heardFrom('31', seed)).toMatchObject({ heard: ['1'], spoken: ['Hello?'] })
})

test.each(SEEDS)('32 is a voicemail: two sentences, then a beep (seed %i)', async (seed) => {
  const { call, spoken } = await heardFrom('32', seed, '<Pause length="30"/>')
  expect(spoken).toHaveLength(2)
  expect(call.turns.at(-1)?.kind).toBe('beeped')
})

test('33 asks who is calling, waits for an answer, and then it is the person', async () => {
  const patient = `<Pause length="6"/><Say>Cooee, for Margaret.</Say><Pause length="14"/>${CALL}`
  const { heard, spoken } = await heardFrom('33', 1, patient)
  expect(spoken).toEqual([
    expect.stringContaining('your name and reason'),
    expect.stringContaining('stay on'),
    'Hello?',
  ])
  expect(heard).toEqual(['1'])
})

test('33 hangs up on somebody who does not say who they are', async () => {
  const { call } = await heardFrom('33', 1, '<Pause length="60"/>')
  expect(call.turns.at(-1)?.kind).toBe('hung-up')
})

test('34 says something after each of three questions', async () => {
  const { spoken } = await heardFrom('34', 1, `<Pause length="3"/>${CALL.replaceAll('dtmf speech', 'dtmf')}`)
  expect(spoken.slice(-3).map((words) => words.split(' ').length)).toEqual([10, 6, 5])
})

test.each([
  ['35', 'two'],
  ['36', '1'],
  ['37', '#'],
])('%s answers %s', async (ending, answer) => {
  for (const seed of SEEDS) expect((await heardFrom(ending, seed, `<Pause length="9"/>${CALL}`)).heard[0]).toBe(answer)
})

test('36 is taken for a machine', async () => {
  expect((await heardFrom('36', 1, `<Pause length="12"/>`)).call.answeredBy).toBe('machine_end_silence')
})

test('38 offers its help, and then says and presses nothing', async () => {
  const { heard, spoken } = await heardFrom('38', 1)
  expect([heard, spoken]).toEqual([[], [expect.stringContaining('how can I help you')]])
})

test.each(SEEDS)('39 says that all is well and, during the goodbye, that it is not (seed %i)', async (seed) => {
  const { heard } = await heardFrom('39', seed, `<Pause length="3"/>${CALL}`)
  expect(heard.slice(0, 2)).toEqual(["I'm fine", "but I've had a fall"])
})

test('whatever is rung again greets otherwise, and detection errs otherwise, but the same seed is the same story', async () => {
  const stories = await Promise.all([1, 1, 2, 3, 4, 5, 6].map((seed) => heardFrom('10', seed)))
  const told = stories.map(({ spoken, call }) => JSON.stringify([spoken, call.answeredBy]))
  expect(told[0]).toBe(told[1])
  expect(new Set(told).size).toBeGreaterThan(2)
  expect(new Set(stories.map(({ heard }) => heard[0]))).toEqual(new Set(['1']))
})

test('seventeen kinds of pick-ups have their own numbers', () => {
  expect(PICK_UPS).toHaveLength(17)
})
