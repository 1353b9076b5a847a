import { zodResolver } from '@hookform/resolvers/zod'
import { Send } from 'lucide-react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type TestSmsBody, testSmsAnswer, testSmsBody } from '#contract/admin/admin.ts'
import { formatDateTime } from '#core/format/dates.ts'
import { viewerZone } from '#web/domain/local-time.tsx'
import { shownPhone } from '#web/domain/people/shown-phone.ts'
import { showRefusals } from '#web/lib/forms/show-refusals.ts'
import { ApiError, api } from '#web/lib/http/api-client.ts'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { useOneAtATime } from '#web/lib/http/one-at-a-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { TextareaField } from '#web/ui/form/form-fields.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { failureText } from '../webhooks/failure-text.ts'
import { ungrouped } from './format-phone-number.ts'
import { PhoneNumberField } from './phone-number-field.tsx'

const FAILED = 'Failed to send SMS'

/** Sends a text as an alert would be sent. */
export function TestSms() {
  const send = useSendTestSms()
  const form = useForm<z.input<typeof testSmsBody>, unknown, TestSmsBody>({
    resolver: zodResolver(testSmsBody),
    defaultValues: { phoneNumber: '', message: '' },
    mode: 'onTouched',
  })
  const { errors } = form.formState
  return (
    <div className="split">
      <form
        noValidate
        className="grid content-start gap-5"
        onSubmit={form.handleSubmit((body) => send.mutate(body, { onError: (error) => showRefusals(form, error) }))}
      >
        <h2>Send a test SMS</h2>
        <PhoneNumberField
          field={form.register('phoneNumber', { setValueAs: ungrouped })}
          error={errors.phoneNumber?.message}
        />
        <TextareaField form={form} name="message" label="Message" rows={4} aria-required="true" />
        <div>
          <Button variant="primary" type="submit" busy={send.isPending} busyLabel="Sending…">
            <Send />
            Send Test SMS
          </Button>
        </div>
      </form>
      <div className="grid content-start gap-4">
        <h3>Last test</h3>
        <div role="status" className="grid gap-4">
          {send.data ? (
            <SentSms {...send.data} />
          ) : (
            <p className="muted">{send.isError ? 'It was not sent.' : 'No test SMS sent yet.'}</p>
          )}
        </div>
      </div>
    </div>
  )
}

interface SentTestSms {
  messageSid: string | null
  phoneNumber: string
  sentAt: Date
}

function SentSms({ messageSid, phoneNumber, sentAt }: SentTestSms) {
  return (
    <>
      <Callout kind="ok" title="SMS sent">
        The provider took the text for {shownPhone(phoneNumber)}.
      </Callout>
      <dl className="kvlist">
        {messageSid && (
          <div>
            <dt>Message SID</dt>
            <dd className="mono">{messageSid}</dd>
          </div>
        )}
        <div>
          <dt>Sent</dt>
          <dd className="num">{keptTogether(formatDateTime(sentAt, viewerZone()))}</dd>
        </div>
      </dl>
      {messageSid && (
        <div>
          <CopyButton text={messageSid} label="Copy Message SID" />
        </div>
      )}
    </>
  )
}

function useSendTestSms() {
  return useOneAtATime({
    mutationFn: async (body: TestSmsBody): Promise<SentTestSms> => {
      const { messageSid, error } = await api.post(testSmsAnswer, '/api/admin/test-sms', body)
      if (error) throw new ApiError(200, error)
      return { messageSid, phoneNumber: body.phoneNumber, sentAt: new Date() }
    },
    onError: (error) => toast.error(failureText(error, { refused: FAILED, otherwise: FAILED })),
  })
}
