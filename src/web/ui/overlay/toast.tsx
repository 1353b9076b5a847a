import clsx from 'clsx'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { Button } from '#web/ui/button.tsx'

/** How long good news stays while nobody points at it or stands in it. An error stays until it is closed. */
export const TOAST_MS = 5000
const FOOT_GAP_PX = 12

interface ToastMessage {
  id: number
  kind: 'success' | 'error'
  title?: string
  text: string
}

let current: ToastMessage | undefined
let nextId = 1
const listeners = new Set<() => void>()

function show(message: ToastMessage | undefined) {
  current = message
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Short news about what was just done. One at a time: a new one takes the old one's place. */
export const toast = {
  success(text: string, title?: string): void {
    show({ id: nextId++, kind: 'success', title, text })
  },
  /** Titled "Error" unless the specification names another title. */
  error(text: string, title = 'Error'): void {
    show({ id: nextId++, kind: 'error', title, text })
  },
  dismiss(): void {
    show(undefined)
  },
}

/** Where toasts appear; once in the app. Both regions exist from the start, so that what enters them is read out. */
export function Toaster() {
  const message = useSyncExternalStore(subscribe, () => current)
  return (
    <div className="toast-region">
      <div role="status" aria-live="polite">
        {message?.kind === 'success' && <Toast key={message.id} message={message} />}
      </div>
      <div role="alert" aria-live="assertive">
        {message?.kind === 'error' && <Toast key={message.id} message={message} />}
      </div>
    </div>
  )
}

/** Says to the styles how far up the foot of the open dialog reaches: a toast stays above its buttons. */
function noteFoot(region: HTMLElement | null | undefined) {
  const foot = [...document.querySelectorAll('.dialog__foot')].at(-1)?.getBoundingClientRect()
  if (foot) region?.style.setProperty('--above-foot', `${window.innerHeight - foot.top + FOOT_GAP_PX}px`)
  else region?.style.removeProperty('--above-foot')
}

function Toast({ message }: { message: ToastMessage }) {
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const region = card.current?.closest<HTMLElement>('.toast-region')
    noteFoot(region)
    if (!region) return
    const shown = new AbortController()
    // Without a connection it stays where it is.
    import('./keep-off-focus.ts').then((module) => module.keepOffFocus(region, shown.signal)).catch(() => {})
    return () => shown.abort()
  }, [])
  const [held, setHeld] = useState(false)
  const remaining = useRef(TOAST_MS)

  useEffect(() => {
    if (held || message.kind === 'error') return
    const startedAt = performance.now()
    const timer = setTimeout(toast.dismiss, remaining.current)
    return () => {
      clearTimeout(timer)
      remaining.current -= performance.now() - startedAt
    }
  }, [held, message.kind])

  const Icon = message.kind === 'error' ? CircleAlert : CircleCheck
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only holds the toast; the close button is the control
    <div
      ref={card}
      className={clsx('toast', message.kind === 'error' && 'toast--error')}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon className="toast__icon" />
      <div>
        {message.title && <p className="toast__title">{message.title}</p>}
        <p className="toast__text">{keptTogether(message.text)}</p>
      </div>
      <Button variant="ghost" size="sm" icon aria-label="Close" onClick={toast.dismiss}>
        <X />
      </Button>
    </div>
  )
}
