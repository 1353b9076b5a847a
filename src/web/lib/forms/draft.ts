import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { newCreationKey } from '#web/lib/http/creation-key.ts'
import { sessionScope } from '#web/lib/session/session.ts'
import { type Draft, forgetDraft, storeDraft, storedDraft } from './draft-storage.ts'

/** A form that survives the end of the session; from `useDraft`. */
export interface DraftOf<Values> {
  name: string
  /** What was typed before the session ended. */
  restored: Partial<Values> | undefined
  /** Of what the form creates; the same before and after, so that nothing is created twice. */
  creationKey: string
}

function ownDraft(): Draft | null {
  const draft = storedDraft()
  return draft && draft.scope === sessionScope() ? draft : null
}

/** Which form of a screen waits with a draft: of "loved-one/12" the part after `screen`, which is "loved-one/". Undefined when none does. */
export function waitingDraft(screen: string): string | undefined {
  const name = ownDraft()?.name
  return name?.startsWith(screen) ? name.slice(screen.length) : undefined
}

/** The draft of the form of this name. Hand it to `useFormDraft`, or to `useKeptValues` where there is no library form. */
export function useDraft<Values>(name: string): DraftOf<Values> {
  const [draft] = useState(() => {
    const own = ownDraft()
    // Written by the same form, so its values are of that form.
    const restored = own?.name === name ? (own.values as Partial<Values>) : undefined
    return { name, restored, creationKey: restored && own ? own.creationKey : newCreationKey() }
  })
  return draft
}

/**
 * Keeps what the form holds when the session ends under it; forgets it when the form is closed in any other way.
 * `hasChanges` false keeps nothing: an untouched form of what is already there would bring back an old state of it.
 */
export function useKeptValues<Values extends object>(
  { name, creationKey }: DraftOf<Values>,
  hasChanges: boolean,
  values: () => Values,
): void {
  const latest = useRef({ hasChanges, values })
  useLayoutEffect(() => {
    latest.current = { hasChanges, values }
  })
  useLayoutEffect(() => {
    const owner = sessionScope()
    return () => {
      if (sessionScope() !== undefined) {
        if (storedDraft()?.name === name) forgetDraft()
      } else if (owner !== undefined && latest.current.hasChanges) {
        storeDraft({ scope: owner, name, creationKey, values: { ...latest.current.values() } })
      }
    }
  }, [name, creationKey])
}

/** Puts the draft into a form as unsaved changes, and keeps what is typed there but for `secrets`, which the browser may not store. */
export function useFormDraft<Values extends FieldValues, Context, Checked>(
  draft: DraftOf<Values>,
  form: UseFormReturn<Values, Context, Checked>,
  secrets: readonly (keyof Values & string)[] = [],
): void {
  const { isDirty, submitCount } = form.formState
  const { restored } = draft
  const { reset, getValues } = form
  useEffect(() => {
    if (restored) reset({ ...getValues(), ...restored }, { keepDefaultValues: true })
  }, [restored, reset, getValues])
  // What was sent may have been saved although its answer got lost: its creation key is needed again.
  useKeptValues(draft, isDirty || submitCount > 0, () => {
    const values = { ...getValues() }
    for (const secret of secrets) delete values[secret]
    return values
  })
}
