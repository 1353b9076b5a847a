interface Unavailable {
  kind: 'unavailable'
  /** For the log: what the store answered, or why it could not be asked. */
  reason: string
}

/** `unavailable`: nobody knows whether the object is there now. */
export type PutResult = { kind: 'stored' } | Unavailable
export type GetResult = { kind: 'found'; bytes: Buffer } | { kind: 'absent' } | Unavailable
/** `deleted` also where there was nothing to delete. */
export type DeleteResult = { kind: 'deleted' } | Unavailable

/**
 * A store of objects outside the database, for the sound of recordings. It holds what is sealed, as a whole: only the whole
 * proves that nobody has changed it, so there is no reading of parts.
 */
export interface SoundObjects {
  /** Stores an object; `stored` only once the store has it for good. */
  put(key: string, bytes: Buffer): Promise<PutResult>
  /** Reads a whole object; `absent` when the store has none under this key. */
  get(key: string): Promise<GetResult>
  /** Deletes an object for good. */
  delete(key: string): Promise<DeleteResult>
}
