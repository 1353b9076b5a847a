import type { Call } from '#contract/calls/calls.ts'
import { displayPhone } from '#core/phone/display-phone.ts'
import { LovedOneAvatar } from '#web/domain/people/loved-one-avatar.tsx'

/** Who is rung, and on which number, which wraps between its groups where text is large: a smaller one would not be read. */
export function Recipient({ call }: { call: Call }) {
  return (
    <span className="who">
      <LovedOneAvatar id={call.lovedOneId} name={call.lovedOne.name} size="sm" />
      <span>
        <span className="who__name">{call.lovedOne.name}</span>
        <span className="who__sub num">{displayPhone(call.lovedOne.phoneNumber)}</span>
      </span>
    </span>
  )
}
