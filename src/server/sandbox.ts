import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { SandboxPhones } from './features/sandbox/public.ts'
import { type PhoneSimulator, sandboxPhones } from './sandbox-phones.ts'

/** The phone sandbox and how to talk to it: what a real provider's settings would be. */
export interface Sandbox {
  accountSid: string
  authToken: string
  from: string
  baseUrl: string
  /** The phones themselves, to be played on. */
  phones: SandboxPhones
  close(): Promise<void>
}

/** Starts phones that speak the provider's protocol on a local port. */
type StartPhones = (options: {
  accountSid: string
  authToken: string
  numbers: string[]
  ringSeconds: number
  journalPath: string
}) => Promise<PhoneSimulator & { url: string; close(): Promise<void> }>

const credentials = z.object({ accountSid: z.string(), authToken: z.string() })
/** Set aside by the regulator for fiction: it belongs to nobody. */
const SANDBOX_NUMBER = '+61255501234'

/**
 * Starts the built-in phones. Their keys and their journal lie in the data folder: a call that was ringing when the
 * machine went down is still known afterwards, as it would be with a real provider.
 */
export async function startSandbox(
  startPhones: StartPhones,
  options: { dataDir: string; ringSeconds: number },
): Promise<Sandbox> {
  const folder = join(options.dataDir, 'sandbox')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const keys = readKeys(join(folder, 'keys.json'))
  const simulator = await startPhones({
    ...keys,
    numbers: [SANDBOX_NUMBER],
    ringSeconds: options.ringSeconds,
    journalPath: join(folder, 'phones.jsonl'),
  })
  const phones = sandboxPhones(simulator, SANDBOX_NUMBER)
  return {
    ...keys,
    from: SANDBOX_NUMBER,
    baseUrl: simulator.url,
    phones,
    close() {
      phones.stop()
      return simulator.close()
    },
  }
}

function readKeys(path: string): z.infer<typeof credentials> {
  if (existsSync(path)) return credentials.parse(JSON.parse(readFileSync(path, 'utf8')))
  const keys = { accountSid: `AC${randomBytes(16).toString('hex')}`, authToken: randomBytes(16).toString('hex') }
  writeFileSync(path, JSON.stringify(keys), { mode: 0o600 })
  return keys
}
