import { displayPhone } from '#core/phone/display-phone.ts'
import { keptTogether } from '#web/lib/http/kept-together.ts'

/** A stored number as people read it, "+61 412 345 678", never broken into two lines. Not for fields: what is typed has ordinary spaces. */
export function shownPhone(value: string): string {
  return keptTogether(displayPhone(value))
}
