import { Spinner } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'

/** While the code of a public screen is on its way. */
export function OneMoment() {
  return (
    <main className="verify">
      <h1 className="sr-only">Cooee</h1>
      <Logo markOnly className="size-16" />
      <Spinner className="verify__spin" />
      <p role="status" className="muted">
        One moment…
      </p>
    </main>
  )
}
