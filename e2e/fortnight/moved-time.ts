import http from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

const RealDate = Date

/**
 * A world whose clocks a journey moves: this process' (the product, its jobs and its phones), the database's and the
 * provider's. The product compares all three and trusts none that is alone.
 */
export interface MovedTime {
  now(): Date
  /** Moves every clock to that instant; from there they go on by themselves. */
  jumpTo(instant: Date): Promise<void>
  /** The way to a database whose functions and defaults go by the moved clock. */
  databaseReachedBy(url: string): Promise<string>
  /** The way to the phone provider, whose answers carry the moved time. */
  phonesReachedBy(url: string): Promise<string>
  /** Puts this process' clock right again. */
  end(): Promise<void>
}

/** Of a process of its own: `Date` is moved for everything in it. */
export function moveTime(start: Date): MovedTime {
  let offsetMs = start.getTime() - RealDate.now()
  const startedMs = offsetMs
  const nowMs = () => RealDate.now() + offsetMs
  const closing: (() => unknown)[] = []
  let clock: pg.Client | undefined
  globalThis.Date = new Proxy(RealDate, {
    construct: (date, given, target) => Reflect.construct(date, given.length > 0 ? given : [nowMs()], target),
    apply: () => new RealDate(nowMs()).toString(),
    get: (date, key) => (key === 'now' ? nowMs : Reflect.get(date, key)),
  })
  // Time passes: no clock is set. The product would wait until it has compared them all again.
  const steadyMs = performance.now.bind(performance)
  performance.now = () => steadyMs() + offsetMs - startedMs
  return {
    now: () => new RealDate(nowMs()),
    async jumpTo(instant) {
      const moved = instant.getTime() - RealDate.now()
      await clock?.query('update moved.clock set ahead = make_interval(secs => $1)', [moved / 1000])
      offsetMs = moved
    },
    async databaseReachedBy(url) {
      clock = new pg.Client({ connectionString: url })
      // The database is dropped with its connections.
      clock.on('error', () => {})
      await clock.connect()
      closing.push(() => clock?.end())
      await clock.query(movedFunctions(new URL(url).pathname.slice(1)))
      await clock.query('insert into moved.clock values (make_interval(secs => $1))', [offsetMs / 1000])
      return url
    },
    async phonesReachedBy(url) {
      const between = http.createServer((asked, answer) => {
        const forwarded = http.request(
          url + asked.url,
          { method: asked.method, headers: asked.headers },
          (answered) => {
            const date = new RealDate(nowMs()).toUTCString()
            answer.writeHead(answered.statusCode ?? 502, { ...answered.headers, date })
            answered.pipe(answer)
          },
        )
        forwarded.on('error', () => answer.destroy())
        asked.pipe(forwarded)
      })
      await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
      closing.push(() => {
        between.closeAllConnections()
        between.close()
      })
      return `http://127.0.0.1:${(between.address() as AddressInfo).port}`
    },
    async end() {
      for (const close of closing) await close()
      globalThis.Date = RealDate
      performance.now = steadyMs
    },
  }
}

/** `now()` and `clock_timestamp()` are found here before those of PostgreSQL; defaults are bound to them. */
const movedFunctions = (database: string) => `
  create schema moved;
  create table moved.clock (ahead interval not null);
  create function moved.now() returns timestamptz language sql stable
    as 'select pg_catalog.now() + ahead from moved.clock';
  create function moved.clock_timestamp() returns timestamptz language sql volatile
    as 'select pg_catalog.clock_timestamp() + ahead from moved.clock';
  alter database "${database}" set search_path = moved, public, pg_catalog;
  do $$ declare each record; begin
    for each in select format('alter table %I.%I alter column %I set default %s', table_schema, table_name, column_name,
        replace(column_default, 'now()', 'moved.now()')) as statement
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE' and column_default like '%now()%'
    loop execute each.statement; end loop;
  end $$;`
