import { z } from 'zod'

/** Whether the phones are the built-in ones, and /sandbox can be opened where this was asked. */
export const sandboxRunning = z.object({ isRunning: z.boolean() })
