import { type Heard, keyAloud } from '#core/call-script/answer.ts'
import {
  type CallBackPrompt,
  checkedInSentence,
  goodbyeScript,
  helpScript,
  notAChoice,
  ONCE_MORE,
  promptScript,
  reminderReply,
  strangerScript,
  thanksFor,
  understoodCallBack,
} from '#core/call-script/call-back-script.ts'
import type { ScriptPart } from '#core/call-script/script.ts'
import { REMOVED_SINCE } from '#core/escalation/texts/removed-text.ts'
import { minutesAt } from '#core/languages/spoken-instant.ts'
import { phrase, type Wording } from '#core/languages/wording.ts'
import type { CareDeps } from '#server/features/care/public.ts'
import { noteRangCooee, wasAlertedOfRemoved } from '#server/features/incidents/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { type Approach, checkIn, openReminders } from '../check-in.ts'
import { raiseHelpRequest } from '../raise-help-request.ts'
import { answerReminder } from '../texts/answer-reminder.ts'
import {
  type Alerted,
  commonName,
  commonWording,
  findAlerted,
  type Household,
  isShared,
  type KnownLovedOne,
  lockHouseholdsAt,
  lovedOnesOf,
  type NamedPerson,
  withKey,
} from '../who-is-it.ts'
import { handleAlertedCaller, readOut } from './inbound-alerted.ts'
import { askForDays, awayToOffer, handleAway, takesNumber } from './inbound-away.ts'
import { type InboundCall, keepReply, lockInboundCall } from './inbound-call-state.ts'
import { handleRefusal, handleRefusalLift, LIFT, questionBefore, refusingCaller } from './inbound-refusal.ts'

/** What is said, and which calls are ended by it: phones that still ring for them must be stopped. */
export interface Said {
  script: readonly ScriptPart[]
  concluded: number[]
  /** Set when the phone refuses calls now: what is under way to it must be stopped. */
  refusedBy?: string | null
}

const OPENING = 'opening'
const HOW = 'how'
/** Follows the name of a step whose answer was none of the choices. */
const RETRY = ' retry'
const AFTERTHOUGHT = new RegExp(`(${RETRY})?(${ONCE_MORE})?$`)

interface Caller {
  from: string
  providerCallId: string
}

/** Takes a ring: a loved one is asked how they are, and the people of their open incident learn only that they rang. */
export async function takeCall(deps: CareDeps, trx: Trx, caller: Caller): Promise<Said> {
  const call = await lockInboundCall(trx, caller, deps.clock.now())
  const before = call.replies[OPENING]
  return before ? { script: before, concluded: [] } : beginCall(deps, trx, call)
}

async function beginCall(deps: CareDeps, trx: Trx, call: InboundCall): Promise<Said> {
  const said = await open(deps, trx, call)
  await keepReply(trx, call, { step: OPENING, script: said.script })
  return said
}

/** They pressed or said something after the question `step`. A step is taken once; a repeat gets the same reply. */
export async function takeAnswer(
  deps: CareDeps,
  trx: Trx,
  caller: Caller,
  { step, heard }: { step: string; heard: Heard },
): Promise<Said> {
  const call = await lockInboundCall(trx, caller, deps.clock.now())
  const before = call.replies[step]
  if (before) return { script: before, concluded: [] }
  // A fail-over has lost that it was asked. Thanks and a goodbye would end a call for help: it is asked again.
  if (Object.keys(call.replies).length === 0) return beginCall(deps, trx, call)
  // An answer to a question that was never asked changes nothing: the last words are said again.
  if (!wasAsked(call, step)) return { script: lastReply(call), concluded: [] }
  // Counts as asked while its answer is worked out: the next question has a name of its own.
  call.replies[step] = []
  const said = await proceed(deps, trx, call, step, heard)
  await keepReply(trx, call, { step, script: said.script, keys: heard.keys })
  return said
}

function wasAsked({ replies }: InboundCall, step: string): boolean {
  return Object.values(replies).some((script) => script.some((part) => part.kind === 'ask' && part.step === step))
}

function lastReply({ replies }: InboundCall): readonly ScriptPart[] {
  return Object.values(replies).at(-1) ?? goodbyeScript('Thank you.')
}

const approachOf = ({ providerCallId }: InboundCall): Approach => ({ by: 'call', providerId: providerCallId })

