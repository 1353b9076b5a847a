import type { LineTurn, OutboxEntry, PhoneText, SandboxPhone } from '#contract/admin/sandbox.ts'
import { KEYS } from '#core/talk/fixed-words.ts'
import type { Step } from './sandbox-memory.ts'

const isLovedOnes = ({ owners }: SandboxPhone) => owners.some(({ role }) => role === 'loved_one')

interface Seen {
  phones: readonly SandboxPhone[]
  texts: readonly PhoneText[]
  mails: readonly OutboxEntry[]
}

/** Which of the things to try can be seen to have happened after `begunAt`. */
export function whatHappened(seen: Seen, begunAt: string): Step[] {
  const isNew = (at: string) => at > begunAt
  const { phones } = seen
  const texts = seen.texts.filter(({ at }) => isNew(at))
  const mails = seen.mails.filter(({ at }) => isNew(at))
  const lovedOnes = phones.filter(isLovedOnes)
  const others = new Set(phones.filter((phone) => phone.owners.length > 0 && !isLovedOnes(phone)).map(numberOf))

  const hasAnswered = lovedOnes.some(({ calls }) =>
    calls.some(
      ({ isByHand, turns }) =>
        isByHand && turns.some(({ kind, text, at }) => kind === 'pressed' && text === '1' && isNew(at)),
    ),
  )
  const hasChatted = lovedOnes.some(({ calls }) =>
    calls.some(({ isByHand, turns }) => isByHand && hasAnsweredTalk(turns.filter(({ at }) => isNew(at)))),
  )
  const missed = lovedOnes.flatMap(({ lastCall }) =>
    lastCall?.direction === 'outbound' &&
    isNew(lastCall.endedAt) &&
    (lastCall.outcome === 'no_answer' || lastCall.outcome === 'busy')
      ? [Date.parse(lastCall.endedAt)]
      : [],
  )
  const notifiedAt = [
    ...texts.filter(({ direction, number }) => direction === 'from_cooee' && others.has(number)),
    ...mails,
  ].map(({ at }) => Date.parse(at))
  const hasNotifiedSomebody = missed.some((ended) => notifiedAt.some((at) => at >= ended - 1_000))
  const hasReplied = texts.some(
    (reply) =>
      reply.direction === 'to_cooee' &&
      others.has(reply.number) &&
      texts.some(({ direction, number, at }) => direction === 'from_cooee' && number === reply.number && at < reply.at),
  )
  const happened: [Step, boolean][] = [
    ['answered', hasAnswered],
    ['chatted', hasChatted],
    ['told', hasNotifiedSomebody],
    ['replied', hasReplied],
  ]
  return happened.flatMap(([step, did]) => (did ? [step] : []))
}

/** Whether somebody spoke after the first words of a short chat. */
function hasAnsweredTalk(turns: readonly LineTurn[]): boolean {
  const begins = turns.findIndex(({ kind, text }) => kind === 'said' && text.includes(KEYS))
  return begins >= 0 && turns.slice(begins).some(({ kind }) => kind === 'spoke')
}

const numberOf = ({ number }: SandboxPhone) => number
