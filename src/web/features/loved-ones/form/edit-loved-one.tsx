import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useEffect, useId, useLayoutEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type AddLovedOneBody, type EditLovedOneBody, editLovedOneBody } from '#contract/people/loved-one-forms.ts'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { DraftNotice } from '#web/domain/feedback/draft-notice.tsx'
import { SaveFailure } from '#web/domain/feedback/save-failure.tsx'
import { lovedOnesQuery } from '#web/domain/people/loved-ones-queries.ts'
import { SaveNumber } from '#web/domain/people/save-number.tsx'
import { isLongList } from '#web/domain/people/use-loved-one.ts'
import { useDraft, useFormDraft } from '#web/lib/forms/draft.ts'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { lazyPart } from '#web/lib/routing/lazy-part.tsx'
import { ensureTemporal } from '#web/lib/temporal.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { DialogCancel, ResponsiveDialog } from '#web/ui/overlay/dialog.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states.tsx'
import { ConsentsSection } from '../consents/consents-section.tsx'
import { lovedOneQuery, useEditLovedOne } from '../loved-ones-api.ts'
import { RemoveLovedOne } from '../remove-loved-one.tsx'
import { TalksSection } from '../talks/talks-section.tsx'
import { CallSettingsFields } from './call-settings-fields.tsx'
import { HotDaysField } from './hot-days-field.tsx'
import { AdditionalFields, BasicFields, formValues, type LovedOneFormInput } from './loved-one-fields.tsx'
import { askedAboutNight, MovesIntoNight, type NightQuestion } from './moves-into-night.tsx'
import { showServerErrors } from './server-errors.ts'

const MovedCalls = lazyPart(
  async () => {
    await ensureTemporal()
    return (await import('./moved-calls.tsx')).MovedCalls
  },
  () => null,
)

interface EditLovedOneProps {
  id: number
  /** It was opened to put the number right: that is where the focus goes. */
  isAboutNumber?: boolean
  onClose: () => void
  /** Instead of `onClose`, after the number they are rung at became another one. */
  onNewNumber: () => void
}

/** The dialog that changes a loved one; it loads the person by id, so that it never starts from an old copy. */
export function EditLovedOne({ id, isAboutNumber = false, onClose, onNewNumber }: EditLovedOneProps) {
  const formId = useId()
  const query = useQuery(lovedOneQuery(id))
  const lovedOne = useLoadState(query)
  const [isDirty, setDirty] = useState(false)
  const edit = useEditLovedOne(id)
  return (
    <ResponsiveDialog
      open
      onOpenChange={onClose}
      size="lg"
      title="Edit Loved One"
      description="Update your loved one's information here."
      hasChanges={isDirty}
      footer={
        <>
          <DialogCancel />
          <Button
            variant="primary"
            type="submit"
            form={formId}
            busy={edit.isPending}
            busyLabel="Saving…"
            disabled={lovedOne.status !== 'ready'}
          >
            Save Changes
          </Button>
        </>
      }
    >
      {lovedOne.status === 'loading' && <FormLoading />}
      {lovedOne.status === 'failed' && (
        <LoadFailure query={query} title="Failed to load loved one" hint={lovedOne.error.message} />
      )}
      {lovedOne.status === 'ready' && (
        <EditForm
          formId={formId}
          lovedOne={lovedOne.data}
          edit={edit}
          onDirty={setDirty}
          onDone={onClose}
          {...{ isAboutNumber, onNewNumber }}
        />
      )}
    </ResponsiveDialog>
  )
}

interface EditFormProps extends Required<Pick<EditLovedOneProps, 'isAboutNumber' | 'onNewNumber'>> {
  formId: string
  lovedOne: LovedOne
  edit: ReturnType<typeof useEditLovedOne>
  onDirty: (isDirty: boolean) => void
  onDone: () => void
}

