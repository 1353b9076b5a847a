import type { Logger as PinoLogger } from 'pino'

/** What features may do with a log. */
export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error'>
