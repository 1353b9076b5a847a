import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import { type AddLovedOneBody, addLovedOneBody } from '#contract/people/loved-one-forms.ts'
import { DraftNotice } from '#web/domain/feedback/draft-notice.tsx'
import { SaveFailure } from '#web/domain/feedback/save-failure.tsx'
import { useDraft, useFormDraft } from '#web/lib/forms/draft.ts'
import { useIsDesktop } from '#web/lib/media-query.ts'
import { TabPanel, Tabs } from '#web/ui/list/tabs.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useAddLovedOne } from '../loved-ones-api.ts'
import { CallWordsFields } from './call-words-fields.tsx'
import { HotDaysField } from './hot-days-field.tsx'
import { AdditionalFields, BASIC_FIELDS, BasicFields, formValues, type LovedOneFormInput } from './loved-one-fields.tsx'
import { RecordCallsField } from './record-calls-field.tsx'
import { showServerErrors } from './server-errors.ts'

/** Tries, and a second number, have their place where a loved one is changed. */
const { retryAttempts, retryDelayMinutes, secondPhoneNumber, ...EMPTY } = formValues(null)

type Part = 'basic' | 'additional'
const PARTS = [
  { value: 'basic', label: 'Basic Info' },
  { value: 'additional', label: 'Additional Info' },
] as const satisfies readonly { value: Part; label: string }[]

/** The dialog that adds a loved one; under 768 px a drawer whose two parts are tabs. */
export function AddLovedOne({ onClose, onAdded }: { onClose: () => void; onAdded: (id: number) => void }) {
  const isDesktop = useIsDesktop()
  const [part, setPart] = useState<Part>('basic')
  const draft = useDraft<LovedOneFormInput>('loved-one/new')
  const add = useAddLovedOne(draft.creationKey)
  const form = useForm<LovedOneFormInput, unknown, AddLovedOneBody>({
    resolver: zodResolver(addLovedOneBody),
    defaultValues: EMPTY,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  useFormDraft(draft, form)
  const { setFocus } = form
  useEffect(() => {
    // In a drawer the tabs come first, and nobody begins with them.
    const timer = setTimeout(() => setFocus('name'))
    return () => clearTimeout(timer)
  }, [setFocus])

  async function save(body: AddLovedOneBody) {
    try {
      const { id } = await add.mutateAsync(body)
      onAdded(id)
    } catch (error) {
      showFirst(showServerErrors(error, form))
    }
  }
  /** Opens the part in which the first field with an error stands, and puts the focus there. */
  function showFirst(field: keyof LovedOneFormInput | undefined) {
    if (!field) return
    setPart(BASIC_FIELDS.some((name) => name === field) ? 'basic' : 'additional')
    setTimeout(() => form.setFocus(field))
  }
  const showFirstError = (errors: FieldErrors<LovedOneFormInput>) =>
    showFirst((Object.keys(EMPTY) as (keyof typeof EMPTY)[]).find((field) => errors[field]))

  return (
    <FormDialog
      size="lg"
      title="Add New Loved One"
      description="Add a new loved one to receive automated care calls."
      hasChanges={form.formState.isDirty}
      onClose={onClose}
      onSubmit={form.handleSubmit(save, showFirstError)}
      submitLabel="Add Loved One"
      busy={add.isPending}
      busyLabel="Adding…"
    >
      <DraftNotice draft={draft} />
      {form.formState.errors.root && <SaveFailure text={form.formState.errors.root.message ?? ''} error={add.error} />}
      {isDesktop ? (
        <>
          <fieldset>
            <legend className="legend">Basic Info</legend>
            <BasicFields form={form} />
          </fieldset>
          <fieldset>
            <legend className="legend">Additional Info</legend>
            <AdditionalFields form={form}>
              <HotDaysField form={form} />
              <CallWordsFields form={form} />
              <RecordCallsField form={form} className="span-2" />
            </AdditionalFields>
          </fieldset>
        </>
      ) : (
        <Tabs value={part} onChange={setPart} label="Loved one details" tabs={PARTS}>
          <TabPanel value="basic" keepMounted>
            <BasicFields form={form} />
          </TabPanel>
          <TabPanel value="additional" keepMounted>
            <AdditionalFields form={form}>
              <HotDaysField form={form} />
              <CallWordsFields form={form} />
              <RecordCallsField form={form} className="span-2" />
            </AdditionalFields>
          </TabPanel>
        </Tabs>
      )}
    </FormDialog>
  )
}
