import { useId, useState } from 'react'
import { type LanguageFile, languageFileSchema, type ReviewableLanguage } from '#contract/admin/admin-languages.ts'
import { LANGUAGE_NAMES } from '#core/languages/language-names.ts'
import { ApiError } from '#web/lib/http/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { DialogCancel, ResponsiveDialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { useImportLanguage } from './languages-api.ts'

/** Takes the file that a reviewer has sent back. What is wrong with it is said with the name of the text. */
export function ImportDialog({ language, onClose }: { language: ReviewableLanguage; onClose: () => void }) {
  const [file, setFile] = useState<LanguageFile | null>(null)
  const [reviewer, setReviewer] = useState('')
  const [isComplete, setIsComplete] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const sending = useImportLanguage(language)
  const formId = useId()
  const { english } = LANGUAGE_NAMES[language]

  const choose = async (chosen: File | undefined) => {
    const read = chosen ? languageFileSchema.safeParse(parsed(await chosen.text())) : null
    setFile(read?.data ?? null)
    setFault(read && !read.success ? 'This is no file of a language. Please export one first.' : null)
  }
  const send = () => {
    if (!file) return setFault('Please choose the file that the reviewer sent back.')
    if (reviewer.trim() === '') return setFault('Please say who has read it.')
    sending.mutate(
      { reviewer, isComplete, file },
      {
        onSuccess: () => {
          toast.success(`${english} is in use as imported`)
          onClose()
        },
        onError: (error) => setFault(error instanceof ApiError ? error.message : 'That did not work'),
      },
    )
  }
  return (
    <ResponsiveDialog
      open
      onOpenChange={onClose}
      title={`Import ${english}`}
      description="Nothing is taken over if one of the texts can't be said: you read which one, and why."
      footer={
        <>
          <DialogCancel />
          <Button type="submit" form={formId} variant="primary" busy={sending.isPending}>
            Import
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {fault && (
          <Callout kind="error" title="Not imported">
            <bdi>{fault}</bdi>
          </Callout>
        )}
        <Field label="File">
          {(control) => (
            <Input
              {...control}
              type="file"
              accept="application/json,.json"
              onChange={(event) => choose(event.target.files?.[0])}
            />
          )}
        </Field>
        <Field label="Read by" help="The name of the native speaker.">
          {(control) => (
            <Input
              {...control}
              value={reviewer}
              maxLength={100}
              autoComplete="off"
              dir="auto"
              onChange={(event) => setReviewer(event.target.value)}
            />
          )}
        </Field>
        <Checkbox checked={isComplete} onChange={(event) => setIsComplete(event.target.checked)}>
          They have read every text of it
        </Checkbox>
      </form>
    </ResponsiveDialog>
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
