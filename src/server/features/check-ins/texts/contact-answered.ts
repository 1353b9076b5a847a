import type { CareDeps } from '#server/features/care/public.ts'
import { answerAsContact } from '#server/features/contacts/public.ts'
import type { Trx } from '#server/platform/database/database.ts'

interface Answered {
  reply: string
  isUnderstood: boolean
  concerns: { accountId: number; lovedOneId: number }[]
}

/**
 * Takes a text as the answer to the question whether its sender is a contact; null where it is none. `onlyOpen`: an
 * answered question is not answered again. `onlyUnderstood`: what is neither yes nor no is somebody else's to ask about.
 */
export async function contactAnswered(
  deps: CareDeps,
  trx: Trx,
  inbound: { from: string; text: string },
  { onlyOpen, onlyUnderstood = false }: { onlyOpen: boolean; onlyUnderstood?: boolean },
): Promise<Answered | null> {
  const answer = await answerAsContact(deps, trx, inbound, { onlyOpen, onlyUnderstood })
  if (!answer) return null
  const { reply, isUnderstood, accountId, lovedOneId } = answer
  return { reply, isUnderstood, concerns: [{ accountId, lovedOneId }] }
}
