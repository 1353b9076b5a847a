/** What a database error means, by its SQLSTATE (PostgreSQL manual, appendix A) or, where the connection failed, the system's code. */
type DatabaseFault = 'down' | 'busy' | 'unstorable' | 'other'

const CONNECTION_LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT', // the socket file of a server that is gone
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '25006', // read_only_sql_transaction: a primary that became a standby
])
const BUSY = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '53300', // too_many_connections
  '55P03', // lock_not_available
  '57014', // query_canceled: the statement timeout
])
const UNSTORABLE = new Set([
  '22003', // numeric_value_out_of_range
  '22007', // invalid_datetime_format
  '22008', // datetime_field_overflow
  '22021', // character_not_in_repertoire: a NUL byte
  '22P05', // untranslatable_character
])
/** pg and its pool give these no code. */
const LOST_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|The database was silent|Client has encountered a connection error|driver has already been destroyed|Cannot use a pool after calling end)/

export function databaseFault(error: unknown): DatabaseFault {
  if (!(error instanceof Error)) return 'other'
  // Node tries every address of a name and reports the failures together.
  if (error instanceof AggregateError && error.errors.length > 0) return databaseFault(error.errors[0])
  const code = codeOf(error)
  if (code !== undefined) {
    if (CONNECTION_LOST.has(code) || code.startsWith('08')) return 'down'
    if (BUSY.has(code)) return 'busy'
    if (UNSTORABLE.has(code)) return 'unstorable'
  }
  return LOST_MESSAGES.test(error.message) ? 'down' : 'other'
}

/** Whether `error` says that the unique index or constraint `name` holds such a row already. */
export function violatesUnique(error: unknown, name: string): boolean {
  return error instanceof Error && codeOf(error) === '23505' && 'constraint' in error && error.constraint === name
}

/** The SQLSTATE or the system's code of an error that has one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
