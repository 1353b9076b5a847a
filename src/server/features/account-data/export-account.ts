import { type ConsentMode, mayReadWords } from '#core/consent/consent.ts'
import { isWords } from '#core/conversation/is-words.ts'
import { openNote } from '#server/features/aways/public.ts'
import { readNote, spokenText } from '#server/features/calls/public.ts'
import { openInboundText } from '#server/features/check-ins/public.ts'
import { consentsOf } from '#server/features/consents/public.ts'
import { openKeyNote } from '#server/features/contacts/public.ts'
import { heardIn } from '#server/features/incidents/public.ts'
import { STORED_FREE_TEXTS, withFreeTexts } from '#server/features/loved-ones/public.ts'
import { openTalkNote, openTopic } from '#server/features/talks/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Session } from '#server/platform/http/requests/authentication.ts'
import { readableText } from '#server/platform/sealing/readable-text.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import { addressesOfOthers, type IsOfOthers } from './addresses-of-others.ts'
import { EXPORTED } from './exported-columns.ts'

/** Rows at a time: with everything that belongs to them they stay well below a megabyte of calls. */
const BATCH_SIZE = 200

export const EXPORT_FORMAT = 'cooee-export'
/** Counted up when something is renamed or removed; additions do not count. */
export const EXPORT_VERSION = 1

interface ExportDeps {
  db: Db
  sealing: Sealing
  /** What holds where somebody was never asked. */
  consent: ConsentMode
}

/** Whose data it is: a circle, and the person who asks with what belongs to them alone. */
type Exporting = { [Name in 'account' | 'person']: Pick<Session[Name], 'id'> }

/**
 * Everything that is kept about a circle and the person who asks, as JSON, piece by piece. What changes meanwhile may be
 * in one part and not yet in another.
 */
export async function* exportAccount(
  deps: ExportDeps,
  { account: { id: accountId }, person: { id: personId } }: Exporting,
  now: Date,
): AsyncGenerator<string> {
  const { db } = deps
  const person = await db
    .selectFrom('people')
    .select(EXPORTED.people)
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  const account = await db
    .selectFrom('accounts')
    .select(EXPORTED.accounts)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const subscription = await db
    .selectFrom('subscriptions')
    .select(EXPORTED.subscriptions)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  const notificationSettings = await db
    .selectFrom('notificationSettings')
    .select(EXPORTED.notificationSettings)
    .where('accountId', '=', accountId)
    .where('personId', '=', personId)
    .executeTakeFirst()
  const head = {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    exportedAt: now,
    profile: { ...person, ...account },
    subscription: subscription ?? null,
    notificationSettings: notificationSettings ?? null,
  }
  yield JSON.stringify(head, null, 1).slice(0, -2)
  for (const [name, rows] of Object.entries(listsOf(deps, { accountId, personId }))) {
    yield `,\n "${name}": [`
    let separator = '\n  '
    for await (const row of rows) {
      yield separator + JSON.stringify(row)
      separator = ',\n  '
    }
    yield '\n ]'
  }
  yield '\n}\n'
}

