import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { startRequestProcess } from './request-process.ts'

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
  const child = await startRequestProcess(join(import.meta.dirname, 'phones.ts'), [
    '--from',
    FROM,
    '--accountSid',
    keys.accountSid,
    '--authToken',
    keys.authToken,
    '--ringSeconds',
    String(ringSeconds),
    ...(isSilent ? ['--silent'] : []),
  ])
  return {
    ...keys,
    from: FROM,
    baseUrl: String(child.first),
    report: async () => (await child.request('report')) as PhonesReport,
    stop: child.stop,
  }
}
