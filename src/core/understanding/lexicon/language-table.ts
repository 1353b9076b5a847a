import type { Refused } from '../answers/refusal-in.ts'

/**
 * What a word or a fixed phrase does in a sentence. What a sentence means follows from these and their order
 * (`clauses-of.ts`), the same for every language but English.
 */
export type Role =
  // Answers
  | 'yes'
  /** "Dạ": a polite beginning, and a yes where nothing else is said. */
  | 'soft_yes'
  | 'no'
  /** "OK", "va bene": yes to what was said. */
  | 'agreed'
  /** "I have understood". */
  | 'understood'
  /** Negates what follows: "non", "δεν", "مش". */
  | 'neg'
  /** "No" where it stands alone, "not" before what `negatedByNo` holds: "không", "όχι", "没有". */
  | 'no_or_not'
  /** "It is not that": no alone, and whatever follows is left open. */
  | 'is_not'
  /** Nothing, nobody, none: negative with and without a "not" before it. */
  | 'none'
  /** "Or" and "nor": what was negated before goes on. */
  | 'nor'
  /** A good state: "bene". */
  | 'well'
  /** A whole reassurance: "tutto a posto". */
  | 'fine'
  // Need
  /** A bad state, pain, a fall, a danger: an alarm unless it is denied. */
  | 'ill'
  /** Alarms whatever stands before it: "aiutatemi". */
  | 'cry'
  | 'help'
  | 'need'
  /** "You need": with a question or an "if" it is our own sentence. */
  | 'you_need'
  /** "Need or not need?": a question by itself. */
  | 'asks_need'
  /** "There is no need". */
  | 'no_need'
  | 'want'
  | 'service'
  | 'person'
  /** "Call", "send", "tell": with a person, a service or help. */
  | 'fetch'
  | 'come'
  /** What nobody is well without: to breathe, to get up. */
  | 'vital'
  | 'can'
  /** "Hard to", "struggle to". */
  | 'unable'
  /** "Cannot" behind its verb: "đứng không nổi". */
  | 'unable_after'
  /** To hear, to understand. */
  | 'perceive'
  // Medicine
  | 'took'
  /** To take, in the present or without a tense. */
  | 'take'
  | 'will_take'
  | 'medicine'
  | 'not_yet'
  | 'later'
  | 'forgot'
  | 'too_much'
  | 'wrong'
  // Talk
  | 'who'
  | 'pardon'
  | 'greeting'
  /** "And you?". */
  | 'ask_back'
  | 'thanks'
  | 'please'
  | 'sorry'
  | 'bye'
  | 'filler'
  /** "Figlia mia": said to us, unless somebody is to be called. */
  | 'dear'
  /** "Ehm", "allora": more is to come. */
  | 'hesitation'
  | 'chat'
  // What holds a sentence together
  /** The first person: a pronoun, or a verb that has it. */
  | 'i'
  /** A kinship word that Vietnamese says for "I", "you" and "she". */
  | 'kin_i'
  | 'me'
  | 'you'
  | 'third'
  | 'other'
  | 'much'
  | 'glue'
  | 'but'
  | 'if'
  | 'asks'
  | 'maybe'
  /** "God willing": of what is to come, and of nothing that is. */
  | 'hopefully'
  // Made by the reader
  | 'name'
  | 'pause'
  | 'asked'
  | 'unknown'

type Written = Exclude<Role, 'name' | 'pause' | 'asked' | 'unknown'>

/** What is known of one language. Lists are separated by commas; `(o|a)` in an entry stands for each of its endings. */
export interface LanguageTable {
  /** Words in one spelling, `,` for the end of a sentence or a part of one, `?` for a question mark. */
  normalise(text: string): string[]
  /** Says whether words carry none of the marks that tell words apart, as thumbs write them; and takes the marks off. */
  bare?: { isBare(text: string): boolean; strip(word: string): string }
  /** Parts that are written at the front of a word and are words of their own. */
  prefixes?: readonly string[]
  words: Partial<Record<Written, string>>
  /** Before which of these a `no_or_not` is a "not". */
  negatedByNo: readonly Role[]
  /** Which `no_or_not` is "not yet" where it stands alone. */
  notYetAlone?: string
  /** At the end, after an answer, they make it a question. */
  asksAtEnd?: string
  /** What only machines, receptions and people who ask us to wait say; each is a sign wherever it stands. */
  speakers: Record<'machine' | 'screening' | 'reception' | 'hold', string>
  refusals: Record<Refused, string>
  /** From 0 to 9, then hash and star; spellings are separated by a space. */
  digits: readonly string[]
  /** What may stand around a digit: "premo il". */
  aroundDigit: string
  /** The first person needs no pronoun, so that "sto bene" may be the end of "non sto bene". */
  dropsPronouns: boolean
  /** "Both", "all of us". */
  everybody: string
}
