import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { STOP_CODE_SENT, type StopBody, stopBody, stopCodeBody } from '#contract/people/stop.ts'
import { messageBody } from '#contract/wire.ts'
import { ApiError, api } from '#web/lib/http/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/form-fields.tsx'
import { AuthLayout } from './auth-layout.tsx'

const LEAD = 'For anyone who gets calls or texts from Cooee. You don’t need an account.'

/** Ends calls or texts to a phone, for the person who has it in their hand: a code proves that. */
export function StopCalls() {
  const [phoneNumber, setPhoneNumber] = useState<string>()
  const [done, setDone] = useState<string>()
  return (
    <AuthLayout title="Stop calls and texts" tabTitle="Stop calls" lead={done ? undefined : LEAD}>
      {done !== undefined ? (
        <Stopped sentence={done} />
      ) : phoneNumber === undefined ? (
        <AskForCode onSent={setPhoneNumber} />
      ) : (
        <EnterCode phoneNumber={phoneNumber} onStopped={setDone} onBack={() => setPhoneNumber(undefined)} />
      )}
    </AuthLayout>
  )
}

function AskForCode({ onSent }: { onSent: (phoneNumber: string) => void }) {
  const form = useForm<z.infer<typeof stopCodeBody>>({
    resolver: zodResolver(stopCodeBody),
    mode: 'onTouched',
    defaultValues: { phoneNumber: '' },
  })
  const [failure, setFailure] = useState<string>()
  async function ask(body: z.infer<typeof stopCodeBody>) {
    setFailure(undefined)
    try {
      await api.post(messageBody, '/api/stop/code', body, { anonymous: true })
      onSent(body.phoneNumber)
    } catch (error) {
      setFailure(sentenceOf(error))
    }
  }
  const error = form.formState.errors.phoneNumber?.message
  return (
    <>
      {failure && <Callout kind="error">{failure}</Callout>}
      <form className="form-grid" noValidate onSubmit={form.handleSubmit(ask)}>
        <Field label="Phone number" error={error}>
          {(control) => <Input {...control} {...form.register('phoneNumber')} type="tel" autoComplete="tel" />}
        </Field>
        <Button type="submit" variant="primary" size="lg" block busy={form.formState.isSubmitting} busyLabel="Sending…">
          Text me a code
        </Button>
      </form>
      <p>
        Can’t get texts? Press 9 twice in any call from us, or ring our number back and press 9 twice. You can also text
        STOP to it.
      </p>
    </>
  )
}

interface EnterCodeProps {
  phoneNumber: string
  onStopped: (sentence: string) => void
  onBack: () => void
}

function EnterCode({ phoneNumber, onStopped, onBack }: EnterCodeProps) {
  const form = useForm<StopBody>({
    resolver: zodResolver(stopBody),
    mode: 'onTouched',
    defaultValues: { phoneNumber, code: '', calls: true, texts: true },
  })
  const [failure, setFailure] = useState<string>()
  async function stop(body: StopBody) {
    setFailure(undefined)
    try {
      const { message } = await api.post(messageBody, '/api/stop', body, { anonymous: true })
      onStopped(message)
    } catch (error) {
      setFailure(sentenceOf(error))
    }
  }
  useEffect(() => form.setFocus('code'), [form])
  const { errors, isSubmitting } = form.formState
  return (
    <>
      <div role="status">
        <Callout kind="ok">{STOP_CODE_SENT}</Callout>
      </div>
      {failure && <Callout kind="error">{failure}</Callout>}
      <form className="form-grid" noValidate onSubmit={form.handleSubmit(stop)}>
        <TextField form={form} name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" />
        <fieldset className="grid gap-2">
          <legend className="field__label">What should stop</legend>
          <Checkbox {...form.register('calls')}>Calls</Checkbox>
          <Checkbox {...form.register('texts')}>Text messages</Checkbox>
          {errors.calls && (
            <p className="field__error" role="alert">
              {errors.calls.message}
            </p>
          )}
        </fieldset>
        <Button type="submit" variant="primary" size="lg" block busy={isSubmitting} busyLabel="Stopping…">
          Stop
        </Button>
      </form>
      <div>
        <button type="button" className="textlink textlink--button" onClick={onBack}>
          Use another number
        </button>
      </div>
    </>
  )
}

function Stopped({ sentence }: { sentence: string }) {
  return (
    <>
      <div role="status">
        <Callout kind="ok" title="Done">
          {sentence}
        </Callout>
      </div>
      <p>
        We’ll kindly tell the person who asked for the calls. To change your mind, text START to the number we rang
        from. If you stopped calls, you can also ring it from this phone and press 1.
      </p>
    </>
  )
}

const sentenceOf = (error: unknown): string =>
  error instanceof ApiError && error.message ? error.message : 'Something went wrong. Please try again later.'
