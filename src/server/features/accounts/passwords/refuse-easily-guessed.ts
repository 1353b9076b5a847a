import { isEasilyGuessed } from '#core/accounts/easily-guessed.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { isLeakedPassword } from './leaked-passwords.ts'

interface Owner {
  username: string
  email: string
  firstName: string | null
  lastName: string | null
}

/** Refuses a new password that a guesser would try early; the refusal belongs to `field`. */
export async function refuseEasilyGuessed(password: string, owner: Owner, field: string): Promise<void> {
  const { username, email, firstName, lastName } = owner
  if (!(await isLeakedPassword(password)) && !isEasilyGuessed(password, [username, email, firstName, lastName])) return
  const message = "That password is too easy to guess. A few words that don't belong together make a good one."
  throw new AppError('invalid', message, { field })
}
