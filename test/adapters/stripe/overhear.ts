import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it went over the wire; of a GET the form is its query. */
export interface Overheard {
  method: string
  path: string
  headers: http.IncomingHttpHeaders
  form: URLSearchParams
}

/** What replaces the answer to a request: cut off after it was executed, or answered by something else. */
export type Fault = 'answer-lost' | { status: number; body: string; headers?: Record<string, string> } | null

export interface Line {
  url: string
  overheard: Overheard[]
  /** Replace it to spoil requests. */
  fault: (request: Overheard) => Fault
  close(): Promise<void>
}

/** Stands between a client and the server at `target`, and writes down what is asked. */
export async function overhear(target: string): Promise<Line> {
  const overheard: Overheard[] = []
  const line: Line = { url: '', overheard, fault: () => null, close }
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const [path = '', query = ''] = (request.url ?? '').split('?', 2)
    const method = request.method ?? ''
    const form = new URLSearchParams(body.length > 0 ? body.toString() : query)
    const entry = { method, path, headers: request.headers, form }
    overheard.push(entry)
    const fault = line.fault(entry)
    if (fault !== null && fault !== 'answer-lost') {
      response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers }).end(fault.body)
      return
    }
    const { host: _, connection: __, ...headers } = request.headers
    const answer = await fetch(`${target}${request.url}`, {
      method,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
      ...(body.length > 0 ? { body } : {}),
    }).catch(() => null)
    const text = await answer?.text()
    if (fault === 'answer-lost' || !answer) {
      request.socket.destroy()
      return
    }
    const kept = [...answer.headers].filter(([name]) => !['content-length', 'connection', 'keep-alive'].includes(name))
    response.writeHead(answer.status, Object.fromEntries(kept)).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  line.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return line

  async function close(): Promise<void> {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
}
