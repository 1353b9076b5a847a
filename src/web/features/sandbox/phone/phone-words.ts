import type { EndedCall, PhoneBehaviour, PhoneOwner, QuestionReply, SandboxPhone } from '#contract/admin/sandbox.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { shownPhone } from '#web/domain/people/shown-phone.ts'

/** What a phone does, in the words of the list it is chosen from. */
export const BEHAVIOUR_WORDS: Record<PhoneBehaviour, string> = {
  presses_1: 'Answers and presses 1',
  asks_for_help: 'Asks for help (presses 2)',
  presses_nothing: 'Answers, presses nothing',
  hangs_up: 'Hangs up at once',
  rings_out: 'Rings out',
  busy: 'Busy',
  machine: 'Answering machine',
  second_try: 'Answers at the second try',
  refused: 'Number refused',
  hiccups: 'Provider hiccups twice',
  says_hello: 'Says hello, presses 1 when asked',
  voicemail: 'Personal voicemail',
  screens_calls: 'Screens calls, then presses 1',
  not_understood: 'Speaks, not understood',
  says_two: 'Says “two”',
  slow_person: 'Slow, taken for a machine',
  presses_hash: 'Presses #',
  reception: 'Reception, then silence',
  second_thought: 'Fine, then “had a fall”',
  declines: 'Says no to calls (9)',
  agrees_late: 'Agrees to calls at the third',
  stops_calls: 'Agrees, then presses 9 twice',
  talks: 'Chats, then goodbye',
  talk_helps: 'Chats, then asks for help',
  talk_declines: 'Presses 9 in a chat, then 1',
  talk_silent: 'Silent in a chat, then 1',
  talk_drops: 'Chat breaks off, then 1',
}

/** What its owner writes back to a check-in by text, while nobody sits beside it. */
export const REPLY_WORDS: Record<QuestionReply, string> = {
  ok: 'replies OK',
  help: 'replies HELP',
  nothing: 'replies nothing',
  gibberish: 'replies nonsense',
  stop: 'replies STOP',
  late: 'replies OK after 20 minutes',
}

/** Whose phone it is: "Margaret Hartley", "June and John", or the number. */
export function nameOf({ owners, number }: SandboxPhone): string {
  const names = [...new Set(owners.map(({ name }) => name))]
  return names.length > 0 ? names.join(' and ') : shownPhone(number)
}

/** "Margaret" in sentences; the whole number where nobody is known. */
export function shortNameOf(phone: SandboxPhone): string {
  const [owner] = phone.owners
  return phone.owners.length === 1 && owner ? shortName(owner.name) : nameOf(phone)
}

/** What Cooee has to do with them. */
export function roleOf({ owners }: SandboxPhone): string {
  const [owner] = owners
  if (!owner) return 'Nobody we know'
  return ROLE_WORDS[owner.role](owner)
}
const ROLE_WORDS: Record<PhoneOwner['role'], (owner: PhoneOwner) => string> = {
  loved_one: () => 'Cooee rings this phone',
  contact: ({ of }) => `Alerted when ${of ? shortName(of) : 'someone'} needs help`,
  account_holder: () => 'Account holder',
}

/** How the last call ended, for the person who held the phone. */
export function endWords(call: EndedCall): string {
  const pressed = call.turns.filter(({ kind }) => kind === 'pressed').map(({ text }) => text)
  const spoke = call.turns.some(({ kind }) => kind === 'spoke')
  switch (call.outcome) {
    case 'talked':
      if (pressed.length > 0) return `Last call: ${pressed.join(' and ')} pressed`
      if (call.direction === 'inbound') return 'Last call: rang Cooee'
      return spoke ? 'Last call: spoke, pressed nothing' : 'Last call: answered, nothing pressed'
    case 'busy':
      return 'Last call: busy or declined'
    case 'no_answer':
      return 'Last call: rang out'
    case 'not_placed':
      return 'Last call: could not be placed'
  }
}

/** The choices of one phone; `byHand` and `as-number` stand beside the behaviours. */
export type Choice = PhoneBehaviour | 'by-hand' | 'as-number'

/** Whether the person at this page answers: as chosen, else where nothing special was asked of the phone. */
export function isByHand(phone: SandboxPhone, chosen: Readonly<Record<string, boolean>>): boolean {
  return chosen[phone.number] ?? (phone.behaviour === null && phone.ownBehaviour === 'presses_1')
}

/** The choice that a phone shows. */
export function choiceOf(phone: SandboxPhone, chosen: Readonly<Record<string, boolean>>): Choice {
  return isByHand(phone, chosen) ? 'by-hand' : (phone.behaviour ?? 'as-number')
}

/** What a phone does, in a few words. */
export function manner(phone: SandboxPhone, chosen: Readonly<Record<string, boolean>>): string {
  const calls = isByHand(phone, chosen) ? 'You answer it' : BEHAVIOUR_WORDS[phone.behaviour ?? phone.ownBehaviour]
  return phone.texts === 'delivered' ? calls : `${calls} · Texts do not arrive`
}

const SHOWN_OF_A_TEXT = 140

/** The beginning of a text, cut between words. */
export function beginningOf(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  if (line.length <= SHOWN_OF_A_TEXT) return line
  return `${line.slice(0, SHOWN_OF_A_TEXT).replace(/[\s.,:;]+\S*$/, '')}…`
}

/** Every choice of a phone, the person's own first. */
export function choicesOf(phone: SandboxPhone): { value: Choice; label: string }[] {
  const own = `As the number says: ${BEHAVIOUR_WORDS[phone.ownBehaviour].toLowerCase()} (…${phone.number.slice(-2)})`
  const others = Object.entries(BEHAVIOUR_WORDS) as [PhoneBehaviour, string][]
  return [
    { value: 'by-hand', label: 'I answer it myself' },
    { value: 'as-number', label: own },
    ...others.map(([value, label]) => ({ value, label })),
  ]
}
