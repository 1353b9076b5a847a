import type { Lookup } from '#server/adapters/telephony/telephony.ts'
import type { Chance } from './chance.ts'
import { type ProcessLife, planFor } from './process-life.ts'
import type { SimulatedTime } from './simulated-time.ts'

/** The state of the provider. */
export type ProviderMood =
  | 'well'
  /** Answers 429 or 503 and does nothing. */
  | 'busy'
  /** Answers nothing; some of what is asked is done. */
  | 'silent'
  /** No connection can be made. */
  | 'unreachable'

export interface ProviderFaults {
  chance: Chance
  isUnkind(): boolean
  mood(): ProviderMood
  /** No callback leaves the provider. */
  areCallbacksLost(): boolean
}

/** The official package's own limit. */
const REQUEST_MS = 10_000
const FAULTY_REQUESTS = 0.06

/** What happens to a request: whether it is executed, and the answer. */
type Decision = { isDone: boolean; heard: 'answer' | 'busy' | 'error' | 'nothing' | 'not_connected' }

/** Decides what happens to our requests at the provider. `onFault` is called for each that fails. */
export function requestsTo(time: SimulatedTime, faults: ProviderFaults, onFault: () => void) {
  const { chance } = faults

  function decide(): Decision {
    const isHalf = chance.happens(0.5)
    switch (faults.mood()) {
      case 'busy':
        return { isDone: false, heard: isHalf ? 'busy' : 'error' }
      case 'silent':
        return { isDone: isHalf, heard: 'nothing' }
      case 'unreachable':
        return { isDone: false, heard: 'not_connected' }
      case 'well':
        if (!faults.isUnkind() || !chance.happens(FAULTY_REQUESTS)) return { isDone: true, heard: 'answer' }
        return chance.oneOf([
          { isDone: false, heard: 'busy' },
          { isDone: false, heard: 'error' },
          { isDone: true, heard: 'error' },
          { isDone: false, heard: 'nothing' },
          { isDone: true, heard: 'nothing' },
          { isDone: false, heard: 'not_connected' },
        ])
    }
  }

  /**
   * A request of ours. It has left when this returns: the provider executes it even if we die. `act` is
   * what the provider does; `answer` is what we return for the outcome.
   */
  function request<Done, Result>(
    life: ProcessLife,
    act: () => Done,
    answer: (heard: Decision['heard'], done: Done | undefined) => Result,
  ): Promise<Result> {
    const { isDone, heard } = decide()
    if (!isDone || heard !== 'answer') onFault()
    const isSlow = faults.isUnkind() && chance.happens(0.04)
    const actMs = isSlow ? chance.between(1_000, REQUEST_MS - 1_000) : chance.between(40, 500)
    const answerMs = heard === 'nothing' ? REQUEST_MS : actMs + chance.between(5, 60)
    let done: Done | undefined
    if (isDone) {
      time.after(actMs, () => {
        done = act()
      })
    }
    return new Promise((resolve) => {
      planFor(life, answerMs, () => resolve(answer(heard, done)))
    })
  }

  function lookup<Found>(life: ProcessLife, find: () => Lookup<Found>): Promise<Lookup<Found>> {
    const unavailable = (heard: string): Lookup<Found> => ({ kind: 'unavailable', reason: heard })
    return request(life, find, (heard, done) => (heard === 'answer' && done ? done : unavailable(heard)))
  }

  return { request, lookup }
}
