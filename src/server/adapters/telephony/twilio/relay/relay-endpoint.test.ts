import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TalkLine, TalkListener } from '#server/adapters/telephony/talk-line.ts'
import { upgrades } from '#server/platform/http/upgrades.ts'
import { signRequest } from '#simulators/twilio/signature.ts'
import { talkUrls } from '../callbacks/callback-urls.ts'
import { relayEndpoint } from './relay-endpoint.ts'

const AUTH_TOKEN = 'a secret of the tests'
let app: FastifyInstance
let publicUrl: string
const opened: { attemptId: number; providerCallId: string; line: TalkLine }[] = []
const events: string[] = []
const listener: TalkListener = {
  said: (words) => events.push(`said ${words}`),
  pressed: (key) => events.push(`pressed ${key}`),
  interrupted: (heard) => events.push(`interrupted ${heard}`),
  speaking: (isSpeaking) => events.push(isSpeaking ? 'speaks' : 'is silent'),
  theySpeak: (isSpeaking) => events.push(isSpeaking ? 'they speak' : 'they are silent'),
  unusable: () => events.push('unusable'),
  closed: ({ isOrderly }) => events.push(isOrderly ? 'closed' : 'lost'),
}
let holds = true
const logged: string[] = []

beforeAll(async () => {
  const upgraded = upgrades()
  app = Fastify({ http: { shouldUpgradeCallback: upgraded.takes } })
  upgraded.listen(app.server, () => undefined)
  await app.listen({ port: 0, host: '127.0.0.1' })
  publicUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const talks = {
    async opened(attemptId: number, providerCallId: string, line: TalkLine) {
      opened.push({ attemptId, providerCallId, line })
      return holds ? listener : null
    },
    stop: async () => undefined,
  }
  const log = Object.assign(Object.create(app.log), { warn: (...what: unknown[]) => logged.push(JSON.stringify(what)) })
  const options = { authToken: AUTH_TOKEN, publicUrl, talks, log, mostSessions: 2 }
  upgraded.add('/api/twilio/relay/', relayEndpoint(options))
})
const sockets: WebSocket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close()
  holds = true
  await new Promise((resolve) => setTimeout(resolve, 50))
  opened.length = 0
  events.length = 0
})
afterAll(() => app.close())

const urlOf = (attemptId: number) => talkUrls({ publicUrl, authToken: AUTH_TOKEN }, attemptId).relay
const NodeWebSocket = WebSocket as unknown as new (url: string, options: { headers: object }) => WebSocket

/** Whether it opened. */
function connect(url: string, signature = signRequest(AUTH_TOKEN, url, {})): Promise<WebSocket | null> {
  const socket = new NodeWebSocket(url, { headers: { 'x-twilio-signature': signature } })
  sockets.push(socket)
  return new Promise((resolve) => {
    socket.addEventListener('open', () => resolve(socket))
    socket.addEventListener('error', () => resolve(null))
  })
}
const SETUP = { type: 'setup', sessionId: 'VX1', callSid: 'CA1', parentCallSid: null, customParameters: {} }
async function aRelay(attemptId = 7): Promise<WebSocket> {
  const socket = await connect(urlOf(attemptId))
  if (!socket) throw new Error('The relay did not open')
  socket.send(JSON.stringify(SETUP))
  await expect.poll(() => opened.length).toBeGreaterThan(0)
  return socket
}

describe('a relay is refused before it is open', () => {
  test('with a wrong signature, or that of the https address', async () => {
    const url = urlOf(7)
    expect(await connect(url, 'wrong')).toBeNull()
    expect(await connect(url, signRequest(AUTH_TOKEN, url.replace(/^ws/, 'http'), {}))).toBeNull()
    expect(await connect(url, signRequest('another token', url, {}))).toBeNull()
  })

  test('at an address that nobody was given', async () => {
    const guessed = `${publicUrl.replace(/^http/, 'ws')}/api/twilio/relay/7-${'A'.repeat(43)}`
    expect(await connect(guessed)).toBeNull()
    expect(await connect(urlOf(7).replace('/7-', '/8-'))).toBeNull()
  })

  test('while the attempt has one, and beyond the most that a process holds', async () => {
    expect(await connect(urlOf(7))).not.toBeNull()
    expect(await connect(urlOf(7))).toBeNull()
    expect(await connect(urlOf(8))).not.toBeNull()
    expect(await connect(urlOf(9))).toBeNull()
  })
})