function listsOf(
  deps: ExportDeps,
  { accountId, personId }: { accountId: number; personId: number },
): Record<string, AsyncIterable<unknown>> {
  const { db, sealing } = deps
  const of = <Row>(load: (accountId: number) => Promise<Row[]>) => all(() => load(accountId))
  const plain = (table: PlainTable, ...order: string[]) => of((id) => plainRows(db, table, id, order))
  const others = addressesOfOthers(db, { accountId, personId })
  // Read below; a failure is that of the list that needs it.
  others.catch(() => {})
  const own = (table: OwnTable, ...order: string[]) => all(() => ownRows(db, table, personId, order))
  return {
    sessions: own('sessions', 'id'),
    accessTokens: own('accessTokens', 'id'),
    passkeys: own('passkeys', 'id'),
    secondFactors: own('secondFactors', 'id'),
    pushDevices: own('pushDevices', 'id'),
    knownAddresses: own('knownAddresses', 'lastUsedAt'),
    knownDevices: own('knownDevices', 'lastUsedAt'),
    calendarFeeds: own('calendarFeeds', 'createdAt'),
    members: plain('members', 'joinedAt'),
    invitations: plain('invitations', 'id'),
    planNotices: plain('planNotices', 'notifiedAt'),
    paidInvoices: plain('paidInvoices', 'paidAt'),
    removedCallCounts: plain('removedCallCounts', 'removedAt'),
    lovedOnes: of((id) =>
      db
        .selectFrom('lovedOnes')
        .select([...EXPORTED.lovedOnes, ...STORED_FREE_TEXTS])
        .where('accountId', '=', id)
        .orderBy('id')
        .execute()
        .then((rows) => rows.map((row) => withFreeTexts(sealing, row))),
    ),
    consents: plain('consents', 'id'),
    aways: of((id) =>
      db
        .selectFrom('aways')
        .select([...EXPORTED.aways, 'noteSealedWith'])
        .where('accountId', '=', id)
        .orderBy('id')
        .execute()
        .then((rows) =>
          rows.map(({ noteSealedWith, ...away }) => ({
            ...away,
            note: openNote(sealing, { ...away, noteSealedWith }),
          })),
        ),
    ),
    hotDayOffers: plain('hotDayOffers', 'id'),
    contacts: of((id) =>
      db
        .selectFrom('contacts')
        .select([...EXPORTED.contacts, 'keyNoteSealedWith'])
        .where('accountId', '=', id)
        .orderBy('lovedOneId')
        .orderBy('position')
        .execute()
        .then((rows) =>
          rows.map(({ keyNoteSealedWith, ...contact }) => ({
            ...contact,
            keyNote: openKeyNote(sealing, { ...contact, keyNoteSealedWith }),
          })),
        ),
    ),
    schedules: inChunks(idsOf(db, 'callSchedules', accountId), (ids) => schedules(db, ids)),
    occurrenceChanges: plain('occurrenceChanges', 'id'),
    voiceRecordings: of((id) =>
      db
        .selectFrom('voiceRecordings')
        .select(EXPORTED.voiceRecordings)
        .where('accountId', '=', id)
        // Drafts are their maker's alone.
        .where((eb) => eb.or([eb('usedAt', 'is not', null), eb('personId', '=', personId)]))
        .orderBy('id')
        .execute()
        .then((rows) => rows.map((row) => ({ ...row, download: `/api/voice-recordings/${row.id}/sound` }))),
    ),
    talkUses: plain('talkUses', 'month'),
    talkTopics: of((id) => talkTopics(deps, id)),
    calls: inChunks(idsOf(db, 'calls', accountId), (ids) => calls(deps, ids)),
    incidents: inChunks(idsOf(db, 'incidents', accountId), async (ids) =>
      incidents(deps, ids, { personId, isOfOthers: await others }),
    ),
    textsReceived: of(async (id) => {
      const isOfOthers = await others
      return db
        .selectFrom('inboundTexts')
        .select([...EXPORTED.inboundTexts, 'sealedWith', 'replySealedWith'])
        .where('accountId', '=', id)
        .orderBy('receivedAt')
        .execute()
        .then((rows) =>
          rows.map(({ sealedWith, replySealedWith, ...text }) => ({
            ...text,
            // Of another member's text it says that there was one, and when.
            ...(isOfOthers(text.phoneNumber)
              ? { phoneNumber: null, text: null, reply: null }
              : openInboundText(deps, { ...text, sealedWith, replySealedWith })),
          })),
        )
    }),
    messages: inChunks(idsOf(db, 'messages', accountId), async (ids) =>
      messages(db, ids, { personId, isOfOthers: await others }),
    ),
    activity: inChunks(idsOf(db, 'activity', accountId), (ids) =>
      db.selectFrom('activity').select(EXPORTED.activity).where('id', 'in', ids).orderBy('id').execute(),
    ),
  }
}

