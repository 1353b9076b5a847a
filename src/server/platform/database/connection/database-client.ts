import pg from 'pg'
import { type DatabaseAddress, type DatabaseHost, parseDatabaseUrl } from './database-url.ts'

/** A machine without power does not refuse a connection; it never answers. */
const PROBE_TIMEOUT_MS = 3_000
/** A failed search answers for this long, so that a crowd of connections does not slow down the standby that takes over. */
const SEARCH_AGAIN_MS = 200
/** The one that took writes last, by connection string. */
const primaries = new Map<string, DatabaseHost>()
/** One search at a time for each connection string. */
const searches = new Map<string, Promise<DatabaseHost>>()

/**
 * A connection to the machine of `connectionString` that takes writes (`parseDatabaseUrl`). With one host, unless the primary is
 * demanded, it is an ordinary pg.Client. A standby says so itself while a session starts (`in_hot_standby`, since PostgreSQL 14), so
 * no statement is spent on it. After a fail-over the first connection fails, and the next one asks every host once. One
 * that breaks fails what is asked on it, then and afterwards; nobody has to listen to its errors.
 */
export class DatabaseClient extends pg.Client {
  readonly #address: DatabaseAddress | null
  readonly #key: string
  #isStandby = false

  constructor(config: pg.ClientConfig = {}) {
    const key = config.connectionString ?? ''
    const address = parseDatabaseUrl(key)
    const [first] = address?.hosts ?? []
    super(address && first ? { ...config, connectionString: address.urlOf(first) } : config)
    this.#address = address?.needsPrimary ? address : null
    this.#key = key
    // Unheard, an error ends the process. A pool listens to idle ones alone, and to a new one only after the server has let
    // it in: one that shuts down may say so in the same packet.
    this.on('error', () => {})
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    if (callback === undefined) return this.#connect()
    const done = callback as (error: Error | null, client?: pg.Client) => void
    void this.#connect().then((client) => done(null, client), done)
    return undefined
  }

  async #connect(): Promise<pg.Client> {
    if (this.#address) await this.#choose(this.#address)
    try {
      await this.#reach()
    } catch (error) {
      primaries.delete(this.#key)
      throw error
    }
    if (!this.#isStandby) return this
    primaries.delete(this.#key)
    await this.end()
    throw nothingTakesWrites()
  }

  /** Of a connection that is ended while it is made, pg says nothing more to who waits for it. */
  async #reach(): Promise<void> {
    const over = Promise.withResolvers<never>()
    const onEnd = () => over.reject(new Error('Connection terminated'))
    this.once('end', onEnd)
    try {
      await Promise.race([super.connect(), over.promise])
    } finally {
      this.off('end', onEnd)
    }
  }

  async #choose(address: DatabaseAddress): Promise<void> {
    const chosen = await primaryOf(this.#key, address)
    const { connection, _ending: isEnding } = this as unknown as pg.PoolClient & { _ending: boolean }
    // It was given up meanwhile, by a pool by destroying its socket, and would connect all the same.
    if (isEnding || connection.stream.destroyed)
      throw new Error('Connection terminated while the primary was looked for')
    // Brackets are for addresses in text alone.
    Object.assign(this, { ...chosen, host: chosen.host.replace(/^\[|\]$/g, '') })
    connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on'
    })
  }
}

function primaryOf(key: string, address: DatabaseAddress): Promise<DatabaseHost> {
  const known = primaries.get(key)
  if (known) return Promise.resolve(known)
  const running = searches.get(key)
  if (running) return running
  const search = findPrimary(address)
  searches.set(key, search)
  search.then(
    (host) => {
      primaries.set(key, host)
      searches.delete(key)
    },
    () => setTimeout(() => searches.delete(key), SEARCH_AGAIN_MS).unref(),
  )
  return search
}

/** Asks all hosts at once. Throws what databaseFault calls "down" where none takes writes. */
async function findPrimary(address: DatabaseAddress): Promise<DatabaseHost> {
  try {
    return await Promise.any(address.hosts.map((host) => probe(address, host)))
  } catch (error) {
    throw nothingTakesWrites(error)
  }
}

async function probe(address: DatabaseAddress, host: DatabaseHost): Promise<DatabaseHost> {
  const client = new pg.Client({
    connectionString: address.urlOf(host),
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
    application_name: 'cooee probe',
  })
  client.on('error', () => {}) // the query that is under way reports it
  try {
    await client.connect()
    const { rows } = await client.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering')
    if (rows[0]?.recovering !== false) throw new Error(`${host.host}:${host.port} is a standby`)
    return host
  } finally {
    void client.end().catch(() => {})
  }
}

function nothingTakesWrites(cause?: unknown): Error {
  const code = '57P03' // cannot_connect_now
  return Object.assign(new Error('No host of DATABASE_URL takes writes', { cause }), { code })
}
