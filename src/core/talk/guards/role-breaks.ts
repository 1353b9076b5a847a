import { anyPhrase } from '../../understanding/phrase.ts'
import { utteranceOf } from '../../understanding/utterance.ts'
import type { Sentence } from './sentence/sentence.ts'

/** What no spoken sentence holds: code, markup, the names of tools, labels of who speaks. */
const MARKUP =
  /[{}<>[\]|\\^~=]|\*\*|```|\p{L}_\p{L}|\b(?:system|assistant|user|human|ai|cooee|tool|function|developer)\s*:|\p{Extended_Pictographic}/iu
const OF_ITSELF = anyPhrase([
  'my|the|these|those|previous|above|prior|earlier|secret|hidden|new ..1 instruction|instructions|prompt|prompts|programming|guidelines|guideline|rules_say|configuration|developers|developer|creators|training|policy|policies|system_message|restrictions|jailbreak',
  'language|ai|large|system model|models|prompt|message|prompts|instructions',
  'i was|am|have_been told|instructed|programmed|trained|designed|configured|asked|ordered|not_allowed|not_permitted|forbidden ',
  'developer|debug|admin|god|dan mode',
  'as_an_ai|as_a_model|openai|chatgpt|gpt|claude|gemini|llama|mistral|anthropic|token|tokens|json|api|tool_call|function_call|jailbroken',
  'roleplay|role_play|pretend_to_be|in_character|out_of_character|simulation',
])
/** Letters that names and words are written in here: others look like them to no ear and pass every pattern. */
const LATIN = /[A-Za-z\u00c0-\u0130\u0132-\u017e\u0218-\u021b\u1e00-\u1eff\p{N}\p{P}\p{Zs}\p{Sc}’]/gu
const DICTATES = anyPhrase([
  'say|repeat|write|read|spell|tell_her|tell_him|tell_them|print|answer_with|respond_with|reply_with|pretend|ignore|output',
])
/** "Oh dear" may be said by both. */
const REPEATED_WORDS = 3

/** Whether a sentence is about its own making, is no speech, or only repeats what it was told to say. */
export function breaksRole({ text, flat }: Sentence, said: readonly string[], names: readonly string[]): boolean {
  if (MARKUP.test(text.trim()) || OF_ITSELF.test(flat) || text.replace(LATIN, '').length > 0) return true
  const words = flat.trim()
  return said.some((turn) => {
    const heard = utteranceOf(turn, names).flat
    const isRepeated = ` ${heard}`.includes(` ${words} `)
    return isRepeated && (words.split(' ').length >= REPEATED_WORDS || DICTATES.test(heard))
  })
}