/** A circle's rows that are exported as they are kept. */
type PlainTable =
  | 'members'
  | 'invitations'
  | 'planNotices'
  | 'paidInvoices'
  | 'removedCallCounts'
  | 'consents'
  | 'occurrenceChanges'
  | 'hotDayOffers'
  | 'talkUses'
/** Those of the person who asks. */
type OwnTable =
  | 'sessions'
  | 'accessTokens'
  | 'passkeys'
  | 'pushDevices'
  | 'secondFactors'
  | 'knownAddresses'
  | 'knownDevices'
  | 'calendarFeeds'

function plainRows(db: Db, table: PlainTable, accountId: number, order: string[]): Promise<unknown[]> {
  const ref = (column: string) => db.dynamic.ref(column)
  const rows = db.selectFrom(table).select(EXPORTED[table].map(ref)).where('accountId', '=', accountId)
  return order.reduce((ordered, column) => ordered.orderBy(ref(column)), rows).execute()
}

function ownRows(db: Db, table: OwnTable, personId: number, order: string[]): Promise<unknown[]> {
  const ref = (column: string) => db.dynamic.ref(column)
  const rows = db.selectFrom(table).select(EXPORTED[table].map(ref)).where('personId', '=', personId)
  return order.reduce((ordered, column) => ordered.orderBy(ref(column)), rows).execute()
}

async function* all<Row>(load: () => Promise<Row[]>): AsyncGenerator<Row> {
  yield* await load()
}

type Counted = 'callSchedules' | 'calls' | 'incidents' | 'messages' | 'activity'

/** The ids alone, oldest first: a number each, for as many rows as there are. */
function idsOf(db: Db, table: Counted, accountId: number): () => Promise<number[]> {
  return async () => {
    const rows = await db.selectFrom(table).select('id').where('accountId', '=', accountId).orderBy('id').execute()
    return rows.map(({ id }) => id)
  }
}

async function* inChunks<Row>(
  ids: () => Promise<number[]>,
  load: (ids: number[]) => Promise<Row[]>,
): AsyncGenerator<Row> {
  const wanted = await ids()
  for (let from = 0; from < wanted.length; from += BATCH_SIZE) yield* await load(wanted.slice(from, from + BATCH_SIZE))
}

async function schedules(db: Db, ids: number[]) {
  const [rows, patterns] = await Promise.all([
    db.selectFrom('callSchedules').select(EXPORTED.callSchedules).where('id', 'in', ids).orderBy('id').execute(),
    db.selectFrom('schedulePatterns').select(EXPORTED.schedulePatterns).where('scheduleId', 'in', ids).execute(),
  ])
  const patternsOf = Map.groupBy(patterns, ({ scheduleId }) => scheduleId)
  return rows.map((schedule) => ({
    ...schedule,
    schedulePatterns: (patternsOf.get(schedule.id) ?? []).map(({ weekDay, timeOfDay }) => ({ weekDay, timeOfDay })),
  }))
}

