import { titleCase } from '#core/format/title-case.ts'

/** In the order of a call's life: ours, then what the provider says. */
const WORDS: Record<string, string> = {
  dialling: 'Dialling',
  queued: 'Queued',
  initiated: 'Dialling',
  ringing: 'Ringing',
  'in-progress': 'Answered',
  completed: 'Completed',
  busy: 'Busy',
  'no-answer': 'No answer',
  canceled: 'Cancelled',
  failed: 'Failed',
  refused: 'Refused by the provider',
  'not placed': 'Not placed',
  unknown: 'Unknown: the provider did not say whether it rang',
}

/** How a test call goes, in words; what only the provider knows is shown as it says it. */
export function testCallStatus(status: string): string {
  return WORDS[status] ?? titleCase(status.replaceAll('-', '_'))
}

/** "1", "1 and 9", or that nothing was pressed. */
export function pressedKeys(keys: string): string {
  return keys === '' ? 'None' : [...keys].join(', ')
}
