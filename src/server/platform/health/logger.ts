import { type DestinationStream, type LoggerOptions, type Logger as PinoLogger, pino, stdSerializers } from 'pino'
import type { DatabaseOutage } from '../database/connection/database-outage.ts'
import { columnsHiddenInLogs } from '../database/schema/decided-columns.ts'
import { logFacts } from './log-context.ts'

/** What features may do with a log. */
export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error'>

const hidden = columnsHiddenInLogs()
/** Never written to a log, wherever they turn up one or two levels deep: what the columns say, and what no column is called. */
const SECRET_KEYS = new Set([
  ...hidden.leftOut,
  ...['authorization', 'cookie', 'set-cookie', 'password', 'currentPassword', 'newPassword', 'token'],
])
/** Written with their last three digits only, or with the host of a mail address only. */
const ADDRESS_KEYS = new Set([...hidden.masked, 'to', 'from'])
/** The host says which provider has trouble; who it is about, an id says. */
const MAIL_ADDRESS = /[^\s@<>()"',;:/]+@(?=[\w-]+(?:\.[\w-]+)+)/g
/** Name and password in an address, as a database or a mail server has them. */
const CREDENTIALS = /\/\/[^\s/@]+@/g
/** Secrets that open something by themselves: a reset link, the link in an alert, a session. */
const SECRET_IN_ADDRESS =
  /((?:[?&]|%3F|%26)token(?:=|%3D)|\/(?:incidents?|agree|contact-pages)\/(?=[\w-]+\.[\w-]+\.)|\bBearer +)[\w.~+=-]+/gi
const NOT_LOGGED = '[not logged]'
const LONG_NUMBER = /\+?\d(?:[\s().-]?\d){7,14}/g

interface LogOptions {
  level: string
  /** Where lines go; standard output when left out. */
  destination?: DestinationStream
  /** Decides about lines that say that the database is gone; left out, all are written. */
  outage?: DatabaseOutage
}

/**
 * One JSON line per event. Secrets and what people are called or have are left out, phone numbers keep their last three
 * digits and mail addresses their host, also inside the texts of errors and the reasons of providers, which like to repeat
 * the value they did not like.
 */
export function createLogger({ level, destination, outage }: LogOptions): PinoLogger {
  const options: LoggerOptions = {
    level,
    base: undefined,
    mixin: logFacts,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    // Two lookups for each field; pino's own `redact` walks a path for each of the hundred names.
    formatters: { log: (subject) => censored(subject, 1) },
    serializers: { err: describeError, error: describeError, reason: maskText },
    hooks: {
      logMethod(args, write) {
        const [subject, ...words] = args as unknown[]
        // Without words of ours pino takes those of the error, past every serializer.
        const said = words.length === 0 ? wordsOf(subject) : words
        const writeLine = () => write.apply(this, [maskText(subject), ...said.map(maskText)] as typeof args)
        if (namesSomething(subject) || !outage?.holds(errorIn(subject), writeLine)) writeLine()
      },
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

function censored(subject: object, levelsBelow: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(subject).map(([key, value]) => {
      if (SECRET_KEYS.has(key)) return [key, value === undefined ? value : NOT_LOGGED]
      if (ADDRESS_KEYS.has(key)) return [key, typeof value === 'string' ? mask(value) : NOT_LOGGED]
      return [key, levelsBelow > 0 ? censoredBelow(value, levelsBelow - 1) : value]
    }),
  )
}

/** Rows, lists of rows, and what has no prototype (the query of a request); an error has its own serializer. */
function censoredBelow(value: unknown, levelsBelow: number): unknown {
  if (Array.isArray(value)) return value.map((one) => censoredBelow(one, levelsBelow))
  if (typeof value !== 'object' || value === null) return value
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null ? censored(value, levelsBelow) : value
}

/** Keeps the last three digits of what could be a phone number and the host of a mail address, and nothing of what opens a door. */
function mask(text: string): string {
  return text
    .replace(SECRET_IN_ADDRESS, '$1…')
    .replace(CREDENTIALS, '//…@')
    .replace(MAIL_ADDRESS, '…@')
    .replace(LONG_NUMBER, (number) => `…${number.replace(/\D/g, '').slice(-3)}`)
}

const maskText = (value: unknown): unknown => (typeof value === 'string' ? mask(value) : value)

/** What became of one call, message or account is written, whatever else is known. */
const namesSomething = (subject: unknown): boolean =>
  typeof subject === 'object' && subject !== null && Object.keys(subject).some((key) => key.endsWith('Id'))

const errorIn = (subject: unknown): unknown =>
  typeof subject === 'object' && subject !== null && 'err' in subject ? subject.err : subject

function wordsOf(subject: unknown): string[] {
  const error = errorIn(subject)
  return error instanceof Error ? [error.message] : []
}

function describeError(error: unknown) {
  if (!(error instanceof Error)) return maskText(error)
  const { type, message, stack } = stdSerializers.err(error)
  const code = 'code' in error ? error.code : undefined
  return { type, code, message: mask(message), stack: mask(stack) }
}
