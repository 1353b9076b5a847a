import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDollars } from '#core/format/currency.ts'
import { ADD_ON_IDS, ADD_ONS, type AddOnId, monthlyCents } from '#core/plans/prices.ts'
import { dayOf } from '#web/domain/account/plan-days.ts'
import type { PlanStanding } from '#web/domain/account/plan-standing.ts'
import { UPCOMING_SHOWN, upcomingCallsQuery } from '#web/domain/calls/calls-queries.ts'
import { callTypeIcon } from '#web/domain/calls/service-tag.tsx'
import { callsPath } from '#web/domain/paths.ts'
import { TextLink } from '#web/domain/text-link.tsx'
import { ApiError } from '#web/lib/http/api-client.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { updateFailure, useUpdateAddOns } from './subscription-api.ts'

const DESCRIPTIONS: Record<AddOnId, string> = {
  MEDICATION_REMINDER: 'A call at tablet time. They press 1 when it’s done, or 2 and we ring again 15 minutes later.',
  WELLNESS_CHECK: 'A call to ask how they are. They press 1 if they’re all right, or 2 for help.',
  WAKE_UP_CALL: 'A call to start the day. They press any key to say they’re awake.',
}

/** What can be added to the plan. Only who has paid can change it. */
export function AddOns({ addOns, standing }: { addOns: readonly AddOnId[]; standing: PlanStanding }) {
  // One for all cards: what failed in one of them is forgotten with the next change, wherever it is made.
  const update = useUpdateAddOns()
  const [lastChanged, setLastChanged] = useState<AddOnId | null>(null)
  return (
    <section className="grid gap-4" aria-labelledby="add-ons">
      <h2 id="add-ons">Add-ons</h2>
      {standing.kind !== 'active' && <p className="muted">You can change add-ons once you’ve paid.</p>}
      <div className="addons">
        {ADD_ON_IDS.map((id) => (
          <AddOn
            key={id}
            id={id}
            addOns={addOns}
            standing={standing}
            failure={id === lastChanged ? update.error : null}
            isChanging={id === lastChanged && update.isPending}
            onChange={(next, endCalls, onSettled) => {
              setLastChanged(id)
              update.mutate({ addOns: next, ...(endCalls && { endCalls }) }, { onSettled })
            }}
          />
        ))}
      </div>
    </section>
  )
}

interface AddOnProps {
  id: AddOnId
  addOns: readonly AddOnId[]
  standing: PlanStanding
  /** Of the last change, if it was made here. */
  failure: Error | null
  isChanging: boolean
  /** `endCalls`: what is scheduled with it ends as well. */
  onChange: (next: AddOnId[], endCalls: boolean, onSettled: () => void) => void
}

function AddOn({ id, addOns, standing, failure, isChanging, onChange }: AddOnProps) {
  const [isAsking, setAsking] = useState(false)
  const { name, cents, callType } = ADD_ONS[id]
  const Icon = callTypeIcon(callType)
  const isAdded = addOns.includes(id)
  const upcoming = useQuery({ ...upcomingCallsQuery(), refetchInterval: false }).data ?? []
  const inUse = isAdded ? upcoming.filter((call) => call.callType === callType && !call.wasCancelled).length : 0
  const next = ADD_ON_IDS.filter((other) => (other === id ? !isAdded : addOns.includes(other)))
  return (
    <Card as="article" className="addon">
      <span className="addon__ico" data-service={callType} aria-hidden="true">
        <Icon />
      </span>
      <div>
        <h3>{name}</h3>
        <p className="num">
          <strong>{formatDollars(cents / 100)}</strong> <span className="muted">per month</span>
        </p>
      </div>
      <p className="muted">{DESCRIPTIONS[id]}</p>
      {failure && (
        <Callout kind="error">
          {updateFailure(failure)}
          {failure instanceof ApiError && failure.status === 409 && (
            <p>
              <TextLink href={callsPath()}>See the calls</TextLink>
            </p>
          )}
        </Callout>
      )}
      <div className="addon__foot">
        {standing.kind === 'active' ? (
          <Switch aria-label={`${name} add-on`} checked={isAdded} onChange={() => setAsking(true)}>
            {isAdded ? 'Added' : 'Add to plan'}
          </Switch>
        ) : (
          <p className="muted py-2">{isAdded ? 'Added' : 'Not added'}</p>
        )}
      </div>
      {standing.kind === 'active' && (
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          title={isAdded ? `Remove ${name} from your plan?` : `Add ${name} to your plan?`}
          description={
            <WhatChanges
              id={id}
              isAdded={isAdded}
              addOns={addOns}
              next={next}
              standing={standing}
              inUse={inUse}
              isPart={isAdded && upcoming.length >= UPCOMING_SHOWN}
            />
          }
          cancelLabel="Keep plan as it is"
          confirmLabel={isAdded ? (inUse > 0 ? 'Remove and end calls' : 'Remove') : 'Add to plan'}
          destructive={isAdded}
          busy={isChanging}
          busyLabel={isAdded ? 'Removing…' : 'Adding…'}
          onConfirm={() => onChange(next, inUse > 0, () => setAsking(false))}
        />
      )}
    </Card>
  )
}

interface WhatChangesProps {
  id: AddOnId
  isAdded: boolean
  addOns: readonly AddOnId[]
  next: readonly AddOnId[]
  standing: Extract<PlanStanding, { kind: 'active' }>
  /** Calls that are scheduled with it; a schedule counts once. */
  inUse: number
  /** There may be more than were counted. */
  isPart: boolean
}

/**
 * What the change costs or saves. The card provider counts to the second, so the sum is given in words only. What is
 * pending when a cancelled subscription ends is billed then; what is left to the customer waits for a later invoice.
 */
function WhatChanges({ id, isAdded, addOns, next, standing, inUse, isPart }: WhatChangesProps) {
  const { name } = ADD_ONS[id]
  const { renewsAt, cancelsAt } = standing
  return (
    <>
      {isPart && `We’ll end all ${name}s you’ve scheduled. You can’t undo that. `}
      {!isPart &&
        inUse > 0 &&
        (inUse === 1
          ? `We’ll end the ${name} you’ve scheduled. You can’t undo that. `
          : `We’ll end all ${inUse} ${name}s you’ve scheduled. You can’t undo that. `)}
      Your plan goes from {formatDollars(monthlyCents(addOns) / 100)} to {formatDollars(monthlyCents(next) / 100)} per
      month.{' '}
      {isAdded
        ? `${credited(renewsAt, cancelsAt)} You can’t schedule new ${name} calls then.`
        : charged(renewsAt, cancelsAt)}
    </>
  )
}

function credited(renewsAt: string, cancelsAt: string | null): string {
  return cancelsAt
    ? `When your subscription ends, we’ll credit the time you don’t use until ${dayOf(cancelsAt)}. It counts if you subscribe again.`
    : `You won’t pay for the time you don’t use until ${dayOf(renewsAt)}: your next invoice settles it.`
}

function charged(renewsAt: string, cancelsAt: string | null): string {
  return cancelsAt
    ? `We’ll charge the time from today until ${dayOf(cancelsAt)} when your subscription ends.`
    : `We’ll add the time from today until ${dayOf(renewsAt)} to your next invoice.`
}