async function open(deps: CareDeps, trx: Trx, call: InboundCall): Promise<Said> {
  const households = await householdsOf(trx, call)
  const refusing = await refusingCaller(deps, trx, call, households)
  if (refusing) {
    for (const { id: lovedOneId } of everybodyOf(households)) await noteRangCooee(deps.incidents, trx, { lovedOneId })
    return { script: refusing, concluded: [] }
  }
  if (households.length === 0) return { script: await welcomeOther(deps, trx, call), concluded: [] }
  const persons = households.filter((household) => !isShared(household)).flatMap(({ people }) => people)
  for (const { id: lovedOneId } of everybodyOf(households)) await noteRangCooee(deps.incidents, trx, { lovedOneId })
  if (persons.length > 0) {
    const name = commonName(households.flatMap(({ people }) => people))
    const offersIncident = await incidentToOffer(deps, trx, call, households)
    const away = await awayToOffer(deps, trx, households)
    const wording = commonWording(households)
    const prompt = { kind: 'how', name, offersIncident, away } as const
    const script = promptScript(thanksFor(name, wording), prompt, HOW, wording)
    return { script, concluded: [] }
  }
  const choices = stillToCome(call, households)
  const wording = commonWording(households)
  return { script: promptScript(thanksFor(null, wording), { kind: 'who', choices }, 'who 1', wording), concluded: [] }
}

async function householdsOf(trx: Trx, { phoneNumber }: InboundCall): Promise<Household[]> {
  return phoneNumber === null ? [] : lockHouseholdsAt(trx, phoneNumber)
}

const everybodyOf = (households: readonly Household[]): KnownLovedOne[] =>
  lovedOnesOf(households.flatMap(({ people }) => people))

/** A person who has been alerted continues with the incident; anybody else hears who we are. */
async function welcomeOther(deps: CareDeps, trx: Trx, call: InboundCall): Promise<readonly ScriptPart[]> {
  const now = deps.clock.now()
  const among = call.phoneNumber === null ? [] : await findAlerted(trx, call.phoneNumber, { now })
  const alerted = nobodyHasFirst(among)
  if (alerted) return readOut(deps, trx, call, { alerted, among })
  const isOver = call.phoneNumber !== null && (await wasAlertedOfRemoved(trx, call.phoneNumber, now))
  const isWithheld = call.phoneNumber === null
  return isOver ? goodbyeScript(REMOVED_SINCE) : strangerScript(new URL(deps.publicUrl).host, { isWithheld })
}

/** Incidents without an owner come first: a person who has taken one on and rings again hears of the other. */
function nobodyHasFirst(among: readonly Alerted[]): Alerted | undefined {
  return among.find(({ status }) => status !== 'owned') ?? among[0]
}

/** Checks people in, in every account that cares for them, and continues with the next question. */
async function welcome(
  deps: CareDeps,
  trx: Trx,
  call: InboundCall,
  households: readonly Household[],
  { persons, heard }: { persons: readonly NamedPerson[]; heard: Heard | null },
): Promise<Said> {
  const concluded: number[] = []
  for (const lovedOne of lovedOnesOf(persons)) {
    if (call.checkedIn.includes(lovedOne.id)) continue
    concluded.push(...(await checkIn(deps, trx, lovedOne, approachOf(call))).concluded)
    call.checkedIn.push(lovedOne.id)
  }
  // A caller who has chosen a name has heard it; before that, only a name that all accounts share is said.
  const name = commonName(heard ? persons : households.flatMap(({ people }) => people))
  const script = await askFurther(
    deps,
    trx,
    call,
    households,
    checkedInSentence(name, heard, commonWording(households)),
  )
  return { script, concluded }
}

