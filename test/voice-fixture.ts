import { writeWav } from '#core/voice/write-wav.ts'
import { aRegistration } from './factories.ts'
import type { LiveServer } from './live-server.ts'

/** A sound as a page records it. */
export const aVoice = (seconds = 2): Uint8Array<ArrayBuffer> =>
  writeWav(
    Float32Array.from({ length: seconds * 16_000 }, (_, index) => 0.5 * Math.sin(index / 7)),
    16_000,
  )

export interface Carer {
  accountId: number
  personId: number
  ask(method: string, path: string, body?: object | Uint8Array<ArrayBuffer>): Promise<{ status: number; json: never }>
}

/** Somebody who has registered on a live server, and their requests. */
export async function aCarer({ server }: LiveServer, fields: Record<string, unknown> = {}): Promise<Carer> {
  const send = async (method: string, path: string, body?: object, token?: string) => {
    const isSound = body instanceof Uint8Array
    const answer = await fetch(`${server.address}${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': isSound ? 'audio/wav' : 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: isSound ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false
    return { status: answer.status, json: (isJson ? JSON.parse(text) : text) as never }
  }
  const { status, json } = await send('POST', '/api/register', aRegistration(fields))
  if (status !== 201) throw new Error(`Registering answered ${status}: ${JSON.stringify(json)}`)
  const { token, user } = json as { token: string; user: { id: number; circle: { id: number } } }
  return {
    accountId: user.circle.id,
    personId: user.id,
    ask: (method, path, body) => send(method, path, body, token),
  }
}

/** A daily check-in of a loved one at that number, due at that instant. */
export async function aDailyCall(
  live: LiveServer,
  { accountId }: Carer,
  { phoneNumber, dueAt }: { phoneNumber: string; dueAt: Date },
): Promise<{ callId: number; scheduleId: number; lovedOneId: number }> {
  const { db } = live.server
  const { id: lovedOneId } = await db
    .insertInto('lovedOnes')
    .values({ accountId, name: 'Margaret Hartley', phoneNumber, timezone: 'Australia/Sydney' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: scheduleId } = await db
    .insertInto('callSchedules')
    .values({ accountId, lovedOneId, callType: 'daily_check_in', recurrencePattern: 'daily', timeOfDay: '09:00' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const callId = await live.aCall({ accountId, lovedOneId }, dueAt)
  await db.updateTable('calls').set({ scheduleId }).where('id', '=', callId).execute()
  return { callId, scheduleId, lovedOneId }
}

/** Records one part in the page, listens to it and uses it. */
export async function recorded(carer: Carer, callId: number, part: 'greeting' | 'question', sound = aVoice()) {
  const saved = await carer.ask('POST', `/api/calls/${callId}/voice/${part}`, sound)
  const { id } = saved.json as { id: number }
  await carer.ask('POST', `/api/voice-recordings/${id}/heard`)
  const used = await carer.ask('POST', `/api/voice-recordings/${id}/use`)
  if (used.status !== 200) throw new Error(`Using it answered ${used.status}: ${JSON.stringify(used.json)}`)
  return id
}
