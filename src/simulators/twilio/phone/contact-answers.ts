/** What a question to a contact asks for: only a text that holds it is answered. */
const QUESTION = /Reply YES to agree or NO\b/

const BY_LAST_TWO_DIGITS: Readonly<Record<string, string>> = { '71': 'Yes', '72': 'No thanks', '73': 'STOP' }

/** What the owner of a phone writes back to the question whether they are a contact; null: nothing by themselves. */
export function answerToQuestion(number: string, body: string): string | null {
  return QUESTION.test(body) ? (BY_LAST_TWO_DIGITS[number.slice(-2)] ?? null) : null
}

/** Whether texts to a number never arrive: those that end in 74. */
export function losesTexts(number: string): boolean {
  return number.endsWith('74')
}
