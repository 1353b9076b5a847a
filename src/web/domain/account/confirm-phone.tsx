import { useMutation, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { userSchema } from '#contract/accounts/accounts.ts'
import { CODE_WAIT_SECONDS, openPhoneCode, verifyPhoneBody } from '#contract/accounts/sign-in/verify-phone.ts'
import { messageBody } from '#contract/wire.ts'
import { formatTime } from '#core/format/dates.ts'
import { viewerZone } from '#web/domain/local-time.tsx'
import { shownPhone } from '#web/domain/people/shown-phone.ts'
import { ApiError, api } from '#web/lib/http/api-client.ts'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { replaceUser, verifySession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'

/** What is so until the number, in E.164, is verified. */
export function unverifiedText(phoneNumber: string): string {
  return `We haven’t checked that our texts reach you on ${shownPhone(phoneNumber)}. Until you type the code, we email you the same news we text you.`
}

interface ConfirmPhoneProps {
  /** Stands beside the buttons. */
  beside?: ReactNode
  /** The number was entered a moment ago, to be verified: the first code is on its way without another press. */
  sendsAtOnce?: boolean
  /** After the number was verified: what is shown here goes. */
  onConfirmed?: () => void
}

/** Sends a code to the number of the profile, and takes it. No form of its own: it stands in one, too. */
export function ConfirmPhone({ beside, sendsAtOnce = false, onConfirmed }: ConfirmPhoneProps) {
  const [isSentHere, setSentHere] = useState(false)
  // On a phone, the page is loaded again when the user comes back from reading the text.
  const goodUntil = useQuery(openCodeQuery).data?.goodUntil
  const isSent = isSentHere || Boolean(goodUntil)
  const [isWaiting, wait] = useWait()
  const send = useMutation({
    networkMode: 'always',
    mutationFn: () => api.post(messageBody, '/api/phone/code'),
    onSuccess() {
      setSentHere(true)
      wait()
    },
    // It may be confirmed already, or changed: on another device.
    onError: (error) => void (error instanceof ApiError && error.status === 409 && verifySession()),
  })
  const { mutate: sendCode } = send
  const hasAsked = useRef(false)
  useEffect(() => {
    if (!sendsAtOnce || hasAsked.current) return
    hasAsked.current = true
    sendCode()
  }, [sendsAtOnce, sendCode])
  const others = (
    <>
      <Button busy={send.isPending} busyLabel="Sending…" disabled={isWaiting} onClick={() => send.mutate()}>
        {isSent ? 'Send again' : 'Text me a code'}
      </Button>
      {beside}
    </>
  )
  return (
    <div className="mt-3 grid gap-3">
      {isSent ? (
        <EnterCode takesFocus={isSentHere} onConfirmed={onConfirmed}>
          {others}
        </EnterCode>
      ) : (
        <div className="flex flex-wrap gap-2">{others}</div>
      )}
      <p className="wrap-anywhere" role="status">
        {send.isIdle &&
          goodUntil &&
          `Type the code we texted you. It works until ${keptTogether(formatTime(new Date(goodUntil), viewerZone()))}.`}
        {send.isSuccess && `${send.data.message} Nothing arrived? You can ask again after half a minute.`}
        {send.isError && (send.error.message || 'We couldn’t send the code. Please try again.')}
      </p>
    </div>
  )
}

/** Asked once when it is shown: what changes it afterwards happens here. */
const openCodeQuery = {
  queryKey: ['phone-code'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get(openPhoneCode, '/api/phone/code', { signal }),
  refetchInterval: false,
  refetchOnWindowFocus: false,
  gcTime: 0,
} as const

interface EnterCodeProps extends Pick<ConfirmPhoneProps, 'onConfirmed'> {
  /** The code was asked for a moment ago, by the button that has the focus. */
  takesFocus: boolean
  /** Buttons beside the one that confirms. */
  children: ReactNode
}

function EnterCode({ takesFocus, onConfirmed, children }: EnterCodeProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])
  const verify = useMutation({
    networkMode: 'always',
    mutationFn: (body: { code: string }) => api.post(userSchema, '/api/phone/verify', body),
    onSuccess: (user) => {
      onConfirmed?.()
      toast.success('Thank you. Our texts reach you.')
      replaceUser(user)
    },
    onError: (failure) => refuse(failure.message || 'That didn’t work. Please try again.'),
  })
  function refuse(sentence: string) {
    setError(sentence)
    input.current?.focus()
  }
  function confirm(typed = code) {
    if (verify.isPending) return
    setError(undefined)
    const body = verifyPhoneBody.safeParse({ code: typed })
    if (body.success) verify.mutate(body.data)
    else refuse(body.error.issues[0]?.message ?? '')
  }
  /** A whole code, typed or filled in by the phone, is sent without a press; one that was refused waits for it. */
  function take(typed: string) {
    setCode(typed)
    const isWhole = verifyPhoneBody.safeParse({ code: typed }).success
    if (isWhole && !verify.isError) confirm(typed)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    // The form around it is not what is meant.
    event.preventDefault()
    confirm()
  }
  return (
    <>
      <Field label="Code" error={error} className="max-w-[48rem]">
        {(control) => (
          <Input
            {...control}
            ref={input}
            value={code}
            onChange={(event) => take(event.target.value)}
            onKeyDown={onKeyDown}
            inputMode="numeric"
            autoComplete="one-time-code"
            aria-required="true"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={verify.isPending} busyLabel="Confirming…" onClick={() => confirm()}>
          Confirm
        </Button>
        {children}
      </div>
    </>
  )
}

/** Whether another code cannot be asked for yet, and what begins that time. */
function useWait(): [boolean, () => void] {
  const [since, setSince] = useState<number>()
  useEffect(() => {
    if (since === undefined) return
    const timer = setTimeout(() => setSince(undefined), CODE_WAIT_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [since])
  return [since !== undefined, () => setSince(Date.now())]
}
