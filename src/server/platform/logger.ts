import { type DestinationStream, type LoggerOptions, type Logger as PinoLogger, pino, stdSerializers } from 'pino'

/** What features may do with a log. */
export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error'>

/** Never written to a log, wherever they turn up one or two levels deep. */
const SECRET_KEYS = ['authorization', 'cookie', 'set-cookie', 'password', 'passwordHash', 'token', 'secret', 'text']
/** Written with their last three digits only. */
const PHONE_KEYS = ['phoneNumber', 'secondPhoneNumber', 'emergencyContactPhone', 'recipient', 'to', 'from']
const LONG_NUMBER = /\+?\d(?:[\s().-]?\d){7,14}/g

export interface LogOptions {
  level: string
  /** Where lines go; standard output when left out. */
  destination?: DestinationStream
}

/**
 * One JSON line per event. Secrets are left out and phone numbers keep their last three digits, also inside the texts
 * of errors, where the database likes to repeat the value it did not like.
 */
export function createLogger({ level, destination }: LogOptions): PinoLogger {
  const options: LoggerOptions = {
    level,
    base: undefined,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: [...SECRET_KEYS, ...PHONE_KEYS].flatMap((key) => [path(key), `*${bracket(key)}`]), censor },
    serializers: { err: describeError, error: describeError },
  }
  return destination ? pino(options, destination) : pino(options)
}

const bracket = (key: string): string => `["${key}"]`
const path = (key: string): string => (/^\w+$/.test(key) ? key : bracket(key))

function censor(value: unknown, keys: string[]): string {
  const key = keys.at(-1) ?? ''
  return PHONE_KEYS.includes(key) && typeof value === 'string' ? maskNumbers(value) : '[not logged]'
}

/** Keeps the last three digits of everything that could be a phone number. */
export function maskNumbers(text: string): string {
  return text.replace(LONG_NUMBER, (number) => `…${number.replace(/\D/g, '').slice(-3)}`)
}

function describeError(error: Error) {
  const { type, message, stack } = stdSerializers.err(error)
  const code = 'code' in error ? error.code : undefined
  return { type, code, message: maskNumbers(message), stack: maskNumbers(stack) }
}
