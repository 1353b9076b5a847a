/** What the scripted model says and calls next. */
export interface ScriptedReply {
  text: string
  tool?: { name: string; arguments: string }
}

export interface Message {
  role: string
  content?: string | null
}

const NEEDS_HELP =
  /\b(?:fell|fallen|pain|hurts?|bleeding|breath\w*|dizzy|ambulance|chest|stuck|scared|frightened|floor|die|dying|smoke|collapsed|help)\b/i
const TOPICS: readonly (readonly [RegExp, string, string])[] = [
  [/\b(?:garden\w*|roses?|tomato\w*|flowers?|plants?)\b/i, 'garden', 'How lovely. What is flowering at the moment?'],
  [
    /\b(?:grand\w+|daughter|son|family|kids|children)\b/i,
    'family',
    'That sounds nice. What do you like to do together?',
  ],
  [/\b(?:cat|dog|budgie|bird)s?\b/i, 'pets', 'Good company. What is the name?'],
  [/\b(?:cook\w*|bak\w+|dinner|lunch|breakfast|soup)\b/i, 'food', 'That sounds tasty. What went into it?'],
  [/\b(?:tv|telly|book|reading|radio|cricket|footy|music|crossword)\b/i, 'pastimes', 'Which one do you like best?'],
  [/\b(?:sleep|slept|bed|night)\b/i, 'sleep', 'I see. And how has the morning been?'],
]
const GOODBYE = /\b(?:bye|goodbye|have to go|got to go|that is all|that's all)\b/i
const ASIDES = [
  'I see. What else has been happening?',
  'Thank you for telling me. And what is on today?',
  'Oh, really? Tell me more.',
]

/** What a well-behaved model says: decided by the last turn alone, so that the same talk runs the same way. */
export function scriptedReply(messages: readonly Message[], tools: readonly string[]): ScriptedReply {
  const isNoted = messages.at(-1)?.role === 'tool'
  const last = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  if (/^<turns>/.test(last)) return { text: summaryOf(last) }
  if (!isNoted && NEEDS_HELP.test(last) && tools.includes('ask_for_help')) {
    return { text: '', tool: { name: 'ask_for_help', arguments: JSON.stringify({ reason: last.slice(0, 200) }) } }
  }
  if (GOODBYE.test(last) && tools.includes('end_call')) {
    return { text: '', tool: { name: 'end_call', arguments: '{}' } }
  }
  const topic = TOPICS.find(([words]) => words.test(last))
  if (topic && !isNoted && tools.includes('note')) {
    return {
      text: '',
      tool: { name: 'note', arguments: JSON.stringify({ topic: topic[1], words: last.slice(0, 200) }) },
    }
  }
  return { text: topic?.[2] ?? ASIDES[last.length % ASIDES.length] ?? '' }
}

/** One line for each of the first turns of the person that are no questions. */
function summaryOf(transcript: string): string {
  const turns = [...transcript.matchAll(/^\[(\d+)\] person: (.+)$/gm)]
  const lines = turns
    .filter(([, , said = '']) => !said.trim().endsWith('?'))
    .slice(0, 5)
    .map(([, number, said = '']) => `${number} | ${inThirdPerson(said.slice(0, 120))}`)
  const concerns = turns.filter(([, , said = '']) => NEEDS_HELP.test(said)).map(([, number]) => `concern | ${number}`)
  return [...lines, ...concerns].join('\n')
}

const OWN: readonly (readonly [RegExp, string])[] = [
  [/\bI(?:'m| am)\b/g, 'they are'],
  [/\bI(?:'ve| have)\b/g, 'they have'],
  [/\bI(?:'ll| will)\b/g, 'they will'],
  [/\bI\b/g, 'they'],
  [/\bmy\b/gi, 'their'],
  [/\bme\b/g, 'them'],
]

/** "I slept well" is "They slept well". */
function inThirdPerson(said: string): string {
  const told = OWN.reduce((words, [own, theirs]) => words.replace(own, theirs), said.trim())
  return `${told.charAt(0).toUpperCase()}${told.slice(1).replace(/[.!]*$/, '')}.`
}
