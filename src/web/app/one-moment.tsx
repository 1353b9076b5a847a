import { Spinner } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'

/** While the code of a public screen, or the session, is loading. */
export function OneMoment({ children = 'One moment…' }: { children?: string }) {
  return (
    <main className="verify">
      <h1 className="sr-only">Cooee</h1>
      <Logo markOnly className="size-16" />
      <Spinner className="verify__spin" />
      <p role="status" className="muted">
        {children}
      </p>
    </main>
  )
}
