import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'

/** What the provider's side saw. */
export interface PhonesReport {
  /** Every call that was asked for, in the order of arrival. */
  received: { to: string; atMs: number }[]
  /** Callbacks and documents that the phones asked our server for, and how many of them got no good answer. */
  requests: number
  lostRequests: number
}

export interface Phones {
  accountSid: string
  authToken: string
  from: string
  baseUrl: string
  report(): Promise<PhonesReport>
  stop(): Promise<void>
}

const FROM = '+61255501234'

/** Starts the phone sandbox in another process. Everybody answers after `ringSeconds` and presses 1; until then silent phones send no callbacks. */
export async function startPhones({
  ringSeconds,
  isSilent = false,
}: {
  ringSeconds: number
  isSilent?: boolean
}): Promise<Phones> {
  const keys = { accountSid: `AC${randomBytes(16).toString('hex')}`, authToken: randomBytes(16).toString('hex') }
  const child = fork(
    join(import.meta.dirname, 'phones.ts'),
    [
      '--from',
      FROM,
      '--accountSid',
      keys.accountSid,
      '--authToken',
      keys.authToken,
      '--ringSeconds',
      String(ringSeconds),
      ...(isSilent ? ['--silent'] : []),
    ],
    { serialization: 'advanced', execArgv: ['--disable-warning=ExperimentalWarning'] },
  )
  const exited = once(child, 'exit')
  const answer = async (): Promise<unknown> => {
    const ended = exited.then(() => Promise.reject(new Error('The phones have stopped')))
    const [message] = await Promise.race([once(child, 'message'), ended])
    return message
  }
  const baseUrl = String(await answer())
  return {
    ...keys,
    from: FROM,
    baseUrl,
    async report() {
      const answered = answer()
      child.send('report')
      return (await answered) as PhonesReport
    },
    async stop() {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}
