import { Phone, UsersRound } from 'lucide-react'
import type { Subscription } from '#contract/accounts/billing.ts'
import { dayOf } from '#web/domain/account/plan-days.ts'

/** How much of the plan is used: "12 of 30 calls booked in your billing month", which days that is, and how many loved ones. */
export function Usage({ usage, isTrial = false }: { usage: Subscription['usage']; isTrial?: boolean }) {
  const { calls, callsPerMonth, lovedOnes, lovedOnesAtMost, since, until } = usage
  return (
    <div className="kv num">
      <div>
        <Phone />
        {callsPerMonth === null ? (
          <span>
            {counted(calls, 'call')} <span className="muted">since {dayOf(since)}</span>
          </span>
        ) : (
          <span>
            {calls > callsPerMonth ? `${calls} calls booked` : `${calls} of ${callsPerMonth} calls booked`}{' '}
            <span className="muted">
              in your {isTrial ? 'free trial' : 'billing month'}, {dayOf(since)} to {dayOf(until)}.
            </span>
            {calls >= callsPerMonth && (
              <span className="block">
                {calls > callsPerMonth && `Your plan has ${callsPerMonth}. `}
                We’ll still make every call you’ve scheduled, and Call Now still works.
                {isTrial
                  ? ' Subscribe to schedule more.'
                  : ` To schedule more before ${dayOf(until)}, cancel some you don’t need.`}
              </span>
            )}
          </span>
        )}
      </div>
      <div>
        <UsersRound />
        <span>
          {lovedOnesAtMost === null ? counted(lovedOnes, 'loved one') : `${lovedOnes} of ${lovedOnesAtMost} loved ones`}
        </span>
      </div>
    </div>
  )
}

const counted = (count: number, thing: string) => `${count} ${count === 1 ? thing : `${thing}s`}`
