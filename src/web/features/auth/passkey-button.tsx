import { useState } from 'react'
import { passkeyFailure } from '#web/lib/passkeys/passkey-failure.ts'
import { signIn } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'

const FAILED = 'We couldn’t sign you in with a passkey. Please use your password.'

/** Signs in without a name and a password. What it needs is loaded when it is pressed. */
export function PasskeyButton({ onStart, onFailure }: { onStart: () => void; onFailure: (why: string) => void }) {
  const [isAsking, setAsking] = useState(false)
  async function ask() {
    setAsking(true)
    onStart()
    try {
      const { signInWithPasskey } = await import('./sign-in-with-passkey.ts')
      signIn(await signInWithPasskey())
    } catch (error) {
      onFailure(passkeyFailure(error, FAILED))
      setAsking(false)
    }
  }
  return (
    <Button size="lg" block busy={isAsking} busyLabel="Waiting for your passkey…" onClick={ask}>
      Sign in with a passkey
    </Button>
  )
}
