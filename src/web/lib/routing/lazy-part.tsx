import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react'

/** What a user who waits for a part that did not arrive can do. */
export interface PartFailure {
  onRetry: () => void
  retrying: boolean
}

let isFetchedAhead = false
/** The parts are here, also without a connection. */
export function partsAreHere(): void {
  isFetchedAhead = true
}

interface LazyPart<Props> {
  (props: Props): ReactNode
  /** Fetches the part; never rejects, because showing it says what went wrong. */
  preload: () => Promise<void>
}

/**
 * A screen or a dialog whose code is fetched when it is first needed. Until it is there, `waiting` holds its place. When
 * that fails, `failed` is drawn there and the rest of the app stays as it is: unlike with `React.lazy`, a failure is not
 * remembered, and trying again (which is also done when the connection comes back) needs no reload as long as the server
 * has the part.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  failed: (failure: PartFailure, props: Props) => ReactNode,
  waiting: ReactNode | ((props: Props) => ReactNode) = null,
): LazyPart<Props> {
  let Loaded: ComponentType<Props> | undefined
  let state: 'new' | 'waiting' | 'failed' | 'retrying' | 'there' = 'new'
  let pending: Promise<void> | undefined
  let failure: unknown
  const listeners = new Set<() => void>()
  function become(next: typeof state) {
    state = next
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  function preload(): Promise<void> {
    if (pending) return pending
    become(state === 'failed' ? 'retrying' : 'waiting')
    pending = fetchPart()
      .then((component) => {
        Loaded = component
        become('there')
      })
      .catch((error: unknown) => {
        failure = error
        pending = undefined
        become('failed')
      })
    return pending
  }
  async function fetchPart(): Promise<ComponentType<Props>> {
    // What is not asked for without a connection is not remembered as missing. What was fetched ahead needs none.
    if (!navigator.onLine && !isFetchedAhead) throw null
    const again = failure && (await (await import('./import-again.ts')).importAgain(failure))
    return (again as ComponentType<Props> | undefined) || load()
  }
  async function retry() {
    await preload()
    // The server answers, but has this part no more: a new version came out, which only a reload brings.
    if (state === 'failed' && (await fetch('/theme.js', { cache: 'no-store' }).catch(() => null))?.ok) location.reload()
  }

  // biome-ignore lint/correctness/noComponentHookFactories: parts are made once, when their module loads
  function Part(props: Props) {
    const now = useSyncExternalStore(subscribe, () => state)
    useEffect(() => {
      const again = () => void preload()
      again()
      window.addEventListener('online', again)
      return () => window.removeEventListener('online', again)
    }, [])
    if (Loaded) return <Loaded {...props} />
    if (now === 'failed' || now === 'retrying') {
      return failed({ onRetry: retry, retrying: now === 'retrying' }, props)
    }
    return typeof waiting === 'function' ? waiting(props) : waiting
  }
  return Object.assign(Part, { preload })
}
