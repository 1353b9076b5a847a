import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { callRecordingAnswer, callSidParams } from '#contract/admin/admin.ts'
import { RecordingPlayer } from '#web/domain/calls/recording-player.tsx'
import { ApiError, api } from '#web/lib/http/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { testCallsQuery } from '../admin-queries.ts'
import { failureText } from '../webhooks/failure-text.ts'

const FAILED = 'Failed to load the recording'

/** Finds the recording of a test call and plays it. */
export function Recordings() {
  const find = useFindRecording()
  const { data: calls = [] } = useQuery(testCallsQuery())
  const form = useForm({ resolver: zodResolver(callSidParams), defaultValues: { callSid: '' }, mode: 'onTouched' })
  const { errors } = form.formState
  const lastSid = calls.find(({ callSid }) => callSid !== null)?.callSid
  return (
    <div className="split">
      <form
        noValidate
        className="grid content-start gap-5"
        onSubmit={form.handleSubmit(({ callSid }) => find.mutate(callSid))}
      >
        <h2>Find a recording</h2>
        <Field
          label="Call SID"
          help="CA and 32 letters and digits, as a test call shows it."
          error={errors.callSid?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register('callSid')}
              className="mono"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              aria-required="true"
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" type="submit" busy={find.isPending} busyLabel="Looking…">
            <Search />
            Find Recording
          </Button>
          {lastSid && (
            <Button onClick={() => form.setValue('callSid', lastSid, { shouldValidate: true })}>
              Use the last test call
            </Button>
          )}
        </div>
      </form>
      <div className="grid content-start gap-4">
        <h3>Recording</h3>
        <div role="status">
          {!find.data && (
            <p className="muted">
              {find.isError ? 'No recording to play.' : 'Recordings of test calls can be played here.'}
            </p>
          )}
          {find.data && <p className="mono">{find.data.callSid}</p>}
        </div>
        {find.data && <RecordingPlayer key={find.data.recordingUrl} recording={find.data.recordingUrl} />}
      </div>
    </div>
  )
}

function useFindRecording() {
  return useMutation({
    mutationFn: async (callSid: string) => ({
      callSid,
      ...(await api.get(callRecordingAnswer, `/api/admin/call-recording/${encodeURIComponent(callSid)}`)),
    }),
    onError: (error) => {
      if (error instanceof ApiError && error.status !== 404) {
        return toast.error(failureText(error, { refused: FAILED, otherwise: FAILED }))
      }
      toast.error('The recording might not be available yet. Please try again in a moment.', 'No recording yet')
    },
  })
}