/** An open reminder first, then who else is there, and whether help is wanted; then goodbye. */
async function askFurther(
  deps: CareDeps,
  trx: Trx,
  call: InboundCall,
  households: readonly Household[],
  before: string,
): Promise<readonly ScriptPart[]> {
  const asked = Object.keys(call.replies)
  const wording = commonWording(households)
  for (const lovedOne of everybodyOf(households)) {
    if (!call.checkedIn.includes(lovedOne.id)) continue
    const reminders = await openReminders(deps, trx, lovedOne)
    const open = reminders.find(({ callId }) => !asked.some((step) => baseOf(step) === `reminder ${callId}`))
    if (open) {
      const prompt = { kind: 'reminder', localTime: spokenTime(open.dueAt, lovedOne) } as const
      return promptScript(before, prompt, `reminder ${open.callId}`, wording)
    }
  }
  const choices = stillToCome(call, households)
  if (choices.length > 0) {
    const times = asked.filter((step) => step.startsWith('who')).length
    return promptScript(before, { kind: 'who', choices }, `who ${times + 1}`, wording)
  }
  // Whether help is wanted was asked first, unless the caller had to be identified.
  const wasAsked =
    asked.some((step) => step.startsWith('reminder') || step.startsWith(HOW)) || call.checkedIn.length > 0
  if (households.some(isShared) || wasAsked) return goodbyeScript(before, wording)
  const offersIncident = await incidentToOffer(deps, trx, call, households)
  return promptScript(before, { kind: 'help', offersIncident }, 'help', wording)
}

/** Of the people who share the number in one account, those who are not checked in; one account after the other. */
function stillToCome({ checkedIn }: InboundCall, households: readonly Household[]): NamedPerson[] {
  const waiting = households
    .filter(isShared)
    .map(({ people }) => withKey(people).filter(({ lovedOnes }) => lovedOnes.some(({ id }) => !checkedIn.includes(id))))
  return waiting.find((people) => people.length > 0) ?? []
}

/** Somebody who is called can be somebody else's contact as well: a husband and a wife, each with a phone. */
async function incidentToOffer(deps: CareDeps, trx: Trx, call: InboundCall, households: readonly Household[]) {
  return nobodyHasFirst(await otherIncidents(deps, trx, call, households))?.name ?? null
}

async function otherIncidents(
  deps: CareDeps,
  trx: Trx,
  { phoneNumber }: InboundCall,
  households: readonly Household[],
): Promise<Alerted[]> {
  if (phoneNumber === null) return []
  const exceptLovedOnes = everybodyOf(households).map(({ id }) => id)
  return findAlerted(trx, phoneNumber, { now: deps.clock.now(), exceptLovedOnes })
}

const baseOf = (step: string): string => step.replace(AFTERTHOUGHT, '')

async function proceed(deps: CareDeps, trx: Trx, call: InboundCall, stepHeard: string, heard: Heard): Promise<Said> {
  const households = await householdsOf(trx, call)
  const wording = commonWording(households)
  const refused = takesNumber(stepHeard)
    ? null
    : await handleRefusal(deps, trx, call, { step: stepHeard, heard, wording })
  if (refused) return { ...refused, concluded: [] }
  const step = questionBefore(stepHeard)
  const base = baseOf(step)
  if (base === LIFT) {
    const lifted = await handleRefusalLift(deps, trx, call, heard, wording)
    if (lifted) return { script: lifted, concluded: [] }
  }
  if (base === 'incident') {
    return { script: await handleAlertedCaller(deps, trx, call, heard, { isRetry: step !== base }), concluded: [] }
  }
  if (households.length === 0)
    return { script: goodbyeScript(phrase(wording, 'calls.thankYou'), wording), concluded: [] }
  const names = households.flatMap(({ people, askedBy }) => [askedBy, ...people.map(({ name }) => name)])
  const away = await handleAway(deps, trx, call, households, { step: base, heard, names })
  if (away !== null && away !== 'help') return { script: away, concluded: [] }
  const asked = await questionAsked(deps, trx, call, households, base)
  if (away === 'help') return giveHelp(deps, trx, call, asked, { heard, wording })
  const answer = understoodCallBack(asked.prompt, heard, names, wording.language)
  switch (answer?.kind) {
    case undefined: {
      const sorry = notAChoice(heard, wording)
      const isSecond = step.includes(RETRY)
      const script = isSecond
        ? goodbyeScript(sorry, wording)
        : promptScript(sorry, asked.prompt, `${base}${RETRY}`, wording)
      return { script, concluded: [] }
    }
    case 'help':
      return giveHelp(deps, trx, call, asked, { heard, wording })
    case 'fine': {
      if (base === LIFT) return { script: goodbyeScript(phrase(wording, 'calls.thankYou'), wording), concluded: [] }
      if (asked.prompt.kind !== 'how')
        return { script: goodbyeScript(phrase(wording, 'calls.thankYou'), wording), concluded: [] }
      const persons = households.filter((household) => !isShared(household)).flatMap(({ people }) => people)
      return welcome(deps, trx, call, households, { persons, heard })
    }
    case 'person': {
      const person = stillToCome(call, households).find(({ key }) => key === answer.key)
      if (!person) return { script: goodbyeScript(notAChoice(heard, wording), wording), concluded: [] }
      return welcome(deps, trx, call, households, { persons: [person], heard })
    }
    case 'incident': {
      const among = await otherIncidents(deps, trx, call, households)
      const alerted = nobodyHasFirst(among)
      const script = alerted
        ? await readOut(deps, trx, call, { alerted, among })
        : goodbyeScript(phrase(wording, 'calls.thankYou'), wording)
      return { script, concluded: [] }
    }
    case 'time_away':
      return { script: await askForDays(deps, trx, call, households, keyAloud(heard, wording).trim()), concluded: [] }
    case 'reminder': {
      const [lovedOne] = asked.whose
      if (!lovedOne || asked.callId === null)
        return { script: goodbyeScript(phrase(wording, 'calls.thankYou'), wording), concluded: [] }
      const { response } = answer
      const { callId } = asked
      const approach = approachOf(call)
      const done = await answerReminder(deps, trx, lovedOne, { callId, response, approach })
      const before = reminderReply(heard, response, done.isCalledAgain, wording)
      const script = await askFurther(deps, trx, call, households, before)
      return { script, concluded: done.isConcluded ? [callId] : [] }
    }
  }
}