/** With the words of those who let the family read them. */
async function calls({ db, sealing, consent }: ExportDeps, ids: number[]) {
  const rows = await db
    .selectFrom('calls')
    .select([...EXPORTED.calls, 'resolvedNoteSealedWith'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  const attempts = await db
    .selectFrom('attempts')
    .select(EXPORTED.attempts)
    .where('callId', 'in', ids)
    .orderBy('id')
    .execute()
  const attemptIds = [0, ...attempts.map(({ id }) => id)]
  const [consents, causes, turns, recordings, talks] = await Promise.all([
    consentsOf(
      db,
      rows.map(({ lovedOneId }) => lovedOneId),
      consent,
    ),
    db.selectFrom('incidentCauses').select(['callId', 'cause']).where('callId', 'in', ids).execute(),
    db
      .selectFrom('turns')
      .select([...EXPORTED.turns, 'step', 'sealedWith'])
      .where('attemptId', 'in', attemptIds)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('recordings')
      .select(EXPORTED.recordings)
      .where('attemptId', 'in', attemptIds)
      .orderBy('id')
      .execute(),
    talksOf({ db, sealing }, attemptIds),
  ])
  const attemptsOf = Map.groupBy(attempts, ({ callId }) => callId)
  const turnsOf = Map.groupBy(turns, ({ attemptId }) => attemptId)
  const recordingsOf = Map.groupBy(recordings, ({ attemptId }) => attemptId)
  const showsWords = ({ id, lovedOneId }: { id: number; lovedOneId: number }) => {
    const own = consents.get(lovedOneId)
    const raised = causes.filter(({ callId }) => callId === id).map(({ cause }) => cause)
    return own !== undefined && mayReadWords(own, raised)
  }
  return rows.map(({ resolvedNoteSealedWith, ...call }) => ({
    ...call,
    resolvedNote: readNote(sealing, { ...call, resolvedNoteSealedWith }),
    attempts: (attemptsOf.get(call.id) ?? []).map(({ callId, ...attempt }) => ({
      ...attempt,
      turns: (turnsOf.get(attempt.id) ?? []).map((turn) => readable(sealing, turn, showsWords(call))),
      talk: talks.of(attempt.id, showsWords(call)),
      recordings: (recordingsOf.get(attempt.id) ?? []).map(({ attemptId: _, ...recording }) => ({
        ...recording,
        download: recording.fetchedAt ? `/api/calls/${callId}/recording?download=1` : null,
      })),
    })),
  }))
}

/** The talks of these attempts, with what was written about them where the family may read the words. */
async function talksOf({ db, sealing }: Pick<ExportDeps, 'db' | 'sealing'>, attemptIds: number[]) {
  const talks = await db.selectFrom('talks').select(EXPORTED.talks).where('attemptId', 'in', attemptIds).execute()
  const ids = [0, ...talks.map(({ id }) => id)]
  const [notes, summaries] = await Promise.all([
    db
      .selectFrom('talkNotes')
      .select([...EXPORTED.talkNotes, 'position', 'topicSealedWith', 'sealedWith'])
      .where('talkId', 'in', ids)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('talkSummaries')
      .select([...EXPORTED.talkSummaries, 'position', 'sealedWith'])
      .where('talkId', 'in', ids)
      .orderBy('position')
      .execute(),
  ])
  return {
    of(attemptId: number, showsWords: boolean) {
      const talk = talks.find((one) => one.attemptId === attemptId)
      if (!talk) return null
      const own = ({ talkId }: { talkId: number }) => showsWords && talkId === talk.id
      return {
        ...talk,
        notes: notes.filter(own).map((note) => {
          const { position: _, topicSealedWith: __, sealedWith: ___, ...row } = note
          return { ...row, ...openTalkNote(sealing, note) }
        }),
        summary: summaries.filter(own).map(({ position, sealedWith, ...sentence }) => ({
          ...sentence,
          text: readableText(
            sealing.openText('talk_summaries.text', { ...sentence, position }, { value: sentence.text, sealedWith }),
          ),
        })),
      }
    },
  }
}

async function talkTopics({ db, sealing }: ExportDeps, accountId: number) {
  const rows = await db
    .selectFrom('talkTopics')
    .select([...EXPORTED.talkTopics, 'sealedWith'])
    .where('accountId', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.map(({ sealedWith, ...topic }) => ({ ...topic, words: openTopic(sealing, { ...topic, sealedWith }) }))
}

function readable<Turn extends Parameters<typeof spokenText>[1] & { speaker: string }>(
  sealing: Sealing,
  stored: Turn,
  showsWords: boolean,
) {
  const { attemptId: _, step, sealedWith: ___, ...turn } = stored
  const text = spokenText(sealing, stored)
  const isHidden = !showsWords && turn.speaker === 'person' && isWords({ step, text })
  return { ...turn, text: isHidden ? null : text }
}

/** Who asks, and which addresses are those of others. */
interface Asking {
  personId: number
  isOfOthers: IsOfOthers
}

async function incidents({ db, sealing }: ExportDeps, ids: number[], { personId, isOfOthers }: Asking) {
  const [rows, causes, people, alerts] = await Promise.all([
    db.selectFrom('incidents').select(EXPORTED.incidents).where('id', 'in', ids).orderBy('id').execute(),
    db
      .selectFrom('incidentCauses')
      .select([...EXPORTED.incidentCauses, 'heardSealedWith'])
      .where('incidentId', 'in', ids)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('incidentPeople')
      .select([...EXPORTED.incidentPeople, 'personId'])
      .where('incidentId', 'in', ids)
      .orderBy('position')
      .execute(),
    db.selectFrom('alerts').select(EXPORTED.alerts).where('incidentId', 'in', ids).orderBy('id').execute(),
  ])
  const alertIds = [0, ...alerts.map(({ id }) => id)]
  const dials = await db.selectFrom('alertCalls').select(EXPORTED.alertCalls).where('alertId', 'in', alertIds).execute()
  const causesOf = Map.groupBy(causes, ({ incidentId }) => incidentId)
  const peopleOf = Map.groupBy(people, ({ incidentId }) => incidentId)
  const alertsOf = Map.groupBy(alerts, ({ incidentId }) => incidentId)
  const members = new Set(
    people.flatMap((person) => (person.role === 'member' && person.personId !== personId ? person.id : [])),
  )
  const dialOf = new Map(dials.map(({ alertId, ...dial }) => [alertId, dial]))
  const callOf = ({ id, incidentPersonId: whom }: { id: number; incidentPersonId: number }) => {
    const dial = dialOf.get(id)
    return dial && (members.has(whom) || isOfOthers(dial.phoneNumber)) ? { ...dial, phoneNumber: null } : (dial ?? null)
  }
  return rows.map((incident) => ({
    ...incident,
    causes: (causesOf.get(incident.id) ?? []).map(({ incidentId: _, heardSealedWith, ...cause }) => ({
      ...cause,
      heard: heardIn({ sealing }, { ...cause, heardSealedWith }),
    })),
    people: (peopleOf.get(incident.id) ?? []).map(({ incidentId: _, personId: __, ...person }) =>
      members.has(person.id) ? { ...person, phoneNumber: null, email: null } : person,
    ),
    alerts: (alertsOf.get(incident.id) ?? []).map(({ incidentId: _, ...alert }) => ({
      ...alert,
      call: callOf(alert),
    })),
  }))
}

/**
 * Without anything that grants access: the text of a mail with a reset link, and the links by which contacts answer. Of a
 * message to another member it says that there was one, and when.
 */
async function messages(db: Db, ids: number[], { personId, isOfOthers }: Asking) {
  const rows = await db
    .selectFrom('messages')
    .select([...EXPORTED.messages, 'isSecret', 'personId', 'forMember'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows.map(({ isSecret, personId: reader, forMember, ...message }) => {
    const isToAnother = reader === null ? forMember || isOfOthers(message.recipient) : reader !== personId
    const theirs = isToAnother
      ? { recipient: null, fallbackRecipient: null, subject: null, fallbackText: null }
      : { fallbackText: message.fallbackText && withoutLinks(message.fallbackText) }
    return {
      ...message,
      ...theirs,
      text: isSecret || isToAnother ? null : withoutLinks(message.text),
    }
  })
}

function withoutLinks(text: string): string {
  return text.replace(/\/(incident|agree)\/[\w.-]+/g, '/$1/(left out)')
}
