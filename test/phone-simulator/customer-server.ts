import http from 'node:http'
import type { AddressInfo } from 'node:net'
import twilio from 'twilio'

export interface ReceivedRequest {
  method: string
  path: string
  params: Record<string, string>
  /** What the official package says about the signature. */
  signed: boolean
}

export type CustomerAnswer = { status?: number; type?: string; body: string } | 'never'

export interface CustomerServer {
  url: string
  received: ReceivedRequest[]
  /** The requests to one path, in the order they came. */
  at(path: string): ReceivedRequest[]
  close(): Promise<void>
}

/** A customer's web server on a real port: answers by path, keeps what it received and checks every signature. */
export async function startCustomerServer(
  authToken: string,
  answers: Record<string, CustomerAnswer | ((request: ReceivedRequest) => CustomerAnswer)> = {},
): Promise<CustomerServer> {
  const received: ReceivedRequest[] = []
  let url = ''
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')))
      const target = new URL(request.url ?? '/', url)
      const signature = String(request.headers['x-twilio-signature'] ?? '')
      const entry: ReceivedRequest = {
        method: request.method ?? '',
        path: target.pathname,
        params: { ...Object.fromEntries(target.searchParams), ...form },
        signed: twilio.validateRequest(authToken, signature, `${url}${request.url}`, form),
      }
      received.push(entry)
      const answer = answers[target.pathname]
      const chosen = typeof answer === 'function' ? answer(entry) : (answer ?? { body: '' })
      if (chosen === 'never') return
      response.writeHead(chosen.status ?? 200, { 'Content-Type': chosen.type ?? 'text/xml' })
      response.end(chosen.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    received,
    at: (path) => received.filter((request) => request.path === path),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
