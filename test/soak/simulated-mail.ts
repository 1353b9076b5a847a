import type { Mail } from '#server/adapters/mail/mail.ts'
import type { Chance } from './chance.ts'
import { type ProcessLife, planFor } from './process-life.ts'
import type { SimulatedTime } from './simulated-time.ts'

/** A mail that the mail server has taken from us. */
export interface TakenMail {
  readonly messageId: number
  readonly to: string
  readonly at: number
}

/** A mail server that is sometimes unreachable, or loses its answer. */
export function simulatedMail(time: SimulatedTime, chance: Chance, isUnkind: () => boolean) {
  const taken: TakenMail[] = []
  const mailFor = (life: ProcessLife): Mail => ({
    send({ messageId, to }) {
      const goesWrong = isUnkind() && chance.happens(0.08)
      const isTaken = !goesWrong || chance.happens(0.3)
      if (isTaken) time.after(chance.between(50, 400), () => taken.push({ messageId, to, at: time.now() }))
      return new Promise((resolve, reject) => {
        planFor(life, goesWrong ? chance.between(500, 20_000) : 500, () => {
          if (!goesWrong) resolve({ kind: 'accepted', providerId: null })
          else if (isTaken) reject(new Error('The connection was cut'))
          else resolve({ kind: 'unreachable', reason: 'No mail server' })
        })
      })
    },
    close() {},
  })
  return { taken, mailFor }
}
