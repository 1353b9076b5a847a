import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#server/platform/database/database.ts'
import { databaseUse } from './database-use.ts'
import { untilFinished } from './dispatch.ts'
import { bookCalls } from './due-calls.ts'
import { startPhones } from './phone-process.ts'
import { startProduct } from './product.ts'

export interface CallCost {
  /** Statements sent to the database for one call, begin and commit among them; minus what the idle server sends. */
  statements: number
  transactions: number
  requestsFromProvider: number
  /** Processor time for one call: of the server's process, and of all of PostgreSQL's (null where /proc is not there). */
  serverCpuMs: number
  databaseCpuMs: number | null
  /** Write-ahead log for one call, and the share of it that is whole pages after a checkpoint. */
  walBytes: number
  walPageImages: number
  /** What is kept of one call once its work is done and the tables are packed: heap, toast and indexes. */
  storedBytes: number
  byTable: TableCost[]
  /** Statements a second of a server that has nothing to do. */
  idleStatementsPerSecond: number
}

export interface TableCost {
  table: string
  rowsPerCall: number
  bytesPerRow: number
  /** Of those the indexes'. */
  indexBytesPerRow: number
}

const RING_SECONDS = 1
const IDLE_MS = 5_000
/** Packing rewrites the tables, which is slow on a busy disk. */
const LEAD_MS = 30_000
/** What is written about a call. */
const TABLES = ['activity', 'calls', 'account_dispatches', 'dials', 'events', 'turns']

/**
 * What one call costs from due to done, the booking of the next included: `count` calls, `perSecond` of them due each
 * second, on a server with nothing else to do.
 */
export async function benchCallCost(
  databaseUrl: string,
  { count, perSecond }: { count: number; perSecond: number },
): Promise<CallCost> {
  const phones = await startPhones({ ringSeconds: RING_SECONDS })
  const sent = countStatements()
  try {
    const product = await startProduct({ databaseUrl, phones, callsPerSecond: 1000 })
    try {
      const { db } = product
      const idle = await idleRate(sent)
      const due = new Date(Date.now() + LEAD_MS)
      await bookCalls(db, product.jobs, { count, due, apartMs: 1000 / perSecond })
      const tablesBefore = await packedTables(db)
      if (Date.now() > due.getTime()) throw new Error('The tables were not packed before the first call was due')
      await pause(due.getTime() - Date.now())
      const before = { cpu: process.cpuUsage(), database: await databaseUse(db), sent: sent.counts(), at: Date.now() }
      await untilFinished(db, count)
      const used = process.cpuUsage(before.cpu)
      const database = await databaseUse(db)
      const counts = sent.counts()
      const idleStatements = ((Date.now() - before.at) / 1000) * idle.statements
      const idleTransactions = ((Date.now() - before.at) / 1000) * idle.transactions
      const { requests } = await phones.report()
      const byTable = tableCosts(tablesBefore, await packedTables(db), count)
      return {
        statements: (counts.statements - before.sent.statements - idleStatements) / count,
        transactions: (counts.transactions - before.sent.transactions - idleTransactions) / count,
        requestsFromProvider: requests / count,
        serverCpuMs: (used.user + used.system) / 1000 / count,
        databaseCpuMs:
          database.cpuMs === null || before.database.cpuMs === null
            ? null
            : (database.cpuMs - before.database.cpuMs) / count,
        walBytes: (database.walBytes - before.database.walBytes) / count,
        walPageImages: (database.pageImages - before.database.pageImages) / count,
        storedBytes: byTable.reduce((sum, { rowsPerCall, bytesPerRow }) => sum + rowsPerCall * bytesPerRow, 0),
        byTable,
        idleStatementsPerSecond: idle.statements,
      }
    } finally {
      await product.stop()
    }
  } finally {
    sent.stop()
    await phones.stop()
  }
}

/** Counts what this process sends by way of pg, whichever part of it does. */
function countStatements() {
  const { query } = pg.Client.prototype
  let statements = 0
  let transactions = 0
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    statements += 1
    const [first] = args
    const text = typeof first === 'string' ? first : Object(first).text
    if (text?.toLowerCase() === 'commit') transactions += 1
    return Reflect.apply(query, this, args)
  } as typeof query
  return {
    counts: () => ({ statements, transactions }),
    stop() {
      pg.Client.prototype.query = query
    },
  }
}

async function idleRate({ counts }: ReturnType<typeof countStatements>) {
  const before = counts()
  await pause(IDLE_MS)
  const { statements, transactions } = counts()
  return {
    statements: ((statements - before.statements) * 1000) / IDLE_MS,
    transactions: ((transactions - before.transactions) * 1000) / IDLE_MS,
  }
}

interface TableSize {
  rows: number
  bytes: number
  indexBytes: number
}

/** The size of each of those tables without what is left of rows that were changed. */
async function packedTables(db: Db): Promise<Map<string, TableSize>> {
  const sizes = new Map<string, TableSize>()
  for (const name of TABLES) {
    await sql`vacuum (full, analyze) ${sql.table(name)}`.execute(db)
    const { rows } = await sql<TableSize>`
      select (select count(*) from ${sql.table(name)}) as rows, pg_total_relation_size(${name}) as bytes,
        pg_indexes_size(${name}) as index_bytes`.execute(db)
    if (rows[0]) sizes.set(name, rows[0])
  }
  return sizes
}

/** Those that grew with the calls, the largest first. */
function tableCosts(before: Map<string, TableSize>, after: Map<string, TableSize>, count: number): TableCost[] {
  return [...after]
    .flatMap(([table, { rows, bytes, indexBytes }]) => {
      const was = before.get(table) ?? { rows: 0, bytes: 0, indexBytes: 0 }
      const more = rows - was.rows
      if (more < count / 10) return []
      return [
        {
          table,
          rowsPerCall: more / count,
          bytesPerRow: (bytes - was.bytes) / more,
          indexBytesPerRow: (indexBytes - was.indexBytes) / more,
        },
      ]
    })
    .sort((one, other) => other.rowsPerCall * other.bytesPerRow - one.rowsPerCall * one.bytesPerRow)
}
