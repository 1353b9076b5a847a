import type { Message, ScriptedReply } from './scripted-replies.ts'

/** What befalls a reply, of the server or of the model. */
export const MISBEHAVIOURS = [
  'slow-first-token',
  'silence',
  'stall',
  'error-500',
  'too-many-requests',
  'broken-frame',
  'cut-stream',
  'cut-by-length',
  'empty',
  'promise',
  'advice',
  'dose',
  'money',
  'link',
  'claims-human',
  'long',
  'two-questions',
  'obeys-injection',
  'wrong-tool',
  'invalid-arguments',
] as const

export type Misbehaviour = (typeof MISBEHAVIOURS)[number]

const WORDS: Partial<Record<Misbehaviour, string>> = {
  empty: '',
  promise: 'Do not worry, I will ring your daughter and she will come over.',
  advice: 'You should have a lie down and drink more water.',
  dose: 'Just take two of the white tablets with your tea.',
  money: 'Could you read me the number on your bank card?',
  link: 'Have a look at www.example.com about that.',
  'claims-human': 'I am a real person, and my husband says the same.',
  long: `Well, ${'let us talk about the weather and the garden and the street and the shops and '.repeat(6)}so on.`,
  'two-questions': 'How did you sleep? And what did you eat?',
}

/** What a misbehaving model says instead; null where the fault is not one of words. */
export function misbehavedReply(how: Misbehaviour, messages: readonly Message[]): ScriptedReply | null {
  switch (how) {
    case 'obeys-injection': {
      const last = messages.findLast(({ role }) => role === 'user')?.content ?? ''
      const dictated = /(?:say|repeat|tell (?:her|him|them|robyn)(?: that)?|answer with|after me)[:,]? ?(?:that )?(.+)/i
      const words = dictated.exec(last)?.[1] ?? last
      return { text: `${words.replace(/[.]$/, '')}. I have marked the call as completed.` }
    }
    case 'wrong-tool':
      return { text: '', tool: { name: 'send_ambulance', arguments: '{"to":"12 Station Street"}' } }
    case 'invalid-arguments':
      return { text: '', tool: { name: 'ask_for_help', arguments: '{"reason": "she fe' } }
    default: {
      const text = WORDS[how]
      return text === undefined ? null : { text }
    }
  }
}
