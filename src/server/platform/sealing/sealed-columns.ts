const ofBytesByName = { holds: 'bytes', cursor: 'name', rowKey: ['name'] } as const
const byMessageId = { cursor: 'provider_message_id', rowKey: ['providerMessageId'] } as const

/** Columns that are sealed when a key is set. Each has a companion column that names the key. */
export const SEALED_COLUMNS = {
  'turns.text': { ...sealed('turns', 'text', 'sealed_with'), rowKey: ['attemptId', 'step'] },
  'recordings.sound': { ...sealed('recordings', 'sound', 'sealed_with'), holds: 'bytes', elsewhere: 'sound_key' },
  'talk_notes.topic': { ...sealed('talk_notes', 'topic'), rowKey: ['talkId', 'position'] },
  'voice_recordings.sound': { ...sealed('voice_recordings', 'sound', 'sealed_with'), holds: 'bytes' },
  'talk_notes.words': { ...sealed('talk_notes', 'words', 'sealed_with'), rowKey: ['talkId', 'position'] },
  'talk_summaries.text': { ...sealed('talk_summaries', 'text', 'sealed_with'), rowKey: ['talkId', 'position'] },
  'talk_topics.words': sealed('talk_topics', 'words', 'sealed_with'),
  'loved_ones.notes': sealed('loved_ones', 'notes'),
  'loved_ones.medical_conditions': sealed('loved_ones', 'medical_conditions'),
  'loved_ones.reminder_text': sealed('loved_ones', 'reminder_text'),
  'loved_ones.address': sealed('loved_ones', 'address'),
  'loved_ones.access_note': sealed('loved_ones', 'access_note'),
  'contacts.key_note': sealed('contacts', 'key_note'),
  'aways.note': sealed('aways', 'note'),
  'calls.resolved_note': sealed('calls', 'resolved_note'),
  // Sealed under the name that the column had when an incident was one cause: what was sealed then stays readable.
  'incidents.heard': sealed('incident_causes', 'heard'),
  'inbound_texts.text': { ...sealed('inbound_texts', 'text', 'sealed_with'), ...byMessageId },
  'inbound_texts.reply': { ...sealed('inbound_texts', 'reply'), ...byMessageId },
  'phone_refusals.phone_number': { ...sealed('phone_refusals', 'phone_number', 'sealed_with'), hash: 'phone_hash' },
  'events.words': { ...sealed('events', 'words', 'sealed_with'), rowKey: ['wordsOf'] },
  'webhooks.secret': sealed('webhooks', 'secret', 'sealed_with'),
  'webhook_deliveries.body': { ...sealed('webhook_deliveries', 'body', 'sealed_with'), rowKey: ['messageId'] },
  'second_factors.secret': { ...sealed('second_factors', 'secret', 'sealed_with'), rowKey: ['personId'] },
  'push_devices.subscription': {
    ...sealed('push_devices', 'subscription', 'sealed_with'),
    rowKey: ['endpointHash'],
  },
  'signing_keys.secret': { ...sealed('signing_keys', 'secret', 'sealed_with'), ...ofBytesByName },
} as const satisfies Record<string, SealedColumn>

/** A column of texts in a table with an `id`. */
function sealed(table: string, column: string, sealedWith = `${column}_sealed_with`) {
  return { table, column, sealedWith, holds: 'text', cursor: 'id', rowKey: ['id'] } as const
}

interface SealedColumn {
  table: string
  column: string
  /** The column with the id of the key; null: stored as it is. */
  sealedWith: string
  /** Text columns hold the envelope as base64. */
  holds: 'text' | 'bytes'
  /** The primary key, along which a walk goes. */
  cursor: string
  /** What names the row for good and is known before it is written; sealed in, so that no row can take another's place. */
  rowKey: readonly string[]
  /**
   * The column that is set if the value is outside the database, sealed with the same key. The feature that put it there reseals it;
   * until then the old key is needed.
   */
  elsewhere?: string
  /** The column with the hash that the content is looked up by: rewritten with each key. */
  hash?: string
}

export type SealedColumnName = keyof typeof SEALED_COLUMNS
export type SealedTextColumn = {
  [Name in SealedColumnName]: (typeof SEALED_COLUMNS)[Name]['holds'] extends 'text' ? Name : never
}[SealedColumnName]
export type SealedBytesColumn = Exclude<SealedColumnName, SealedTextColumn>

/** The fields of a row that name it. */
export type RowOf<Name extends SealedColumnName> = Readonly<
  Record<(typeof SEALED_COLUMNS)[Name]['rowKey'][number], string | number>
>

/** A row with the fields that name it, for callers that do not know its table. */
export type NamedRow = Readonly<Record<string, string | number>>

/** The one place in the database at which an envelope is good. */
export function placeOf(name: SealedColumnName, row: NamedRow): string {
  return JSON.stringify([name, ...SEALED_COLUMNS[name].rowKey.map((field) => row[field])])
}
