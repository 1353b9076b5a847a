import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** Keeps what every event says: the product forgets it as soon as the deliveries are written, which hold it sealed. */
export async function keepEvents(db: Db): Promise<void> {
  await sql`create table kept_events (id bigint, event text, data jsonb)`.execute(db)
  await sql`create function keep_event() returns trigger language plpgsql as $$
    begin insert into kept_events values (new.id, new.event, new.data); return null; end $$`.execute(db)
  await sql`create trigger keep_event after insert on events for each row execute function keep_event()`.execute(db)
}

/** The events about a call, in order. */
export async function eventsAboutCall(db: Db, callId: number): Promise<string[]> {
  const { rows } = await sql<{ event: string }>`
    select event from kept_events where data ->> 'callId' = ${String(callId)} order by id`.execute(db)
  return rows.map(({ event }) => event)
}
