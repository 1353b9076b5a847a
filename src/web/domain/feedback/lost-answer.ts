import { isAnswerLost } from '#web/lib/http/api-client.ts'

/**
 * What is to be said of an action that failed. Where only its answer got lost it may have been done, and saying no more
 * than that it failed would be wrong: `mayBe` says what may be so ("The call may have been cancelled").
 */
export function failedAction(sentence: string, error: unknown, mayBe: string): string {
  if (!isAnswerLost(error)) return sentence
  return `${sentence}. ${mayBe} all the same. This page is checking now.`
}

/**
 * Removes something that only the account holder removes. When the answer is lost the list is asked: what is in it no
 * more has been removed. `isStillThere` throws when the list cannot be had either, and then the failure stands.
 */
export async function removeAndAsk(remove: () => Promise<void>, isStillThere: () => Promise<boolean>): Promise<void> {
  try {
    await remove()
  } catch (error) {
    if (!isAnswerLost(error)) throw error
    if (await isStillThere().catch(() => true)) throw error
  }
}
