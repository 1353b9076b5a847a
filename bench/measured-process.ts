import { startSession } from '#server/features/accounts/sign-in/sessions.ts'
import { databaseUse } from './database-use.ts'
import { benchDispatch } from './dispatch.ts'
import { sendLoad } from './http-load.ts'
import { addManyAccounts } from './many-accounts.ts'
import { startProduct } from './product.ts'

// The process that `judge-pieces.ts` measures, with or without a piece: `measured-process.ts <piece> <database> <calls|reads> <calls>`.
const UNLIMITED = 1_000_000
const READS = ['/api/calls/upcoming', '/api/calls/history', '/api/loved-ones', '/api/dashboard/stats']
const SECONDS = 2
const CONNECTIONS = 10

/** What is to be small: processor time of the server and of PostgreSQL, statements and time on the wall, each for one call or request. */
export interface Figures {
  processorMs: number
  statements: number | null
  wallMs: number
  latenessMs: number | null
}

const [, , , databaseUrl = '', work, count] = process.argv
process.send?.(work === 'calls' ? await calls() : await reads())
process.disconnect?.()

async function calls(): Promise<Figures> {
  const calls = Number(count)
  const scenario = { callsPerSecond: UNLIMITED, apartMs: 0, leadMs: 3_000 + calls / 2 }
  const result = await benchDispatch(databaseUrl, { count: calls, ...scenario })
  return {
    processorMs: result.cpuMsPerCall + (result.databaseCpuMsPerCall ?? 0),
    statements: result.statementsPerCall,
    wallMs: 1000 / result.finishedPerSecond,
    latenessMs: result.latenessMs.p50,
  }
}

async function reads(): Promise<Figures> {
  const nobody = { accountSid: 'AC00', authToken: 'none', from: '+61255501234', baseUrl: 'http://127.0.0.1:9' }
  const product = await startProduct({ databaseUrl, phones: nobody, callsPerSecond: 1 })
  try {
    const { accountId } = await addManyAccounts(product.db, { accounts: 100, calls: 10_000 })
    const headers = {
      authorization: `Bearer ${await startSession(product.db, { id: accountId, accountId }, new Date())}`,
    }
    const send = (path: string, duration: number) =>
      sendLoad({ url: product.url + path, connections: CONNECTIONS, duration, headers })
    for (const path of READS) await send(path, 1) // warm
    const [used, database] = [process.cpuUsage(), await databaseUse(product.db)]
    let requests = 0
    for (const path of READS) requests += (await send(path, SECONDS)).requests
    const { user, system } = process.cpuUsage(used)
    const databaseMs = ((await databaseUse(product.db)).cpuMs ?? 0) - (database.cpuMs ?? 0)
    return {
      processorMs: ((user + system) / 1000 + databaseMs) / requests,
      statements: null,
      wallMs: (READS.length * SECONDS * 1000) / requests,
      latenessMs: null,
    }
  } finally {
    await product.stop()
  }
}
