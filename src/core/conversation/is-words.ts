const ANSWER = 'answer '
const KEY = /^Pressed [0-9*#]+$/

/** Whether what a person did in a step of a call is words: what they said or wrote in answer. A key is no word. */
export const isWords = ({ step, text }: { step: string; text: string }): boolean =>
  step.startsWith(ANSWER) && !KEY.test(text)
