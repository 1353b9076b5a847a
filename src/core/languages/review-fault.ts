import { hasHiddenSigns } from '../names/name-fault.ts'
import { placeholdersIn, type TextKey } from './catalogue.ts'
import { ENGLISH_WORDING } from './english/english.ts'

/** No text of a call is near it; what is longer is not one sentence any more. */
export const LONGEST_TEXT = 600
const FORMS = /\{(?!\w+(?::(?:cap|obj))?\})/
/** Where English has the digits of a number, other languages may have its words. */
const MAY_SPELL: readonly string[] = ['calls.callAgainIn15', 'ringing.noNumberOfDays'] satisfies TextKey[]
/** A command is typed on a phone: letters alone, and none that the provider acts on itself. */
const COMMAND = /^\p{L}[\p{L}\p{M}]*(?: \p{L}[\p{L}\p{M}]*)*$/u
const OF_THE_PROVIDER = /^(?:stop|stopall|unsubscribe|cancel|end|quit|start|unstop)$/i

/** Whether a key of a file is one of ours. */
export const isTextKey = (key: string): key is TextKey => Object.hasOwn(ENGLISH_WORDING.texts, key)

/**
 * Why a reviewer's text cannot be said in the place of ours, as a sentence; null: it can. It has to name the same keys of the
 * phone, in the same order, and put in the same names, or a person would press what means something else.
 */
export function reviewFault(key: TextKey, text: string): string | null {
  const english = ENGLISH_WORDING.texts[key]
  if (text.trim() === '') return 'Please write something here'
  if (text.length > LONGEST_TEXT) return `Please keep this to ${LONGEST_TEXT} characters`
  if (hasHiddenSigns(text) || /[<>&]/.test(text)) return 'Please leave out invisible characters and the signs < > &'
  if (placeholdersIn(text).join() !== placeholdersIn(english).join() || FORMS.test(text)) {
    return 'Please keep what stands in braces as it is in English'
  }
  if (!MAY_SPELL.includes(key) && digitsIn(text) !== digitsIn(english)) {
    return 'Please name the same digits as in English, in the same order'
  }
  const isCommand = key.startsWith('texts.key')
  if (isCommand && (!COMMAND.test(text) || OF_THE_PROVIDER.test(text))) {
    return 'Please use letters only, and not STOP or START: people type this word'
  }
  return null
}

const digitsIn = (text: string): string => (text.replace(/\{[^}]*\}/g, '').match(/\p{Nd}+/gu) ?? []).join()
