import { z } from 'zod'
import { instant } from './wire.ts'

const looks = {
  /** When a worker last looked for due calls and could claim what it found; null before the first time. */
  lastLookAt: instant.nullable(),
  /** Calls whose time has come and whose first dial the phone provider has not taken. */
  dueNotStarted: z.number().int(),
}

export const heartbeatSchema = z.object({ status: z.literal('ok'), ...looks })
/** With what is wrong in plain words. */
export const noHeartbeatSchema = z.object({ status: z.literal('failing'), message: z.string(), ...looks })
