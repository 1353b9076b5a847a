import type { Call } from '#contract/calls.ts'
import { displayPhone } from '#core/phone/display-phone.ts'
import { LovedOneAvatar } from '#web/domain/loved-one-avatar.tsx'

/** Who is rung, and on which number. */
export function Recipient({ call }: { call: Call }) {
  return (
    <span className="who">
      <LovedOneAvatar id={call.lovedOneId} name={call.lovedOne.name} size="sm" />
      <span>
        <span className="who__name">{call.lovedOne.name}</span>
        <span className="who__sub num md:whitespace-nowrap">{displayPhone(call.lovedOne.phoneNumber)}</span>
      </span>
    </span>
  )
}