test('what happens on the line is reported in its order', async () => {
  const socket = await aRelay()
  for (const message of [
    { type: 'info', name: 'agentSpeaking', value: 'on' },
    { type: 'prompt', voicePrompt: 'I am', lang: 'en', last: false },
    { type: 'somethingNew', value: 1 },
    { type: 'interrupt', utteranceUntilInterrupt: 'Good', durationUntilInterruptMs: '12' },
    { type: 'info', name: 'agentSpeaking', value: 'off', ts: 1 },
    { type: 'info', name: 'clientSpeaking', value: 'on' },
    { type: 'info', name: 'clientSpeaking', value: 'off' },
    { type: 'prompt', voicePrompt: 'I am fine.', lang: 'en', last: true },
    { type: 'dtmf', digit: '1' },
  ]) {
    socket.send(JSON.stringify(message))
  }
  await expect
    .poll(() => events)
    .toEqual([
      ...['speaks', 'interrupted Good', 'is silent', 'they speak', 'they are silent'],
      ...['said I am fine.', 'pressed 1'],
    ])
  expect(opened[0]).toMatchObject({ attemptId: 7, providerCallId: 'CA1' })
})

test('words and the end go out as the provider reads them', async () => {
  const socket = await aRelay()
  const received: string[] = []
  socket.addEventListener('message', ({ data }) => received.push(String(data)))
  opened[0]?.line.speak('Hello.', { isLast: false })
  opened[0]?.line.speak('', { isLast: true })
  for (const _ of [1, 2]) opened[0]?.line.handBack()
  await expect
    .poll(() => received)
    .toEqual([
      '{"type":"text","token":"Hello.","last":false}',
      '{"type":"text","token":"","last":true}',
      '{"type":"end"}',
    ])
})

test('five malformed messages in a row end the talk, and one between good ones does not', async () => {
  const socket = await aRelay()
  for (let count = 0; count < 4; count += 1) socket.send('{"type":')
  socket.send(JSON.stringify({ type: 'dtmf', digit: '5' }))
  for (let count = 0; count < 5; count += 1) socket.send(JSON.stringify({ type: 'dtmf', digit: 'x' }))
  await expect.poll(() => events).toEqual(['pressed 5', 'unusable'])
})

test('a message that is far too long closes the line', async () => {
  const socket = await aRelay()
  socket.send('x'.repeat(70_000))
  await expect.poll(() => events).toEqual(['lost'])
})

test('a flood of messages before the provider names the call closes the line', async () => {
  const socket = await connect(urlOf(7))
  let isClosed = false
  socket?.addEventListener('close', () => {
    isClosed = true
  })
  for (let count = 0; count < 150; count += 1) socket?.send(JSON.stringify({ type: 'dtmf', digit: '1' }))
  await expect.poll(() => isClosed).toBe(true)
  expect(opened).toEqual([])
})

test('a call that holds no talk is given back at once', async () => {
  holds = false
  const socket = await connect(urlOf(7))
  const received: string[] = []
  socket?.addEventListener('message', ({ data }) => received.push(String(data)))
  socket?.send(JSON.stringify(SETUP))
  await expect.poll(() => received).toEqual(['{"type":"end"}'])
})

test('an ordinary request for that address is answered as HTTP', async () => {
  const answer = await fetch(urlOf(7).replace(/^ws/, 'http'))
  expect(answer.status).toBe(404)
})

test('what the provider repeats of our words in an error is not in the log', async () => {
  const socket = await aRelay()
  const description = 'Invalid message received, code: 64107, {"type":"text","token":"her marmalade"}'
  socket.send(JSON.stringify({ type: 'error', description }))
  await expect.poll(() => logged.join()).toContain('64107')
  expect(logged.join()).not.toContain('marmalade')
})
