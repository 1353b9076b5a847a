import { useMutation } from '@tanstack/react-query'
import { messageBody } from '#contract/wire.ts'
import { api, errorText } from '#web/lib/http/api-client.ts'
import { Button } from '#web/ui/button.tsx'

/** Sends the link that confirms the email once more, and says what became of it. */
export function ResendLink() {
  const resend = useMutation({
    networkMode: 'always',
    mutationFn: () => api.post(messageBody, '/api/email/resend'),
  })
  return (
    <div className="mt-3 grid justify-items-start gap-2">
      <Button busy={resend.isPending} busyLabel="Sending…" onClick={() => resend.mutate()}>
        Send again
      </Button>
      <p className="wrap-anywhere" role="status">
        {resend.isSuccess && `${resend.data.message} If it doesn’t arrive, please check your spam.`}
        {resend.isError && errorText(resend.error, 'We couldn’t send the email. Please try again.')}
      </p>
    </div>
  )
}
