import { bareWords } from '../plain-words.ts'

/** Whether words only say yes: no answer to "If you would like help, press 2". */
export function isBareYes(text: string): boolean {
  return /^(?:ye+s+|ye+p+|yeah|yup|y|ok|okay|please| )+$/.test(bareWords(text))
}
