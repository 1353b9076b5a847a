import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Figures } from './measured-process.ts'
import { PIECES } from './pieces.ts'
import type { Cluster } from './throw-away-cluster.ts'

export interface Judged {
  piece: string
  work: string
  /** Without it divided by with it, the mean of all rounds: 1.1 is what a piece has to give. */
  processor: number
  statements: number
  wall: number
  lateness: number
  /** The smallest and the largest ratio of processor time among the rounds. */
  spread: readonly [number, number]
}

/**
 * Measures the product without each piece between two measurements of the whole, each in a process of its own, as often as
 * there are rounds: the machine is not equally busy all the time.
 */
export async function judgePieces(
  cluster: Cluster,
  { rounds, calls, only }: { rounds: number; calls: number; only: string | undefined },
): Promise<Judged[]> {
  const chosen = Object.entries(PIECES).filter(([name]) => name.includes(only ?? ''))
  const judged: Judged[] = []
  for (const work of ['calls', 'reads'] as const) {
    const ratios = new Map(
      chosen.flatMap(([piece, { works }]): [string, Ratios[]][] => (works.includes(work) ? [[piece, []]] : [])),
    )
    const measured = (piece: string) => measure(cluster, piece, [work, String(calls)])
    let whole = await measured('none')
    for (let round = 0; round < rounds; round++) {
      for (const [piece, own] of ratios) {
        const without = await measured(piece)
        const after = await measured('none')
        own.push(ratiosOf(without, [whole, after]))
        whole = after
      }
    }
    for (const [piece, own] of ratios) judged.push({ piece, work, ...summaryOf(own) })
  }
  return judged
}

function summaryOf(ratios: readonly Ratios[]): Omit<Judged, 'piece' | 'work'> {
  const processor = ratios.map((ratio) => ratio.processorMs)
  return {
    processor: mean(processor),
    statements: mean(ratios.map((ratio) => ratio.statements)),
    wall: mean(ratios.map((ratio) => ratio.wallMs)),
    lateness: mean(ratios.map((ratio) => ratio.latenessMs)),
    spread: [Math.min(...processor), Math.max(...processor)],
  }
}

async function measure(cluster: Cluster, piece: string, scenario: readonly string[]): Promise<Figures> {
  const child = fork(
    join(import.meta.dirname, 'measured-process.ts'),
    [piece, await cluster.newDatabase(), ...scenario],
    {
      execArgv: ['--disable-warning=ExperimentalWarning', `--import=${join(import.meta.dirname, 'without-piece.ts')}`],
    },
  )
  const exited = once(child, 'exit')
  const ended = exited.then(() => Promise.reject(new Error(`The measurement without ${piece} has failed`)))
  const [figures] = await Promise.race([once(child, 'message'), ended])
  await exited
  return figures as Figures
}

type Ratios = Record<keyof Figures, number>

function ratiosOf(without: Figures, wholes: readonly [Figures, Figures]): Ratios {
  const of = (figure: keyof Figures) => Number(without[figure]) / mean(wholes.map((whole) => Number(whole[figure])))
  return {
    processorMs: of('processorMs'),
    statements: of('statements'),
    wallMs: of('wallMs'),
    latenessMs: of('latenessMs'),
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
