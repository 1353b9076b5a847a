import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Misbehaviour, misbehavedReply } from './misbehaviour.ts'
import { type Message, type ScriptedReply, scriptedReply } from './scripted-replies.ts'

export interface ModelSimulatorOptions {
  /** Zero, or nothing: any free one. */
  port?: number
  /** Refuses requests without it. Null, or nothing: asks for none. */
  apiKey?: string | null
  /** Before the first word, and between two, in milliseconds. */
  pace?: { first: number; between: number }
  /** How long `slow-first-token` takes, in milliseconds. */
  slowMs?: number
}

interface CompletionRequest {
  model: string
  messages: Message[]
  stream?: boolean
  stream_options?: { include_usage?: boolean }
  tools?: { type: string; function: { name: string } }[]
}

/** A running simulator. */
export interface ModelSimulator {
  /** What a client is given as its base URL. */
  readonly url: string
  /** What was asked, as it came. */
  readonly requests: CompletionRequest[]
  /** Befall the next replies, one each. */
  readonly misbehaviours: Misbehaviour[]
  /** Befalls every reply while it is set. */
  misbehaves: Misbehaviour | null
  /** Replies that a client gave up. */
  readonly aborted: number
  close(): Promise<void>
}

/**
 * Starts a simulator of a server that speaks OpenAI's chat completions: `POST /v1/chat/completions`, streamed as server-sent
 * events with tool calls in fragments and the usage at the end. It says what its script has for the last turn, and
 * misbehaves when it is told to.
 */
export async function startModelSimulator(options: ModelSimulatorOptions = {}): Promise<ModelSimulator> {
  const pace = options.pace ?? { first: 0, between: 0 }
  const state = {
    requests: [] as CompletionRequest[],
    misbehaviours: [] as Misbehaviour[],
    misbehaves: null as Misbehaviour | null,
    aborted: 0,
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString()
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return deny(response, 404, 'not found')
    const key = options.apiKey ?? null
    if (key !== null && request.headers.authorization !== `Bearer ${key}`) return deny(response, 401, 'invalid key')
    const asked = read(body)
    if (asked === null) return deny(response, 400, 'invalid request')
    state.requests.push(asked)
    response.on('close', () => {
      if (!response.writableEnded && response.req.socket.destroyed) state.aborted += 1
    })
    const how = state.misbehaviours.shift() ?? state.misbehaves
    if (how === 'error-500') return deny(response, 500, 'the engine is overloaded')
    if (how === 'too-many-requests') return deny(response, 429, 'rate limit reached')
    const tools = (asked.tools ?? []).map((tool) => tool.function.name)
    const reply = (how && misbehavedReply(how, asked.messages)) ?? scriptedReply(asked.messages, tools)
    await stream(response, asked, reply, how, { ...pace, slowMs: options.slowMs ?? 4000 })
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}/v1`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

function read(body: string): CompletionRequest | null {
  try {
    const asked = JSON.parse(body) as CompletionRequest
    return typeof asked.model === 'string' && Array.isArray(asked.messages) && asked.messages.length > 0 ? asked : null
  } catch {
    return null
  }
}

function deny(response: ServerResponse, status: number, message: string): void {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ error: { message, type: 'error', param: null, code: null } }))
}

const CHARACTERS_OF_A_TOKEN = 4

async function stream(
  response: ServerResponse,
  asked: CompletionRequest,
  reply: ScriptedReply,
  how: Misbehaviour | null,
  pace: { first: number; between: number; slowMs: number },
): Promise<void> {
  const head = { id: 'chatcmpl-scripted', object: 'chat.completion.chunk', created: 0, model: asked.model }
  const send = (delta: object, finish: string | null = null) =>
    response.write(`data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`)
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  response.flushHeaders()
  // Until the client gives up.
  if (how === 'silence') return
  await pause(how === 'slow-first-token' ? pace.slowMs : pace.first)
  if (response.destroyed) return
  send({ role: 'assistant', content: '' })
  const pieces = reply.text.match(/\S+\s*/g) ?? []
  for (const [place, content] of pieces.entries()) {
    if (place === 1 && how === 'broken-frame') response.write('data: {"choices":[{"delta":{"content":\n\n')
    if (place === 1 && how === 'cut-stream') return void response.destroy()
    if (place === 2 && how === 'stall') return
    if (response.destroyed) return
    send({ content })
    if (pace.between > 0) await pause(pace.between)
  }
  if (reply.tool) sendTool(send, reply.tool)
  send({}, how === 'cut-by-length' ? 'length' : reply.tool ? 'tool_calls' : 'stop')
  if (asked.stream_options?.include_usage) {
    const inTokens = Math.ceil(JSON.stringify(asked.messages).length / CHARACTERS_OF_A_TOKEN)
    const usage = { prompt_tokens: inTokens, completion_tokens: pieces.length, total_tokens: inTokens + pieces.length }
    response.write(`data: ${JSON.stringify({ ...head, choices: [], usage })}\n\n`)
  }
  response.end('data: [DONE]\n\n')
}

/** In two fragments, as servers do. */
function sendTool(
  send: (delta: object) => void,
  { name, arguments: words }: { name: string; arguments: string },
): void {
  const half = Math.ceil(words.length / 2)
  send({
    tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name, arguments: words.slice(0, half) } }],
  })
  send({ tool_calls: [{ index: 0, function: { arguments: words.slice(half) } }] })
}
