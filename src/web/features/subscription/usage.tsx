import { Phone, UsersRound } from 'lucide-react'
import type { Subscription } from '#contract/billing.ts'
import { dayOf } from '#web/domain/plan-days.ts'

/** How much of the plan is used: "12 of 30 calls this month", since when, and how many loved ones. */
export function Usage({ usage, isTrial = false }: { usage: Subscription['usage']; isTrial?: boolean }) {
  const { calls, callsPerMonth, lovedOnes, lovedOnesAtMost, since } = usage
  const isUsedUp = callsPerMonth !== null && calls >= callsPerMonth
  return (
    <div className="kv num">
      <div>
        <Phone />
        <span>
          {callsPerMonth === null
            ? counted(calls, 'call')
            : `${calls} of ${callsPerMonth} calls ${isTrial ? 'of your free trial' : 'this month'}`}
          <span className="muted">
            {' '}
            since {dayOf(since)}
            {callsPerMonth !== null && ', with those that are scheduled'}
          </span>
          {isUsedUp && (
            <span className="block">
              What is scheduled still goes out, and Call Now still works. New calls can be scheduled{' '}
              {isTrial ? 'once you have subscribed.' : 'for the next month.'}
            </span>
          )}
        </span>
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
