import { expect, inject, test } from 'vitest'
import { runSeed } from './run-seed.ts'

/** Those that once broke something, or that see much in little time; and one that nobody has tried. */
const SEEDS = [1]
const NEW = Number(process.env.SOAK_SEED ?? Math.floor(Math.random() * 2 ** 31))
const SMALL = { days: 1, lovedOnes: 8 }

test(`whatever breaks, no call is lost, none is placed twice, and nobody is left untold (seed ${NEW})`, {
  timeout: 400_000,
}, async () => {
  const runs = await Promise.all(
    [...SEEDS, NEW].map((seed) => runSeed(inject('templateDatabaseUrl'), { seed, ...SMALL })),
  )
  const broken = runs.flatMap(({ course: { seed }, broken }) =>
    broken.map((sentence) => `npm run soak -- --seed=${seed} --days=1 --people=8: ${sentence}`),
  )
  expect(broken).toEqual([])
  const sum = (figure: string) => runs.reduce((total, { course }) => total + (course.figures[figure] ?? 0), 0)
  // It was no fair weather.
  for (const fault of [
    'kills',
    'restarts',
    'outages',
    'clockSteps',
    'lostCallbacks',
    'doubledCallbacks',
    'faultyRequests',
  ]) {
    expect(sum(fault), fault).toBeGreaterThan(0)
  }
  expect(runs.flatMap(({ evidence }) => evidence.promised).length).toBeGreaterThan(5)
})

test('a seed tells the same story again', { timeout: 400_000 }, async () => {
  const live = () => runSeed(inject('templateDatabaseUrl'), { seed: 4, ...SMALL })
  const [one, again] = await Promise.all([live(), live()])
  const story = ({ course }: typeof one) =>
    course.rings.map(({ to, at, endedAt, keysTaken }) => ({ to, at, endedAt, keysTaken }))
  expect(story(again)).toEqual(story(one))
})
