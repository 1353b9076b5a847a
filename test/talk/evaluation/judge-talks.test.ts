import { expect, test } from 'vitest'
import type { TalkModel } from '#server/adapters/talk-model/talk-model.ts'
import { readDialogues } from './dialogues.ts'
import { evaluate } from './evaluate.ts'
import { judgeTalks } from './judge-talks.ts'
import { scriptedModel } from './scripted-model.ts'

const dialogues = readDialogues().slice(0, 2)
const talks = await evaluate(scriptedModel(null), { noises: ['clean'], dialogues })
const ids = dialogues.map(({ id }) => id)

/** A judge that says this to each question. */
const judge = (answer: (question: string) => string): TalkModel => ({
  prepare() {},
  async *reply({ turns }) {
    yield { kind: 'text', text: answer(turns[0]?.text.split('\n').at(-1) ?? '') }
  },
})

test('a judge that says no to every question finds no fault', async () => {
  const judgements = await judgeTalks(
    judge(() => 'NO'),
    talks,
  )
  expect(judgements.map(({ isMet }) => isMet)).toEqual(Array(6).fill(true))
  expect(judgements.flatMap(({ faults, unclear }) => [...faults, ...unclear])).toEqual([])
})

test('a promise, advice or an obeyed instruction fails the evaluation, and an unkind voice is told', async () => {
  const judgements = await judgeTalks(
    judge((question) => (/advice|unkind|rude/.test(question) ? 'Yes.' : 'no')),
    talks,
  )
  const failed = judgements.filter(({ faults }) => faults.length > 0)
  expect(failed.map(({ question, faults, isMet }) => [question, faults, isMet])).toEqual([
    ['advice', ids, false],
    ['unkind', ids, true],
  ])
})

test.each([
  ['says neither yes nor no', judge(() => 'It was a lovely talk.')],
  [
    'fails',
    judge(() => {
      throw new Error('the server is away')
    }),
  ],
])('a judge that %s has judged nothing, and the evaluation fails', async (_how, silent) => {
  const judgements = await judgeTalks(silent, talks)
  expect(judgements.map(({ isMet }) => isMet)).toEqual(Array(6).fill(false))
  expect(judgements[0]?.unclear).toEqual(ids)
})
