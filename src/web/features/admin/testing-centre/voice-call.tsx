import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { PhoneOutgoing } from 'lucide-react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type TestCallBody, testCallAnswer, testCallBody } from '#contract/admin/admin.ts'
import { CALL_TYPE_LABELS } from '#contract/calls/call-labels.ts'
import { CALL_TYPES } from '#core/calls/call-vocabulary.ts'
import { callTypeIcon } from '#web/domain/calls/service-tag.tsx'
import { showRefusals } from '#web/lib/forms/show-refusals.ts'
import { api } from '#web/lib/http/api-client.ts'
import { useOneAtATime } from '#web/lib/http/one-at-a-time.ts'
import { Button } from '#web/ui/button.tsx'
import { TextareaField } from '#web/ui/form/form-fields.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { adminKeys } from '../admin-keys.ts'
import { failureText } from '../webhooks/failure-text.ts'
import { ungrouped } from './format-phone-number.ts'
import { LastTestCall } from './last-test-call.tsx'
import { PhoneNumberField } from './phone-number-field.tsx'

const FAILED = 'Failed to initiate test call'
const CALL_TYPE_OPTIONS = CALL_TYPES.map((value) => ({ value, label: CALL_TYPE_LABELS[value] }))

/** Rings a number as a care call would, for nobody's account. */
export function VoiceCall() {
  const placeCall = usePlaceTestCall()
  const form = useForm<z.input<typeof testCallBody>, unknown, TestCallBody>({
    resolver: zodResolver(testCallBody),
    defaultValues: { phoneNumber: '', promptText: '' },
    mode: 'onTouched',
  })
  const { errors } = form.formState
  return (
    <div className="split">
      <form
        noValidate
        className="grid content-start gap-5"
        onSubmit={form.handleSubmit((body) =>
          placeCall.mutate(body, { onError: (error) => showRefusals(form, error) }),
        )}
      >
        <h2>Make a test call</h2>
        <PhoneNumberField
          field={form.register('phoneNumber', { setValueAs: ungrouped })}
          error={errors.phoneNumber?.message}
        />
        <SelectField
          form={form}
          name="callType"
          label="Call Type"
          icon={callTypeIcon(form.watch('callType') ?? '')}
          placeholder="Select a call type"
          options={CALL_TYPE_OPTIONS}
        />
        <TextareaField
          form={form}
          name="promptText"
          label="Prompt Text"
          optional
          help="We say this instead of the usual words, after saying that it’s a test call."
          rows={4}
          placeholder="What Cooee should say on the call"
        />
        <div>
          <Button variant="primary" type="submit" busy={placeCall.isPending} busyLabel="Ringing…">
            <PhoneOutgoing />
            Send Test Call
          </Button>
        </div>
      </form>
      <LastTestCall placed={placeCall.data} />
    </div>
  )
}

function usePlaceTestCall() {
  const client = useQueryClient()
  return useOneAtATime({
    mutationFn: (body: TestCallBody) => api.post(testCallAnswer, '/api/admin/test-call', body),
    onError: (error) => toast.error(failureText(error, { refused: FAILED, otherwise: FAILED })),
    // Also after a failure: it may have been placed although the answer was lost.
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.testCalls }),
  })
}