function EditForm({ formId, lovedOne, edit, isAboutNumber, onDirty, onDone, onNewNumber }: EditFormProps) {
  const [removing, setRemoving] = useState(false)
  const [asked, setAsked] = useState<NightQuestion | null>(null)
  const watchIfGone = useCloseWhenGone(lovedOne.id, onDone)
  const form = useForm<LovedOneFormInput, unknown, AddLovedOneBody>({
    // The whole form is checked by the rules of editing; the fields are those of adding.
    resolver: zodResolver<LovedOneFormInput, unknown, AddLovedOneBody>(editLovedOneBody as never),
    defaultValues: formValues(lovedOne),
    mode: 'onTouched',
  })
  const draft = useDraft<LovedOneFormInput>(`loved-one/${lovedOne.id}`)
  useFormDraft(draft, form)
  const { isDirty, errors } = form.formState
  const zone = form.watch('timezone')
  // Before the next key: Escape right after typing must already ask.
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty])

  useEffect(() => {
    // After the dialog has put the focus on its first field.
    const timer = isAboutNumber ? setTimeout(() => form.setFocus('phoneNumber', { shouldSelect: true })) : undefined
    return () => clearTimeout(timer)
  }, [isAboutNumber, form])

  async function save(body: EditLovedOneBody) {
    try {
      const { phoneNumber } = await edit.mutateAsync(body)
      if (phoneNumber === lovedOne.phoneNumber) onDone()
      else onNewNumber()
    } catch (error) {
      const question = askedAboutNight(error)
      if (question !== null) return setAsked({ body, question })
      const field = showServerErrors(error, form)
      if (field) form.setFocus(field)
    }
  }
  return (
    <>
      <form id={formId} noValidate className="grid gap-5" onSubmit={form.handleSubmit(save)}>
        <DraftNotice draft={draft} />
        {errors.root && <SaveFailure text={errors.root.message ?? ''} error={edit.error} />}
        <BasicFields form={form} />
        {zone && zone !== lovedOne.timezone && <MovedCalls lovedOneId={lovedOne.id} zone={zone} />}
        <AdditionalFields form={form}>
          <HotDaysField form={form} />
        </AdditionalFields>
        <fieldset>
          <legend className="legend">Calls</legend>
          <CallSettingsFields form={form} />
        </fieldset>
      </form>
      <ConsentsSection lovedOne={lovedOne} />
      <TalksSection lovedOne={lovedOne} />
      <SaveNumber
        lovedOneId={lovedOne.id}
        why={`Save it in ${shortName(lovedOne.name)}’s phone, so it shows who’s calling.`}
      />
      <div>
        <Button variant="danger-ghost" onClick={() => setRemoving(true)}>
          <Trash2 />
          Remove {lovedOne.name}
        </Button>
      </div>
      {asked && (
        <MovesIntoNight
          asked={asked}
          onConfirm={() => {
            setAsked(null)
            void save({ ...asked.body, confirmNight: true })
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {removing && (
        <RemoveLovedOne
          lovedOne={lovedOne}
          onClose={() => setRemoving(false)}
          onRemoved={onDone}
          onFailed={watchIfGone}
        />
      )}
    </>
  )
}

/** Removing somebody may succeed although it seemed to fail: as soon as a later list is without them, `onGone` is called. */
function useCloseWhenGone(id: number, onGone: () => void): () => void {
  const [triedAt, setTriedAt] = useState<number>()
  const { data, dataUpdatedAt } = useQuery({ ...lovedOnesQuery(), enabled: triedAt !== undefined })
  const isGone =
    triedAt !== undefined &&
    dataUpdatedAt >= triedAt &&
    data &&
    !isLongList(data) &&
    data.every((lovedOne) => lovedOne.id !== id)
  useEffect(() => {
    if (isGone) onGone()
  }, [isGone, onGone])
  return () => setTriedAt(Date.now())
}

function FormLoading() {
  return (
    <div className="form-grid form-grid--2">
      <LoadingStatus>Loading their details</LoadingStatus>
      {['Name', 'Phone', 'Relationship', 'Timezone', 'Notes', 'Conditions'].map((field) => (
        <div key={field} className="field">
          <Skeleton width="8rem" height="1.1rem" />
          <Skeleton height="3rem" />
        </div>
      ))}
    </div>
  )
}
