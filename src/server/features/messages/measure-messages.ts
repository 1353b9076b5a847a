import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { gaugeOf } from '#server/platform/health/gauge-of.ts'
import { NOT_NEEDED } from './deliver/still-needed.ts'

/** Measures messages that wait to be taken and messages of the last day that nobody took. */
export function measureMessages(registry: Registry, { db, clock }: { db: Db; clock: Clock }): void {
  gaugeOf(
    registry,
    {
      name: 'cooee_message_oldest_waiting_seconds',
      help: 'How long the longest waiting message has been due, by channel; 0 where none waits.',
      labels: ['channel'],
    },
    async () => {
      const { rows } = await sql<{ channel: string; seconds: number }>`
        select channel, coalesce(extract(epoch from ${clock.now()}::timestamptz - (
          select min(deliver_at) from messages
          where messages.channel = channels.channel and sent_at is null and failed_at is null
        ))::float8, 0) as seconds
        from (values ('email'), ('sms'), ('push')) as channels (channel)`.execute(db)
      return rows.map(({ channel, seconds }) => ({ labels: { channel }, value: Math.max(0, seconds) }))
    },
  )
  gaugeOf(
    registry,
    {
      name: 'cooee_messages_failed_last_day',
      help: 'Messages of the last 24 hours that no provider took for good.',
    },
    async () => {
      const { failed } = await db
        .selectFrom('messages')
        .select((eb) => eb.fn.countAll<number>().as('failed'))
        .where('failedAt', '>', new Date(clock.now().getTime() - 24 * 3_600_000))
        .where('error', 'is distinct from', NOT_NEEDED)
        .executeTakeFirstOrThrow()
      return failed
    },
  )
}
