import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'

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
  texts: { sid: string; to: string; text: string }[]
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
  const child = fork(join(import.meta.dirname, 'load-phones-program.ts'), [JSON.stringify(settings)], {
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=6000'],
  })
  const exited = once(child, 'exit')
  const answer = async (): Promise<unknown> => {
    const ended = exited.then(() => Promise.reject(new Error('The phones have stopped')))
    const [message] = await Promise.race([once(child, 'message'), ended])
    return message
  }
  const baseUrl = String(await answer())
  return {
    settings: { ...settings, baseUrl },
    async seen() {
      const answered = answer()
      child.send('seen')
      return (await answered) as SeenByPhones
    },
    async stop() {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}
