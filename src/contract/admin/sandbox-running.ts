import { z } from 'zod'

/** Whether the phones are the built-in ones, and can be played on where this was asked: `address` opens their page. */
export const sandboxRunning = z.object({ isRunning: z.boolean(), address: z.string().nullable() })
