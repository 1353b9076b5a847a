/** One form is open at a time, so one draft is enough. */
const DRAFT_KEY = 'cooee-draft'

/** What a form held when the session ended under it. */
export interface Draft {
  /** Whose it is, a person in a circle: nobody else gets to see it, and it goes to no other family. */
  scope: string
  /** Which form: "loved-one/new", "call/12". */
  name: string
  values: object
  creationKey: string
}

/** Kept beside the storage, which may be blocked: then a draft lives as long as the page. */
let inMemory: string | null = null

function isDraft(stored: unknown): stored is Draft {
  if (typeof stored !== 'object' || stored === null) return false
  const { scope, name, values, creationKey }: Partial<Record<keyof Draft, unknown>> = stored
  const isWhole = typeof scope === 'string' && typeof name === 'string' && typeof creationKey === 'string'
  return isWhole && typeof values === 'object' && values !== null
}

/** The draft that waits, of any user. */
export function storedDraft(): Draft | null {
  try {
    const stored: unknown = JSON.parse(readStorage() ?? inMemory ?? 'null')
    return isDraft(stored) ? stored : null
  } catch {
    return null
  }
}

function readStorage(): string | null {
  try {
    return sessionStorage.getItem(DRAFT_KEY)
  } catch {
    return null
  }
}

export function storeDraft(draft: Draft): void {
  inMemory = JSON.stringify(draft)
  try {
    sessionStorage.setItem(DRAFT_KEY, inMemory)
  } catch {
    // The copy in memory has to do.
  }
}

export function forgetDraft(): void {
  inMemory = null
  try {
    sessionStorage.removeItem(DRAFT_KEY)
  } catch {
    // Nothing could be stored either.
  }
}
