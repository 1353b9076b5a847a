import type { FastifyInstance } from 'fastify'
import type { Exchange } from '../call/exchange.ts'
import type { Ledger } from '../ledger.ts'
import type { PhoneBook } from '../phone/phone-book.ts'
import { isOver, type SimulatedCall } from '../simulated-records.ts'
import { ApiError } from './api-error.ts'
import { field, readDocument, readForm, readInstructions, readNumber } from './api-forms.ts'
import { type ListQuery, presentPage } from './api-paging.ts'
import { accountUri, presentCall } from './api-resources.ts'
import { isOurs, numberRates } from './number-rates.ts'

interface CallPath {
  Params: { sid: string }
}

/** The Calls resource: create, fetch, list and update, as https://www.twilio.com/docs/voice/api/call-resource has them. */
export function callsApi(
  app: FastifyInstance,
  deps: {
    ledger: Ledger
    phoneBook: PhoneBook
    exchange: Exchange
    accountSid: string
    callsPerSecond?: number | undefined
    onOverRate?: (from: string) => void
  },
): void {
  const { ledger, phoneBook, exchange, accountSid } = deps
  const keepRate = numberRates(deps.callsPerSecond ?? Number.POSITIVE_INFINITY, deps.onOverRate ?? (() => {}))
  const base = accountUri(accountSid)

  app.post(`${base}/Calls.json`, async (request, reply) => {
    const form = readForm(request.body)
    const { to, from } = readParties(form)
    if (!isOurs(ledger, from)) {
      throw new ApiError(
        'fromNotOurs',
        `The source phone number provided, ${from}, is not yet verified for your account.`,
      )
    }
    keepRate(from)
    const instructions = readInstructions(form)
    const admission = phoneBook.admit(to, from)
    switch (admission.kind) {
      case 'invalid-number':
        throw invalidTo(to)
      case 'unavailable':
        throw new ApiError('unavailable', 'Service is unavailable, try again')
      case 'placeable': {
        const call = exchange.place({ to, from, instructions, form, behaviour: admission.behaviour })
        return reply.code(201).send(presentCall(call))
      }
    }
  })

  app.get<{ Querystring: ListQuery }>(`${base}/Calls.json`, async ({ query }) => {
    const to = typeof query.To === 'string' && query.To !== '' ? query.To : null
    const calls = to === null ? ledger.calls.all() : ledger.calls.withKey(readNumber(to) ?? to)
    return presentPage(calls, { uri: `${base}/Calls.json`, query }, 'calls', {
      matches: (call) => query.From === undefined || query.From === '' || query.From === call.from,
      present: presentCall,
    })
  })

  app.get<CallPath>(`${base}/Calls/:sid.json`, async (request) => presentCall(requireCall(request.params.sid)))

  app.post<CallPath>(`${base}/Calls/:sid.json`, async (request) => {
    const call = requireCall(request.params.sid)
    const form = readForm(request.body)
    const status = field(form, 'Status')
    const document = readDocument(form)
    if (status !== '' && status !== 'completed' && status !== 'canceled') {
      throw new ApiError('invalidParameter', `Status must be completed or canceled, not ${status}`)
    }
    if (document && !exchange.redirect(call, document)) {
      throw new ApiError('callNotInProgress', 'Call is not in-progress. Cannot redirect.')
    }
    // "canceled" leaves a call that was answered alone; "completed" ends it whatever it is doing.
    const ends = status === 'completed' || (status === 'canceled' && call.status !== 'in-progress')
    if (ends && !isOver(call.status)) {
      exchange.hangUp(call)
      await untilOver(call)
    }
    return presentCall(call)
  })

  function requireCall(sid: string): SimulatedCall {
    const call = ledger.calls.get(sid)
    if (!call) throw new ApiError('notFound', `The requested resource ${base}/Calls/${sid}.json was not found`)
    return call
  }
}

/** The two numbers of a create request. */
function readParties(form: ReturnType<typeof readForm>): { to: string; from: string } {
  const to = field(form, 'To')
  const from = field(form, 'From')
  if (to === '') throw new ApiError('toMissing', "No 'To' number is specified")
  if (from === '') throw new ApiError('fromMissing', "No 'From' number is specified")
  const called = readNumber(to)
  const caller = readNumber(from)
  if (!called) throw invalidTo(to)
  if (!caller) throw new ApiError('fromInvalid', `The source phone number provided, ${from}, is not valid`)
  return { to: called, from: caller }
}

function invalidTo(to: string): ApiError {
  return new ApiError('toInvalid', `The phone number you are attempting to call, ${to}, is not valid.`)
}

/** An interrupted call unwinds within a few turns of the event loop. */
async function untilOver(call: SimulatedCall): Promise<void> {
  for (let turns = 0; turns < 20 && !isOver(call.status); turns += 1) await new Promise(setImmediate)
}
