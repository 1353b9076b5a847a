const ANSWER = 'answer '
const KEY = /^Pressed [0-9*#]+$/

/** Whether a turn of a person is a key that they pressed. */
export const isKey = (text: string): boolean => KEY.test(text)

/** Whether what a person did in a step of a call is words: what they said or wrote in answer. A key is no word. */
export const isWords = ({ step, text }: { step: string; text: string }): boolean =>
  step.startsWith(ANSWER) && !isKey(text)