interface Asked {
  prompt: CallBackPrompt
  /** The people for whom an answer asks for help. */
  whose: readonly KnownLovedOne[]
  callId: number | null
  /** The people who share the number, if all of them belong to one account. */
  names: readonly string[]
}

/** The question that was asked, as its step names it. */
async function questionAsked(
  deps: CareDeps,
  trx: Trx,
  call: InboundCall,
  households: readonly Household[],
  base: string,
): Promise<Asked> {
  const everybody = everybodyOf(households)
  const names = households.length === 1 ? [...new Set(everybody.map(({ name }) => name))] : []
  const [kind, number] = base.split(' ')
  if (kind === 'reminder') {
    const callId = Number(number)
    const call = Number.isSafeInteger(callId) ? await reminderOf(trx, everybody, callId) : null
    const prompt: CallBackPrompt = { kind: 'reminder', localTime: call?.localTime ?? 'last' }
    return call ? { prompt, whose: [call.lovedOne], callId, names: [] } : { prompt, whose: [], callId: null, names }
  }
  if (kind === 'who')
    return { prompt: { kind: 'who', choices: stillToCome(call, households) }, whose: everybody, callId: null, names }
  const offersIncident = await incidentToOffer(deps, trx, call, households)
  if (kind === HOW || kind === LIFT) {
    const prompt: CallBackPrompt = {
      kind: 'how',
      name: commonName(households.flatMap(({ people }) => people)),
      offersIncident,
      away: kind === HOW ? await awayToOffer(deps, trx, households) : null,
    }
    return { prompt, whose: everybody, callId: null, names }
  }
  return { prompt: { kind: 'help', offersIncident }, whose: everybody, callId: null, names }
}

/** "9:00 AM", as it is said to them. */
const spokenTime = (at: Date, { timezone, wording }: KnownLovedOne): string =>
  wording.forms.time(minutesAt(at, timezone))

/** Null for a call of another loved one: a step is only valid for the number that answers it. */
async function reminderOf(trx: Trx, lovedOnes: readonly KnownLovedOne[], callId: number) {
  const call = await trx
    .selectFrom('calls')
    .select(['lovedOneId', 'scheduledFor'])
    .where('id', '=', callId)
    .where('lovedOneId', '=', (eb) => eb.fn.any(eb.val(lovedOnes.map(({ id }) => id))))
    .executeTakeFirst()
  const lovedOne = lovedOnes.find(({ id }) => id === call?.lovedOneId)
  return call && lovedOne ? { lovedOne, localTime: spokenTime(call.scheduledFor, lovedOne) } : null
}

async function giveHelp(
  deps: CareDeps,
  trx: Trx,
  call: InboundCall,
  { whose, names }: Asked,
  { heard, wording }: { heard: Heard; wording: Wording },
): Promise<Said> {
  const concluded: number[] = []
  for (const lovedOne of whose) {
    const cry = { approach: approachOf(call), since: call.receivedAt }
    concluded.push(...(await raiseHelpRequest(deps, trx, lovedOne, cry)))
  }
  return { script: helpScript(heard, names, wording), concluded }
}
