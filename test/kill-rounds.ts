import { appendFileSync } from 'node:fs'

/**
 * The seeds of the rounds of kills to run: those of KILL_SEEDS (`npm run soak -- --kills=20` names them), the one of KILL_SEED,
 * which repeats the moments of a round that failed, or a random one.
 */
export function killSeeds(): number[] {
  const { KILL_SEEDS, KILL_SEED } = process.env
  if (KILL_SEEDS) return KILL_SEEDS.split(',').map(Number)
  return [Number(KILL_SEED ?? Math.floor(Math.random() * 2 ** 31))]
}

/** Notes that so many kills were followed by everything a test asks for: called once it has asked it all. */
export function noteJudgedKills(count: number): void {
  if (process.env.KILL_BOOK) appendFileSync(process.env.KILL_BOOK, `${count}\n`)
}
