/** Columns that are sealed where there is a key. Beside each is one that names the key. */
export const SEALED_COLUMNS = {
  'turns.text': {
    table: 'turns',
    column: 'text',
    sealedWith: 'sealed_with',
    holds: 'text',
    cursor: 'id',
    rowKey: ['attemptId', 'step'],
  },
  'recordings.sound': {
    table: 'recordings',
    column: 'sound',
    sealedWith: 'sealed_with',
    holds: 'bytes',
    cursor: 'id',
    rowKey: ['id'],
  },
  'loved_ones.notes': {
    table: 'loved_ones',
    column: 'notes',
    sealedWith: 'notes_sealed_with',
    holds: 'text',
    cursor: 'id',
    rowKey: ['id'],
  },
  'loved_ones.medical_conditions': {
    ...{
      table: 'loved_ones',
      column: 'medical_conditions',
      sealedWith: 'medical_conditions_sealed_with',
      holds: 'text',
    },
    cursor: 'id',
    rowKey: ['id'],
  },
  'loved_ones.reminder_text': {
    table: 'loved_ones',
    column: 'reminder_text',
    sealedWith: 'reminder_text_sealed_with',
    holds: 'text',
    cursor: 'id',
    rowKey: ['id'],
  },
  'loved_ones.address': {
    table: 'loved_ones',
    column: 'address',
    sealedWith: 'address_sealed_with',
    holds: 'text',
    cursor: 'id',
    rowKey: ['id'],
  },
  'loved_ones.access_note': {
    table: 'loved_ones',
    column: 'access_note',
    sealedWith: 'access_note_sealed_with',
    holds: 'text',
    cursor: 'id',
    rowKey: ['id'],
  },
  'calls.resolved_note': {
    table: 'calls',
    column: 'resolved_note',
    sealedWith: 'resolved_note_sealed_with',
    holds: 'text',
    cursor: 'id',
    rowKey: ['id'],
  },
  // Sealed under the name that the column had when an incident was one cause: what was sealed then stays readable.
  'incidents.heard': {
    table: 'incident_causes',
    column: 'heard',
    sealedWith: 'heard_sealed_with',
    holds: 'text',
    cursor: 'id',
    rowKey: ['id'],
  },
  'inbound_texts.text': {
    table: 'inbound_texts',
    column: 'text',
    sealedWith: 'sealed_with',
    holds: 'text',
    cursor: 'provider_message_id',
    rowKey: ['providerMessageId'],
  },
  'inbound_texts.reply': {
    table: 'inbound_texts',
    column: 'reply',
    sealedWith: 'reply_sealed_with',
    holds: 'text',
    cursor: 'provider_message_id',
    rowKey: ['providerMessageId'],
  },
  'phone_refusals.phone_number': {
    table: 'phone_refusals',
    column: 'phone_number',
    sealedWith: 'sealed_with',
    holds: 'text',
    cursor: 'id',
    rowKey: ['id'],
    hash: 'phone_hash',
  },
  'events.words': {
    table: 'events',
    column: 'words',
    sealedWith: 'sealed_with',
    holds: 'text',
    cursor: 'id',
    rowKey: ['wordsOf'],
  },
  'webhooks.secret': {
    table: 'webhooks',
    column: 'secret',
    sealedWith: 'sealed_with',
    holds: 'text',
    cursor: 'id',
    rowKey: ['id'],
  },
  'webhook_deliveries.body': {
    table: 'webhook_deliveries',
    column: 'body',
    sealedWith: 'sealed_with',
    holds: 'text',
    cursor: 'id',
    rowKey: ['messageId'],
  },
  'second_factors.secret': {
    table: 'second_factors',
    column: 'secret',
    sealedWith: 'sealed_with',
    holds: 'text',
    cursor: 'id',
    rowKey: ['accountId'],
  },
  'signing_keys.secret': {
    table: 'signing_keys',
    column: 'secret',
    sealedWith: 'sealed_with',
    holds: 'bytes',
    cursor: 'name',
    rowKey: ['name'],
  },
} as const satisfies Record<string, SealedColumn>

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
  /** The column with the hash that the content is looked up by: written anew with each key. */
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

/** A row with the fields that name it, for whoever does not know its table. */
export type NamedRow = Readonly<Record<string, string | number>>

/** The one place in the database at which an envelope is good. */
export function placeOf(name: SealedColumnName, row: NamedRow): string {
  return JSON.stringify([name, ...SEALED_COLUMNS[name].rowKey.map((field) => row[field])])
}
