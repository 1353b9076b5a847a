import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Recorded } from './recorded-calls.ts'

// Bare node:http and pg, repeating what the product was recorded to do, each thing at its moment: started by bare-call.ts.

/** One replay on a database. */
export interface Replay {
  databaseUrl: string
  providerUrl: string
  recorded: Recorded
}

export interface Replayed {
  cpuMs: number
  statements: number
  /** Statements that failed, as one that depends on an id which came out another one. */
  failed: number
}

const agent = new http.Agent({ keepAlive: true })

process.on('message', (replay: Replay) => {
  void run(replay).then((replayed) => process.send?.(replayed))
})
process.on('disconnect', () => process.exit(0))

async function run({ databaseUrl, providerUrl, recorded }: Replay): Promise<Replayed> {
  const clients = await Promise.all(
    recorded.statements.map(async () => {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      return client
    }),
  )
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      new URLSearchParams(Buffer.concat(chunks).toString())
      const answer = recorded.requests[Number(request.headers['x-place'])]?.answer
      response.writeHead(answer?.status ?? 404, answer?.type ? { 'content-type': answer.type } : {})
      response.end(answer?.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const used = process.cpuUsage()
  const began = performance.now()
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 })
  let failed = 0
  let statements = 0
  await Promise.all([
    ...clients.map(async (client, index) => {
      for (const { atMs, name, text, values } of recorded.statements[index] ?? []) {
        const early = atMs - (performance.now() - began)
        if (early > 1) await pause(early)
        statements += 1
        await client.query({ ...(name !== undefined && { name }), text, values }).catch(() => {
          failed += 1
        })
      }
    }),
    ...recorded.dials.map(async ({ atMs, path, bodyBytes }) => {
      await pause(atMs)
      await post(providerUrl + path, 'x'.repeat(bodyBytes))
    }),
  ])
  const { user, system } = process.cpuUsage(used)
  server.close()
  server.closeAllConnections()
  await Promise.all(clients.map((client) => client.end()))
  return { cpuMs: (user + system) / 1000, statements, failed }
}

function post(url: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) }
    const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += String(chunk)
      })
      response.on('end', () => {
        JSON.parse(text)
        resolve()
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}
