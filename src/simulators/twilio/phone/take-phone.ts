import type { Line } from '../call/line.ts'
import { ScriptPlayer } from '../call/script-player.ts'
import { chanceOf } from '../chance.ts'
import type { Ledger } from '../ledger.ts'
import type { SimulatedCall } from '../simulated-records.ts'
import type { CallBehaviour } from './behaviour.ts'
import { type AnsweringBehaviour, scriptOf } from './behaviour-scripts.ts'
import type { Detection } from './phone-script.ts'

/** The simulated person on a phone, and what the provider's detection makes of them. */
export interface TakenPhone {
  player: ScriptPlayer
  detection: Detection
}

/** Starts the simulated person on the phone; null when a person holds it. Chance depends on the seed, the number and how often it was rung. */
export function takePhone(
  call: SimulatedCall,
  line: Line,
  { ledger, seed }: { ledger: Ledger; seed: number },
): TakenPhone | null {
  const { behaviour, direction, attemptNumber } = call
  if (line.byHand || !isAnswered(behaviour)) return null
  const isInbound = direction === 'inbound'
  const chance = chanceOf(`${seed} ${isInbound ? call.from : call.to} ${attemptNumber}`)
  const script = scriptOf(behaviour, chance, !isInbound)
  const player = new ScriptPlayer(line, script, {
    said: (words) => ledger.addTurn(call, 'spoke', words),
    beeped: () => ledger.addTurn(call, 'beeped', 'A beep'),
    hangUp: () => line.interrupt({ kind: 'ended', by: 'person' }),
  })
  player.start()
  return { player, detection: script.detection ?? {} }
}

function isAnswered(behaviour: CallBehaviour): behaviour is AnsweringBehaviour {
  return !['by-hand', 'rings-out', 'busy', 'unreachable'].includes(behaviour.kind)
}
