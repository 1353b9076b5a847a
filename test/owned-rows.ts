import { sql } from 'kysely'
import type { SignedIn, TestApp } from './build-test-app.ts'
import { aContact, aLovedOne, aNumber } from './factories.ts'

/** What a request can name by its id. */
export type OwnedKind =
  | 'lovedOne'
  | 'contact'
  | 'away'
  | 'hotDayOffer'
  | 'call'
  | 'callUnderWay'
  | 'skippedCall'
  | 'endedCall'
  | 'topic'
  | 'voiceRecording'
  | 'session'
  | 'accessToken'
  | 'pushDevice'
  | 'passkey'
  | 'activity'
  | 'circle'
  | 'member'
  | 'invitation'

/** Tomorrow, where the clock of the tests begins. */
export const AN_ACCEPTED_TIME = '2026-03-12T09:00:00+11:00'

/** The regular time of the recurring calls. */
export const AN_OCCURRENCE = '2026-03-11T00:00:00.000Z'

/** An account holder and the id of one row of each kind that is theirs. */
export interface Owner {
  carer: SignedIn
  ids: Record<OwnedKind, number>
}

/** Stand in what an account of `owner` is shown, and nowhere else. */
export const MARKS_OF = (owner: Owner): string[] => [markOf(owner.carer), `${markOf(owner.carer)}s-friend`]
/** Of letters alone: a name holds no long number. Its end keeps one from being the beginning of another. */
const markOf = ({ user }: SignedIn) =>
  `Wilhelmina-${[...String(user.id)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}-x`

