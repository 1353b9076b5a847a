export { sendLetters } from './send-letters.ts'
export { sendSummaries } from './send-summaries.ts'
