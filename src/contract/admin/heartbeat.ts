import { z } from 'zod'
import { instant } from '#contract/wire.ts'

const heartbeat = {
  /** When a worker last polled for due calls and could claim what it found; null before the first time. */
  lastHeartbeatAt: instant.nullable(),
  /** The same under its name of before: sent for one release. */
  lastLookAt: instant.nullable(),
  /** Calls whose time has come and whose first dial the phone provider has not taken. */
  dueNotStarted: z.number().int(),
}

export const heartbeatSchema = z.object({ status: z.literal('ok'), ...heartbeat })
/** With what is wrong in plain words. */
export const noHeartbeatSchema = z.object({ status: z.literal('failing'), message: z.string(), ...heartbeat })
