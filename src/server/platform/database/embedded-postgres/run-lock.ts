import type pg from 'pg'

/** Any number that no other advisory lock of ours uses. */
const RUN_LOCK = 20_260_115
/** A run that was killed a moment ago needs this long to let go. */
const PATIENCE_MS = 4000

/** One server per data folder: held by its own connection, so that it dies with the process, whatever kills it. */
export interface RunLock {
  /** Settles when the connection ends, by our doing or not. */
  lost: Promise<void>
  /** The server holds on until the connection ends. */
  client: pg.Client
}

export class AlreadyRunning extends Error {}

/**
 * Takes the lock on the connected `client`, or throws AlreadyRunning with a sentence that names the process holding it.
 * A file with a process number would outlive a kill -9 and could name a stranger after a reboot; an advisory lock cannot.
 */
export async function takeRunLock(client: pg.Client, dataDir: string): Promise<RunLock> {
  const lost = new Promise<void>((resolve) => client.once('end', resolve))
  const deadline = Date.now() + PATIENCE_MS
  while (!(await tryLock(client))) {
    if (Date.now() > deadline) throw new AlreadyRunning(await refusal(client, dataDir))
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { lost, client }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [RUN_LOCK])
  return rows[0]?.taken === true
}

async function refusal(client: pg.Client, dataDir: string): Promise<string> {
  const { rows } = await client.query<{ holder: string }>(
    `select application_name as holder from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and granted and objid = $1`,
    [RUN_LOCK],
  )
  const holder = rows[0]?.holder ?? 'an unknown process'
  return (
    `Another Cooee (${holder}) is already running on the data in ${dataDir}. ` +
    'Stop it first, or give this one a DATA_DIR and a PORT of its own.'
  )
}