/** Gives `carer` a loved one, a contact, a recurring call, a call that has ended and was recorded, and another member. */
export async function ownerOf(cooee: TestApp, carer: SignedIn): Promise<Owner> {
  const { db, clock } = cooee
  const now = clock.now()
  const made = async (url: string, body: unknown): Promise<number> => {
    const answer = await carer.post(url, body)
    if (answer.statusCode !== 201) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
    return answer.json().id
  }
  const phoneNumber = `+614${10_000_000 + aNumber()}`
  const { circle } = (await carer.get('/api/me')).json()
  const lovedOne = await made('/api/loved-ones', aLovedOne({ name: markOf(carer), phoneNumber }))
  const agreed = { subject: 'calls', state: 'agreed', how: 'key', wording: 'x', at: now } as const
  await db
    .insertInto('consents')
    .values({ accountId: circle.id, lovedOneId: lovedOne, ...agreed })
    .execute()
  const contact = await made('/api/contacts', aContact(lovedOne, { name: `${markOf(carer)}s-friend` }))
  // Asked so long ago that they may be asked again.
  const askedAt = new Date(now.getTime() - 2 * 86_400_000)
  await db.updateTable('contacts').set({ askedAt }).where('id', '=', contact).execute()
  const awayId = await made(`/api/loved-ones/${lovedOne}/away`, { from: '2026-09-01', until: '2026-09-02' })
  const hotDay = { town: 'mildura', day: '2026-03-12', degrees: 45 }
  const { id: hotDayOffer } = await db
    .insertInto('hotDayOffers')
    .values({ accountId: circle.id, lovedOneId: lovedOne, ...hotDay })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('townForecasts')
    .values({ ...hotDay, fetchedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const scheduledTime = new Date(now.getTime() + 86_400_000).toISOString()
  const aCall = { lovedOneId: lovedOne, callType: 'daily_check_in', scheduledTime }
  const call = await made('/api/calls', { ...aCall, scheduledTime: AN_OCCURRENCE, recurrencePattern: 'daily' })
  const callUnderWay = await made('/api/calls', { ...aCall, recurrencePattern: 'once' })
  await db.updateTable('calls').set({ status: 'in_progress' }).where('id', '=', callUnderWay).execute()
  const skippedCall = await made('/api/calls', {
    ...aCall,
    scheduledTime: AN_OCCURRENCE,
    recurrencePattern: 'daily',
  })
  const skipped = await carer.post(`/api/calls/${skippedCall}/skip`)
  if (skipped.statusCode !== 200) throw new Error(`Skipping answered ${skipped.statusCode}: ${skipped.body}`)
  const endedCall = await made('/api/calls', { ...aCall, recurrencePattern: 'once' })
  await db
    .updateTable('calls')
    .set({ status: 'completed', dialAt: null, dialBy: null, endedAt: now })
    .where('id', '=', endedCall)
    .execute()
  const { id: attemptId } = await db
    .insertInto('attempts')
    .values({
      ...{ callId: endedCall, attemptNumber: 1, phoneNumber, state: 'ended', outcome: 'acknowledged' },
      ...{ providerCallId: `CA${endedCall}`, startedAt: now, dialBy: now, isRecorded: true },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('talks')
    .values({ accountId: circle.id, lovedOneId: lovedOne, attemptId, openedAt: now })
    .execute()
  const agreedToWords = { subject: 'words', state: 'agreed', how: 'key', wording: '2026-11', at: now } as const
  await db
    .insertInto('consents')
    .values({ accountId: circle.id, lovedOneId: lovedOne, ...agreedToWords })
    .execute()
  const { id: topic } = await db
    .insertInto('talkTopics')
    .values({ accountId: circle.id, lovedOneId: lovedOne, words: 'her garden', createdAt: now, updatedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('recordings')
    .values({
      ...{ attemptId, providerRecordingId: `RE${endedCall}`, durationSeconds: 5, reportedAt: now, fetchedAt: now },
      ...{ expiresAt: new Date(now.getTime() + 86_400_000), sound: Buffer.from('her voice'), contentType: 'audio/wav' },
    })
    .execute()
  const { scheduleId } = await db
    .selectFrom('calls')
    .select('scheduleId')
    .where('id', '=', call)
    .executeTakeFirstOrThrow()
  if (scheduleId === null) throw new Error('The call repeats')
  const recorded = {
    accountId: circle.id,
    personId: carer.user.id,
    scheduleId,
    part: 'greeting',
    source: 'page',
  } as const
  const { id: voiceRecording } = await db
    .insertInto('voiceRecordings')
    .values({ ...recorded, durationMs: 2000, madeAt: now, heardAt: now, sound: Buffer.from('their voice') })
    .returning('id')
    .executeTakeFirstOrThrow()
  const name = `${markOf(carer)}s-member`
  const { id: member } = await db
    .insertInto('people')
    .values({
      username: name,
      email: `${name}@example.com`,
      verifiedEmail: `${name}@example.com`,
      passwordHash: 'none',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const away = { awayFrom: '2026-03-01', awayUntil: '2026-03-11' }
  const joined = { accountId: circle.id, personId: member, role: 'carer', mayHearCalls: true, ...away } as const
  await db.insertInto('members').values(joined).execute()
  const invited = await carer.post('/api/invitations', { email: `${markOf(carer)}s-guest@example.com`, role: 'viewer' })
  if (invited.statusCode !== 201) throw new Error(`Inviting answered ${invited.statusCode}: ${invited.body}`)
  const [session] = (await carer.get('/api/sessions')).json()
  const [activity] = (await carer.get('/api/activity')).json()
  const { id: accessToken } = await db
    .insertInto('accessTokens')
    .values({
      ...{ accountId: circle.id, personId: carer.user.id, name: `${markOf(carer)}s-token`, scopes: ['calls:read'] },
      ...{ tokenHash: Buffer.from(`token of ${carer.user.id}`), lastFour: 'abcd', createdAt: now },
      expiresAt: new Date(now.getTime() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: pushDevice } = await db
    .insertInto('pushDevices')
    .values({
      ...{ personId: carer.user.id, endpointHash: `of ${carer.user.id}`, subscription: '{}' },
      device: `${markOf(carer)}s-phone`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: passkey } = await db
    .insertInto('passkeys')
    .values({
      ...{
        personId: carer.user.id,
        name: `${markOf(carer)}s-phone`,
        credentialId: Buffer.from(`key of ${carer.user.id}`),
      },
      ...{ publicKey: Buffer.from('public'), userHandle: Buffer.from('handle'), signCount: 0 },
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    carer,
    ids: {
      lovedOne,
      contact,
      away: awayId,
      hotDayOffer,
      call,
      callUnderWay,
      skippedCall,
      endedCall,
      topic,
      voiceRecording,
      session: session.id,
      accessToken,
      pushDevice,
      passkey,
      activity: activity.id,
      circle: circle.id,
      member,
      invitation: invited.json()[0].id,
    },
  }
}

/** Tables that count tries, refused and failed ones too, and note from where the right password came. */
export const BRAKES = /^(quota|login_?failures|known)/i

/** Two of these are equal where no row of any table has changed, `BRAKES` apart. */
export async function fingerprint({ db }: TestApp): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  const sums = tables.rows
    .filter(({ name }) => !BRAKES.test(name))
    .map(
      ({ name }) =>
        sql`select ${name} as name, md5(coalesce(string_agg(t::text, '' order by t::text), '')) as sum from ${sql.table(name)} t`,
    )
  const { rows } = await sql<{ name: string; sum: string }>`${sql.join(sums, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}
