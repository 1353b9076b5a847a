import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { changedEvent } from '#contract/changes.ts'
import { type Authenticate, tokenOf } from '../http/requests/authentication.ts'
import { tooMany } from '../visitors/quota.ts'
import type { ChangeFeed } from './change-feed.ts'

/** Windows and clients that listen at the same time, for each person and process. */
const MAX_STREAMS = 10
const TRY_LATER_MS = 60_000
const HEARTBEAT_MS = 15_000
/** After how long browsers reconnect; not all at the same moment after a restart. */
const COME_BACK_MS = 1_000
/** Who does not read does not listen. */
const MAX_UNREAD_BYTES = 16_384

interface ChangesOptions {
  feed: ChangeFeed
  authenticate: Authenticate
  heartbeatMs?: number
}

/** As described; what is sent is a stream of it. */
const EVENTS: z.ZodType<unknown> = z.string()

const DESCRIPTION = `Server-sent events. \`changed\` says that something of the account changed, and by its topics where to look
again: \`calls\` for how a call that is under way stands, \`activity\` for anything at all. A comment every 15 seconds keeps
the connection open. The stream ends with the session, and when it enters another circle. A change may go untold when connections break: look again now and
then all the same. At most ${MAX_STREAMS} streams of one person at a time.`

/** GET /api/changes: streams to an account, as it happens, that something of it changed. */
export const changeRoutes: FastifyPluginAsyncZod<ChangesOptions> = async (app, options) => {
  const { feed, authenticate, heartbeatMs = HEARTBEAT_MS } = options
  const streams = new Set<Readable>()
  const streamsOf = new Map<number, number>()
  const count = (personId: number, change: 1 | -1): void => {
    const many = (streamsOf.get(personId) ?? 0) + change
    if (many > 0) streamsOf.set(personId, many)
    else streamsOf.delete(personId)
  }
  const end = (stream: Readable): void => {
    if (streams.delete(stream)) stream.push(null)
  }
  // They never end by themselves: the server would wait for them.
  app.addHook('preClose', async () => {
    for (const stream of streams) end(stream)
  })

  app.get(
    '/api/changes',
    {
      compress: false, // what is compressed is held back until there is enough of it
      exposeHeadRoute: false,
      schema: {
        description: DESCRIPTION,
        response: { 200: { description: 'The stream', content: { 'text/event-stream': { schema: EVENTS } } } },
      },
    },
    async (request, reply) => {
      const { id: accountId } = request.account
      const { id: personId } = request.person
      const token = tokenOf(request)
      if ((streamsOf.get(personId) ?? 0) >= MAX_STREAMS) {
        throw tooMany('You have Cooee open in a lot of windows. This one checks every few seconds.', TRY_LATER_MS)
      }
      const stream = new Readable({ read() {} })
      const send = (text: string): void => {
        if (stream.readableLength > MAX_UNREAD_BYTES) stream.destroy()
        else if (streams.has(stream)) stream.push(text)
      }
      streams.add(stream)
      count(personId, 1)
      const leave = feed.listen(accountId, (topics) => send(changed([...topics])))
      const heartbeat = setInterval(async () => {
        send(': here\n\n')
        // A database that does not answer has not ended the session. One that goes on in another circle listens there.
        const isOver = await authenticate(token ?? '').then(
          (session) => session?.account.id !== accountId,
          () => false,
        )
        if (isOver) end(stream)
      }, heartbeatMs)
      stream.once('close', () => {
        clearInterval(heartbeat)
        leave()
        count(personId, -1)
        streams.delete(stream)
      })
      send(`retry: ${Math.round(COME_BACK_MS * (1 + Math.random()))}\n\n`)
      return reply
        .headers({
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store, no-transform',
          'x-accel-buffering': 'no', // nginx would collect it
          connection: 'close', // kept for a next request, it would hold up a server that stops
        })
        .send(stream)
    },
  )
}

function changed(topics: z.infer<typeof changedEvent>['topics']): string {
  return `event: changed\ndata: ${JSON.stringify({ topics })}\n\n`
}
