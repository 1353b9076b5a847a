import { zodResolver } from '@hookform/resolvers/zod'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type RefusedNumber, refuseNumberBody } from '#contract/admin/admin-accounts.ts'
import { formatDateTime } from '#core/format/dates.ts'
import { viewerZone } from '#web/domain/local-time.tsx'
import { shownPhone } from '#web/domain/people/shown-phone.ts'
import { ApiError } from '#web/lib/http/api-client.ts'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/form/form-fields.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { LoadMore } from '#web/ui/list/load-more.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states.tsx'
import { refusedNumbersQuery, useAllowNumber, useRefuseNumber } from './accounts-api.ts'

/** Numbers that nothing rings or texts and that nobody can add. */
export function RefusedNumbers() {
  const query = useInfiniteQuery(refusedNumbersQuery())
  const numbers = query.data?.pages.flat() ?? []
  const [chosen, setChosen] = useState<RefusedNumber>()
  return (
    <Panel title="Refused numbers">
      <div className="card__body grid gap-5 pt-2 md:pt-2">
        <p className="muted">
          Nothing rings or texts these numbers, and nobody can add them. We tell the account holders who have one,
          without the reason.
        </p>
        <AddNumber />
        {query.isPending && (
          <>
            <LoadingStatus>Loading the refused numbers</LoadingStatus>
            <Skeleton height="3rem" />
          </>
        )}
        {query.isError && !query.data && <LoadFailure query={query} title="Failed to load the refused numbers" />}
        {query.data && numbers.length === 0 && <p className="muted">No number is refused.</p>}
      </div>
      {numbers.length > 0 && (
        <ul className="list">
          {numbers.map((number) => (
            <li key={number.id} className="list__row ac-number">
              <div className="list__main">
                <span className="list__title num">{shown(number)}</span>
                <span className="list__meta">{number.reason}</span>
                <span className="list__meta num">
                  {number.addedBy} · {keptTogether(formatDateTime(new Date(number.addedAt), viewerZone()))}
                </span>
              </div>
              <Button size="sm" onClick={() => setChosen(number)}>
                Remove<span className="sr-only"> {shown(number)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {query.data && (
        <div className={query.hasNextPage ? 'p-4' : undefined}>
          <LoadMore count={numbers.length} of="numbers" query={query} />
        </div>
      )}
      {chosen && <RemoveNumber number={chosen} onClose={() => setChosen(undefined)} />}
    </Panel>
  )
}

const shown = ({ phoneNumber }: RefusedNumber): string =>
  phoneNumber === null ? 'A number that cannot be read' : shownPhone(phoneNumber)

function AddNumber() {
  const formId = useId()
  const refuse = useRefuseNumber()
  const form = useForm<z.input<typeof refuseNumberBody>, unknown, z.output<typeof refuseNumberBody>>({
    resolver: zodResolver(refuseNumberBody),
    mode: 'onSubmit',
    defaultValues: { phoneNumber: '', reason: '' },
  })
  function submit(body: z.output<typeof refuseNumberBody>) {
    refuse.mutate(body, {
      onSuccess: () => {
        toast.success(`Nothing rings or texts ${shownPhone(body.phoneNumber)} any more.`, 'Number refused')
        form.reset()
      },
      onError: (error) => {
        const message =
          error instanceof ApiError && error.message ? error.message : 'That did not work. Please try again.'
        const isAboutNumber = error instanceof ApiError && error.errors.some(({ path }) => path === 'phoneNumber')
        if (isAboutNumber) form.setError('phoneNumber', { message }, { shouldFocus: true })
        else toast.error(message)
      },
    })
  }
  return (
    <form id={formId} noValidate className="ac-add" onSubmit={form.handleSubmit(submit)}>
      <TextField form={form} name="phoneNumber" label="Phone number" type="tel" autoComplete="off" />
      <TextField form={form} name="reason" label="Reason" maxLength={200} autoComplete="off" />
      <Button type="submit" busy={refuse.isPending} busyLabel="Adding…">
        Refuse number
      </Button>
    </form>
  )
}

function RemoveNumber({ number, onClose }: { number: RefusedNumber; onClose: () => void }) {
  const allow = useAllowNumber(number.id)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Let Cooee ring ${shown(number)} again?`}
      description="Scheduled calls to it ring again, and anybody can add it. What the phone itself has refused stays refused."
      cancelLabel="Keep refusing"
      confirmLabel="Remove from the list"
      busy={allow.isPending}
      busyLabel="Removing…"
      onConfirm={() =>
        allow.mutate(undefined, {
          onSuccess: () => toast.success(`${shown(number)} can be rung and texted again.`, 'Number allowed'),
          onError: (error) =>
            toast.error(error instanceof ApiError && error.message ? error.message : 'That did not work'),
          onSettled: onClose,
        })
      }
    />
  )
}
