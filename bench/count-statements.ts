import pg from 'pg'

/** Counts what this process sends to the database from now on, `begin` and `commit` too. */
export function countStatements() {
  const { prototype } = pg.Client
  const own = prototype.query
  let sent = 0
  const counting = function (this: pg.Client, ...sending: Parameters<typeof own>) {
    sent += 1
    return own.apply(this, sending)
  }
  prototype.query = counting as typeof own
  return {
    sent: () => sent,
    stop() {
      prototype.query = own
    },
  }
}
