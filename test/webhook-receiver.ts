import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import type { Socket, Server as TcpServer } from 'node:net'
import { onTestFinished } from 'vitest'
import {
  type HttpWebhookSenderOptions,
  httpWebhookSender,
} from '#server/adapters/webhook-sender/http-webhook-sender.ts'
import type { OutgoingWebhook } from '#server/adapters/webhook-sender/webhook-sender.ts'

export const LOOPBACK = '127.0.0.1'
const listening: (Server | TcpServer)[] = []
const connections = new Set<Socket>()

async function stopListening(): Promise<void> {
  for (const socket of connections) socket.destroy()
  await Promise.all(listening.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
}

/** Lets a server listen on a port of its own until the test is over. */
export async function listen<Listener extends Server | TcpServer>(server: Listener, host = LOOPBACK) {
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
    socket.on('error', () => {})
  })
  server.listen(0, host)
  await once(server, 'listening')
  listening.push(server)
  onTestFinished(stopListening)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return address.port
}

/** Starts a receiver of webhooks that answers so; returns its port. */
export const receiver = (answer: RequestListener) => listen(createHttpServer(answer))

export const aWebhook = (fields: Partial<OutgoingWebhook> = {}): OutgoingWebhook => ({
  url: 'https://receiver.example/hook',
  secret: null,
  messageId: 'msg_1',
  at: new Date(),
  body: '{"event":"call.completed"}',
  ...fields,
})

/** Where private addresses are allowed. */
export const local = (options: Partial<HttpWebhookSenderOptions> = {}) =>
  httpWebhookSender({ allowPrivate: true, timeLimitMs: 5_000, ...options })
/** As an operator who changes nothing has it. */
export const strict = (options: Partial<HttpWebhookSenderOptions> = {}) =>
  httpWebhookSender({ allowPrivate: false, ...options })
