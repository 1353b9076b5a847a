import pg from 'pg'

/**
 * For a PostgreSQL of the simulation's own, which is thrown away: nothing has to survive a power cut, and nothing runs
 * beside the statements of the run.
 */
export async function forgoSafety(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const forgone = [
      'fsync',
      'full_page_writes',
      'autovacuum',
      'synchronous_commit',
      'track_activities',
      'track_counts',
    ]
    for (const setting of forgone) {
      await client.query(`alter system set ${setting} = off`)
    }
    await client.query("alter system set max_wal_size = '1GB'")
    await client.query("alter system set checkpoint_timeout = '1d'")
    await client.query('select pg_reload_conf()')
  } finally {
    await client.end()
  }
}
