import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { authSchema } from '#contract/accounts/accounts.ts'
import { type CallDetails, callDetailsSchema } from '#contract/calls/call-details.ts'
import { FINAL_STATUSES } from '#core/calls/call-vocabulary.ts'
import type { Situation } from './situations.ts'

/** What came of one call. */
export interface Played {
  situation: Situation
  phoneNumber: string
  /** The call as it ended, or where it was when it was no longer waited for. */
  call: CallDetails
}

/** The numbers of one situation, E.164. */
export interface Numbers {
  /** The phone that rings. */
  rings: string
  /** Whom the family's alert goes to by text. */
  family: string
}

/** Longer than a phone rings and a call may last. */
const END_WITHIN_MS = 7 * 60_000
/** Alerts follow the end of a call; after this long without one, no further immediate alert comes. */
const QUIET_MS = 2_000
const POLL_EVERY_MS = 200

/** Plays situations through the API of a Cooee, as somebody who uses it would. */
export interface DrillClient {
  /** Whether that address is the same Cooee: what the phone provider calls back must not be another one. */
  isReachedAt(address: string): Promise<boolean>
  /** Rings once, waits for the end and the alerts, and removes the person again, so that no escalation follows. */
  play(situation: Situation, numbers: Numbers): Promise<Played>
}

/** Registers at the Cooee that listens at `address`. Throws what it refuses with. */
export async function drillClient(address: string): Promise<DrillClient> {
  const name = `drill-${randomBytes(4).toString('hex')}`
  const registration = {
    username: name,
    email: `${name}@example.com`,
    password: randomBytes(18).toString('base64url'),
    firstName: 'Robyn',
    lastName: 'Hartley',
  }
  const { token } = authSchema.parse(await ask(address, 'POST', '/api/register', registration))
  const api = (method: string, path: string, body?: object) => ask(address, method, path, body, token)
  return {
    isReachedAt: (other) =>
      ask(other, 'GET', '/api/me', undefined, token).then(
        () => true,
        () => false,
      ),
    async play(situation, { rings, family }) {
      const lovedOneId = idIn(
        await api('POST', '/api/loved-ones', {
          name: 'Margaret Hartley',
          phoneNumber: rings,
          timezone: 'Australia/Sydney',
          retryAttempts: 0,
        }),
      )
      try {
        const contact = { name: 'Susan Hartley', phoneNumber: family, isEmergencyContact: true }
        await api('POST', '/api/contacts', { lovedOneId, ...contact })
        const callId = idIn(
          await api('POST', '/api/calls', {
            lovedOneId,
            callType: situation.callType,
            scheduledTime: new Date().toISOString(),
            recurrencePattern: 'once',
            // A drill is played at any hour, by people who hold the phones in their hands.
            confirmNight: true,
          }),
        )
        const readCall = async () => callDetailsSchema.parse(await api('GET', `/api/calls/${callId}`))
        return { situation, phoneNumber: rings, call: await whatCameOf(readCall) }
      } finally {
        await api('DELETE', `/api/loved-ones/${lovedOneId}`)
      }
    },
  }
}

async function whatCameOf(readCall: () => Promise<CallDetails>): Promise<CallDetails> {
  const isFinal = (call: CallDetails) => FINAL_STATUSES.some((status) => status === call.status)
  const deadline = performance.now() + END_WITHIN_MS
  let call = await readCall()
  while (!isFinal(call) && performance.now() < deadline) {
    await pause(POLL_EVERY_MS)
    call = await readCall()
  }
  let lastCount = -1
  let quietSince = performance.now()
  while (performance.now() - quietSince < QUIET_MS) {
    call = await readCall()
    const count = call.escalation?.steps.length ?? 0
    if (count !== lastCount) quietSince = performance.now()
    lastCount = count
    await pause(POLL_EVERY_MS)
  }
  return call
}

async function ask(address: string, method: string, path: string, body?: object, token?: string): Promise<unknown> {
  const answer = await fetch(address + path, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(15_000),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text.slice(0, 300)}`)
  return text === '' ? null : JSON.parse(text)
}

function idIn(answer: unknown): number {
  if (typeof answer === 'object' && answer !== null && 'id' in answer && typeof answer.id === 'number') return answer.id
  throw new Error('What was created has no id')
}
