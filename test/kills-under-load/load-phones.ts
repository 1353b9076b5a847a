import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { startRequestProcess } from '../../bench/request-process.ts'

export interface PhonesSettings {
  accountSid: string
  authToken: string
  from: string
  seed: number
}

/** A phone that rang, by the provider's own log. Instants in milliseconds. */
export interface LoadRing {
  purpose: 'care' | 'alert' | null
  /** The id that our request named: of an attempt, or of an alert. */
  dialId: number
  sid: string
  to: string
  from: number
  until: number | null
  wasAnswered: boolean
  /** From the moment they picked up until the first word, in milliseconds; null: there was none. */
  firstWordMs: number | null
  /** Whether its owner listens: it is no machine, and nobody who hangs up at once. */
  isListenedTo: boolean
  /** The first key that the person pressed. */
  pressed: string | null
  /** Whether they heard an answer to it. */
  wasKeyTaken: boolean
  lostRequests: number
}

export interface SeenByPhones {
  rings: LoadRing[]
  texts: { sid: string; to: string }[]
}

export interface LoadPhones {
  readonly settings: PhonesSettings & { baseUrl: string }
  /** Everything since the beginning. */
  seen(): Promise<SeenByPhones>
  stop(): Promise<void>
}

const OUR_NUMBER = '+61255501234'

/** Starts the phone provider in another process. */
export async function startLoadPhones(seed: number): Promise<LoadPhones> {
  const settings = {
    accountSid: `AC${randomBytes(16).toString('hex')}`,
    authToken: randomBytes(16).toString('hex'),
    from: OUR_NUMBER,
    seed,
  }
  const program = join(import.meta.dirname, 'load-phones-program.ts')
  const child = await startRequestProcess(program, [JSON.stringify(settings)], ['--max-old-space-size=6000'])
  return {
    settings: { ...settings, baseUrl: String(child.first) },
    seen: async () => (await child.request('seen')) as SeenByPhones,
    stop: child.stop,
  }
}
