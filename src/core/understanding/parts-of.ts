import { phrase } from './phrase.ts'
import { ANSWERS, type Sense } from './wordings/answers.ts'

interface Part {
  sense: Sense
  wording: RegExp
}

interface Division {
  senses: Sense[]
  /** How many parts; one that takes any word for a name counts twice. */
  cost: number
}

const PARTS: readonly Part[] = (Object.keys(ANSWERS) as Sense[]).flatMap((sense) =>
  ANSWERS[sense].map((wording) => ({ sense, wording: phrase(wording) })),
)
/** They may end with a question mark; "OK?" answers nothing. */
const ASKING: ReadonlySet<Sense> = new Set(['you', 'who', 'pardon', 'greeting', 'introduces', 'sorry'])
/** More words than this are a story, not an answer that can be understood as a whole. */
const LONGEST_ANSWER = 45

/** What an answer says that consists of known parts alone; null when any word is left. Of several ways the fewest parts count. */
export function partsOf(words: readonly string[]): Sense[] | null {
  if (words.length === 0 || words.length > LONGEST_ANSWER) return null
  const said = words.map((word) => `${word} `).join('')
  const best = new Map<number, Division>([[0, { senses: [], cost: 0 }]])
  let start = 0
  for (const word of words) {
    const before = best.get(start)
    if (before) {
      for (const { sense, wording } of PARTS) {
        wording.lastIndex = start
        const found = wording.test(said) ? wording.lastIndex : start
        const end = ASKING.has(sense) && found > start && said.startsWith('¿ ', found) ? found + 2 : found
        const known = best.get(end)
        const cost = before.cost + (sense === 'introduces' ? 2 : 1)
        if (end > start && (!known || known.cost > cost)) best.set(end, { senses: [...before.senses, sense], cost })
      }
    }
    start += word.length + 1
  }
  return best.get(said.length)?.senses ?? null
}
