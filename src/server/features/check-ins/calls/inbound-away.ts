import { lastOfDays } from '#core/away/away-command.ts'
import { awayPeriod } from '#core/away/away-period.ts'
import type { AwayReply } from '#core/away/away-reply.ts'
import type { Heard } from '#core/call-script/answer.ts'
import {
  awayConfirmScript,
  awayDaysScript,
  awayDoneScript,
  noNumberOfDays,
  nothingChangedScript,
  understoodConfirmation,
  understoodDays,
} from '#core/call-script/away-script.ts'
import { notAChoice, type OfferedAway } from '#core/call-script/call-back-script.ts'
import type { ScriptPart } from '#core/call-script/script.ts'
import { phrase, type Wording } from '#core/languages/wording.ts'
import { comeBack, goAway, presentAway } from '#server/features/aways/public.ts'
import type { CareDeps } from '#server/features/care/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { commonWording, type Household, isShared, type KnownLovedOne, lovedOnesOf } from '../who-is-it.ts'
import type { InboundCall } from './inbound-call-state.ts'

/** Precedes how often the days have been asked for. */
const DAYS = 'away days '
/** Precedes the last day that was understood and how often the days had been asked for. */
const CONFIRM = 'away until '
const MAX_TIMES = 3

/** Whether a step takes several digits: 9 is one of them there. */
export const takesNumber = (step: string): boolean => step.startsWith(DAYS)

/** What key 5 is offered for: nothing where several people have the phone, since who is left without calls is not guessed. */
export async function awayToOffer(deps: CareDeps, trx: Trx, households: readonly Household[]): Promise<OfferedAway> {
  const [lovedOne] = personOf(households)
  if (!lovedOne) return null
  return (await presentAway(trx, lovedOne.id, deps.clock.now())) ? 'change' : 'go'
}

/** The same person in each account that has them. */
function personOf(households: readonly Household[]): KnownLovedOne[] {
  return households.some(isShared) ? [] : lovedOnesOf(households.flatMap(({ people }) => people))
}

/** Asks for the number of days. */
export async function askForDays(
  deps: CareDeps,
  trx: Trx,
  call: InboundCall,
  households: readonly Household[],
  before: string,
): Promise<readonly ScriptPart[]> {
  const [lovedOne] = personOf(households)
  const times = Object.keys(call.replies).filter((step) => step.startsWith(DAYS)).length
  const wording = commonWording(households)
  if (!lovedOne || times >= MAX_TIMES) return nothingChangedScript(before, wording)
  const present = await presentAway(trx, lovedOne.id, deps.clock.now())
  const presentEnd = present?.endsAt ?? null
  return awayDaysScript(before, { presentEnd, zone: lovedOne.timezone }, `${DAYS}${times + 1}`, wording)
}

/**
 * Takes the number of days, or the confirmation of them. Only a confirmed number sets a time away; 0 ends the present
 * one at once. Null for any other step; `help`: they asked for help instead.
 */
export async function handleAway(
  deps: CareDeps,
  trx: Trx,
  call: InboundCall,
  households: readonly Household[],
  { step, heard, names }: { step: string; heard: Heard; names: readonly string[] },
): Promise<readonly ScriptPart[] | 'help' | null> {
  const people = personOf(households)
  const [first] = people
  const wording = commonWording(households)
  if (!step.startsWith(DAYS) && !step.startsWith(CONFIRM)) return null
  if (!first) return nothingChangedScript('', wording)
  if (step.startsWith(CONFIRM)) {
    const understood = understoodConfirmation(heard, names, wording.language)
    if (understood === 'help') return 'help'
    if (understood === 'another') return askForDays(deps, trx, call, households, '')
    if (understood === null) return nothingChangedScript(notAChoice(heard, wording), wording)
    const until = step.slice(CONFIRM.length).split(' ')[0] ?? ''
    return change(people, { heard, wording }, (person) => goAway(deps, trx, person, { until, by: 'call' }))
  }
  const understood = understoodDays(heard, names, wording.language)
  if (understood?.kind === 'help') return 'help'
  const now = deps.clock.now()
  const isAway = (await presentAway(trx, first.id, now)) !== undefined
  if (understood?.days === 0 && isAway)
    return change(people, { heard, wording }, (person) => comeBack(deps, trx, person, { by: 'call' }))
  const until = understood && lastOfDays(understood.days, now, first.timezone)
  if (!until) return askForDays(deps, trx, call, households, noNumberOfDays(heard, wording))
  const { endsAt } = awayPeriod({ from: until, until }, first.timezone)
  const days = understood.days
  return awayConfirmScript(
    heard,
    { days, endsAt, zone: first.timezone },
    `${CONFIRM}${until} ${step.slice(DAYS.length)}`,
    wording,
  )
}

async function change(
  people: readonly KnownLovedOne[],
  { heard, wording }: { heard: Heard; wording: Wording },
  apply: (person: KnownLovedOne) => ReturnType<typeof goAway>,
): Promise<readonly ScriptPart[]> {
  const replies: AwayReply[] = []
  for (const person of people) {
    const done = await apply(person)
    replies.push('callsStartAgainAt' in done ? { ...done, zone: person.timezone } : done)
  }
  const reply = replies.find(({ kind }) => kind === 'away' || kind === 'back') ?? replies[0]
  if (!reply) return nothingChangedScript('', wording)
  if (people.length === 1) return awayDoneScript(heard, reply, wording)
  // One family's calls and names are not said to another's.
  if (reply.kind === 'refused')
    return awayDoneScript(heard, { kind: 'refused', why: phrase(wording, 'ringing.askFamily') }, wording)
  return awayDoneScript(heard, 'callsStartAgainAt' in reply ? { ...reply, callsStartAgainAt: null } : reply, wording)
}
