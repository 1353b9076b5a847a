import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiFault, Hostility } from './twilio/hostility.ts'

/** The faults that are an answer. */
type Refusal = Exclude<ApiFault, 'hang' | 'lost-answer'>

/** Lets the faults of hostile mode befall requests: refused in the provider's words, never answered, or answered to nobody. */
export function strikeRequests(
  app: FastifyInstance,
  hostility: Hostility,
  options: { refuse(fault: Refusal): Error; isStruck?(request: FastifyRequest): boolean },
): void {
  const lostAnswers = new WeakSet<FastifyRequest>()
  app.addHook('preHandler', async (request, reply) => {
    if (options.isStruck?.(request) === false) return
    const fault = hostility.nextApiFault()
    if (fault === 'hang') hang(request, reply, hostility.hangMilliseconds)
    else if (fault === 'lost-answer') lostAnswers.add(request)
    else if (fault) throw options.refuse(fault)
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    if (lostAnswers.has(request)) request.raw.socket.destroy()
    return payload
  })
}

function hang(request: FastifyRequest, reply: FastifyReply, milliseconds: number): void {
  reply.hijack()
  const { socket } = request.raw
  const timer = setTimeout(() => socket.destroy(), milliseconds)
  socket.once('close', () => clearTimeout(timer))
}
