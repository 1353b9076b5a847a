import { type DestinationStream, type LoggerOptions, type Logger as PinoLogger, pino, stdSerializers } from 'pino'
import { logFacts } from './log-context.ts'

/** What features may do with a log. */
export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error'>

/** Never written to a log, wherever they turn up one or two levels deep. */
const SECRET_KEYS = ['authorization', 'cookie', 'set-cookie', 'password', 'passwordHash', 'token', 'secret', 'text']
/** Written with their last three digits only. */
const PHONE_KEYS = ['phoneNumber', 'secondPhoneNumber', 'emergencyContactPhone', 'recipient', 'to', 'from']
const LONG_NUMBER = /\+?\d(?:[\s().-]?\d){7,14}/g

interface LogOptions {
  level: string
  /** Where lines go; standard output when left out. */
  destination?: DestinationStream
}

/**
 * One JSON line per event. Secrets are left out and phone numbers keep their last three digits, also inside the texts
 * of errors and the reasons of providers, which like to repeat the value they did not like.
 */
export function createLogger({ level, destination }: LogOptions): PinoLogger {
  const options: LoggerOptions = {
    level,
    base: undefined,
    mixin: logFacts,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: [...SECRET_KEYS, ...PHONE_KEYS].flatMap((key) => [path(key), `*${bracket(key)}`]), censor },
    serializers: { err: describeError, error: describeError, reason: maskText },
    hooks: {
      logMethod(args, write) {
        const [subject, ...words] = args as unknown[]
        // Without words of ours pino takes those of the error, past every serializer.
        const said = words.length === 0 ? wordsOf(subject) : words
        write.apply(this, [maskText(subject), ...said.map(maskText)] as typeof args)
      },
    },
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
function maskNumbers(text: string): string {
  return text.replace(LONG_NUMBER, (number) => `…${number.replace(/\D/g, '').slice(-3)}`)
}

const maskText = (value: unknown): unknown => (typeof value === 'string' ? maskNumbers(value) : value)

function wordsOf(subject: unknown): string[] {
  const error = typeof subject === 'object' && subject !== null && 'err' in subject ? subject.err : subject
  return error instanceof Error ? [error.message] : []
}

function describeError(error: unknown) {
  if (!(error instanceof Error)) return maskText(error)
  const { type, message, stack } = stdSerializers.err(error)
  const code = 'code' in error ? error.code : undefined
  return { type, code, message: maskNumbers(message), stack: maskNumbers(stack) }
}
