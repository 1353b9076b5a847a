import type { ScriptPart } from '../../call-script/script.ts'
import { shortName } from '../texts/parts/short-name.ts'

/** What somebody who rings Cooee after they were alerted needs to know. */
interface AlertedCaller {
  personName: string
  /** Who was called: "Margaret Hartley". */
  name: string
  /** What happened, without a full stop. */
  headline: string
  /** Who asked for the calls; null when nobody else of that name has an incident, or no name was given. */
  askedBy?: string | null
  /** Who is taking care of it, when that is somebody else. */
  ownerName: string | null
  /** Whether the caller is taking care of it already. */
  isOwner: boolean
}

/** The incident read out to somebody who was alerted and rings back, and the keys of an alert call. */
export function alertedCallerScript(caller: AlertedCaller, step: string): ScriptPart[] {
  const { personName, askedBy } = caller
  const headline = askedBy ? `This is about someone ${askedBy} asked us to ring. ${caller.headline}` : caller.headline
  return [
    {
      kind: 'ask',
      step,
      prompt: `Thank you for ringing, ${personName}. This is Cooee. ${headline}. ${keysFor(caller)}`,
    },
    { kind: 'ask', step: `${step} again`, prompt: `Once more. ${headline}. ${keysFor(caller)}` },
    { kind: 'say', text: 'I did not hear an answer. Goodbye.' },
    { kind: 'hang_up' },
  ]
}

function keysFor({ name, ownerName, isOwner }: AlertedCaller): string {
  const who = shortName(name)
  if (isOwner)
    return `You are checking on ${who}. For more time, press 1. If you can't after all, press 2. If all is well, press 3.`
  if (ownerName) return `${ownerName} is checking on ${who}. If you find out that all is well, press 3.`
  return `To check on ${who}, press 1. If you can't, press 2. If all is well, press 3.`
}
