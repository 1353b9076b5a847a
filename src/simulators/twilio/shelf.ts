/** Resources in the order they were made, found by id or by one other key without a scan. */
export class Shelf<T extends { readonly sid: string }> {
  readonly #keyOf: (item: T) => string
  readonly #bySid = new Map<string, T>()
  readonly #byKey = new Map<string, T[]>()
  #inOrder: T[] = []

  constructor(keyOf: (item: T) => string) {
    this.#keyOf = keyOf
  }

  get size(): number {
    return this.#bySid.size
  }

  add(item: T): void {
    this.#bySid.set(item.sid, item)
    this.#inOrder.push(item)
    const key = this.#keyOf(item)
    const siblings = this.#byKey.get(key)
    if (siblings) siblings.push(item)
    else this.#byKey.set(key, [item])
  }

  get(sid: string): T | undefined {
    return this.#bySid.get(sid)
  }

  remove(sid: string): void {
    const item = this.#bySid.get(sid)
    if (!item) return
    const key = this.#keyOf(item)
    this.#bySid.delete(sid)
    this.#byKey.set(
      key,
      this.withKey(key).filter((other) => other !== item),
    )
    this.#inOrder = this.#inOrder.filter((other) => other !== item)
  }

  /** Oldest first. */
  all(): readonly T[] {
    return this.#inOrder
  }

  /** Those that share the key, oldest first. */
  withKey(key: string): readonly T[] {
    return this.#byKey.get(key) ?? []
  }
}
