import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { type RecurrencePattern, WEEK_DAYS } from '#core/recurrence/recurrence.ts'
import { DraftNotice } from '#web/domain/feedback/draft-notice.tsx'
import { isLongList, useLovedOne } from '#web/domain/people/use-loved-one.ts'
import { type DraftOf, useKeptValues } from '#web/lib/forms/draft.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TabPanel, Tabs } from '#web/ui/list/tabs.tsx'
import { DialogCancel, ResponsiveDialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { RingAtNight } from '../ring-at-night.tsx'
import { CallDetailsFields } from './call-details-fields.tsx'
import { PlanFitNote } from './plan-fit-note.tsx'
import { readBackOf } from './read-back.ts'
import { ReadBackSentence, WontRing } from './read-back-sentence.tsx'
import { SameMinuteNote } from './same-minute-note.tsx'
import {
  isSameSchedule,
  nightTimeOfForm,
  problemsOf,
  ringsAsBefore,
  type ScheduleForm,
  type ScheduleProblem,
  withOneMoreSlot,
  withRecurrence,
} from './schedule-form.ts'
import { SchedulePatterns } from './schedule-patterns.tsx'

type Part = 'details' | 'patterns'
const PARTS = [
  { value: 'details', label: 'Call Details' },
  { value: 'patterns', label: 'Schedule Patterns' },
] as const satisfies readonly { value: Part; label: string }[]

interface ScheduleDialogProps {
  title: string
  description: string
  saveLabel: string
  savingLabel: string
  initial: ScheduleForm
  draft: DraftOf<ScheduleForm>
  isEdit?: boolean
  /** The call that is changed. */
  callId?: number
  lovedOnes: readonly LovedOne[]
  /** Where the loved one lives; the zone to show while nobody is chosen. */
  zoneOf: (lovedOneId: number | undefined) => string
  saving: boolean
  /** Why the last try failed. */
  failure: ReactNode
  /** `confirmNight`: somebody was asked about the hour of the night and wants it. */
  onSave: (form: ScheduleForm, zone: string, confirmNight: boolean) => void
  onClose: () => void
}

/** The dialog in which a call is scheduled or changed; it says the schedule back in words under the form. */
export function ScheduleDialog({
  title,
  description,
  saveLabel,
  savingLabel,
  initial,
  draft,
  isEdit = false,
  callId,
  lovedOnes,
  zoneOf,
  saving,
  failure,
  onSave,
  onClose,
}: ScheduleDialogProps) {
  const now = useNow()
  const [form, setForm] = useState({ ...initial, ...draft.restored })
  const [problems, setProblems] = useState<ScheduleProblem>({})
  const [part, setPart] = useState<Part>('details')
  const [night, setNight] = useState<string | null>(null)
  const fields = useRef<HTMLDivElement>(null)
  const [refusals, setRefusals] = useState(0)
  // The field that is wrong may be on the other tab, so only what is drawn next can be focused.
  useEffect(() => {
    if (refusals > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid], [data-add-day]')?.focus()
  }, [refusals])
  const hasChanges = !isSameSchedule(form, initial)
  // A new call is kept untouched, too: it may have been sent and scheduled already, and its creation key says so.
  useKeptValues(draft, hasChanges || !isEdit, () => form)
  const { lovedOne: beyond } = useLovedOne(isLongList(lovedOnes) ? form.lovedOneId : undefined)
  const lovedOne = lovedOnes.find(({ id }) => id === form.lovedOneId) ?? beyond
  const zone = lovedOne?.timezone ?? zoneOf(form.lovedOneId)
  // Saved in a zone that is not theirs, a call would ring at another hour.
  const isUnknownYet = isLongList(lovedOnes) && form.lovedOneId !== undefined && !lovedOne
  const wontRing = form.asksBy === 'call' && lovedOne?.callsRefusedAt != null
  const readBack = lovedOne && readBackOf(form, zone, now)
  const isCustom = form.recurrencePattern === 'custom'

  function change(next: ScheduleForm) {
    setForm(next)
    setProblems({})
  }
  function chooseRecurrence(pattern: RecurrencePattern) {
    change(withRecurrence(form, pattern))
    if (pattern === 'custom') setPart('patterns')
  }
  function save() {
    const found = isEdit && isSameSchedule(form, initial) ? {} : problemsOf(form, zone, new Date())
    setProblems(found)
    if (Object.keys(found).length > 0) setRefusals(refusals + 1)
    if (found.slots) {
      setPart(found.lovedOneId ? 'details' : 'patterns')
      toast.error(found.slots, 'Validation Error')
    } else if (Object.keys(found).length > 0) {
      setPart('details')
    } else {
      const atNight = isEdit && ringsAsBefore(form, initial) ? null : nightTimeOfForm(form, zone, new Date())
      if (atNight === null) onSave(form, zone, false)
      else setNight(atNight)
    }
  }

  return (
    <ResponsiveDialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      hasChanges={hasChanges}
      footer={
        <>
          <DialogCancel />
          <Button variant="primary" disabled={isUnknownYet} busy={saving} busyLabel={savingLabel} onClick={save}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <DraftNotice draft={draft} />
      {failure}
      <div ref={fields}>
        <Tabs value={part} onChange={setPart} label={title} tabs={PARTS}>
          <TabPanel value="details">
            <CallDetailsFields
              form={form}
              problems={problems}
              lovedOnes={lovedOnes}
              lovedOne={lovedOne}
              zone={zone}
              now={now}
              onChange={(changed) => change({ ...form, ...changed })}
              onRecurrence={chooseRecurrence}
            />
          </TabPanel>
          <TabPanel value="patterns">
            {isCustom ? (
              <SchedulePatterns
                slots={form.slots}
                onChange={(slots) => change({ ...form, slots })}
                onAdd={() => change(withOneMoreSlot(form, WEEK_DAYS))}
              />
            ) : (
              <div className="grid justify-items-start gap-4">
                <p>Patterns are for calls on chosen days, each at its own time.</p>
                <Button variant="secondary" onClick={() => chooseRecurrence('custom')}>
                  Use a custom schedule
                </Button>
              </div>
            )}
            {problems.slots && (
              <Callout kind="error" className="mt-4">
                {problems.slots}
              </Callout>
            )}
          </TabPanel>
        </Tabs>
      </div>
      {lovedOne && night !== null && (
        <RingAtNight
          name={lovedOne.name}
          timeOfDay={night}
          zone={zone}
          confirmLabel={saveLabel}
          asksBy={form.asksBy}
          onConfirm={() => {
            setNight(null)
            onSave(form, zone, true)
          }}
          onClose={() => setNight(null)}
        />
      )}
      <PlanFitNote form={form} callId={callId} />
      {lovedOne && <SameMinuteNote form={form} lovedOne={lovedOne} zone={zone} now={now} callId={callId} />}
      {lovedOne && wontRing && <WontRing lovedOne={lovedOne} onText={() => change({ ...form, asksBy: 'text' })} />}
      {lovedOne && readBack && !wontRing && (
        <ReadBackSentence name={lovedOne.name} readBack={readBack} asksBy={form.asksBy} isEdit={isEdit} />
      )}
    </ResponsiveDialog>
  )
}
