import { startTwilioSimulator } from '#simulators/twilio/twilio-simulator.ts'
import type { PhonesSettings, SeenByPhones } from './load-phones.ts'

// Started by load-phones.ts: the phone provider in a process of its own, which nobody kills. Ends with its parent.
const { accountSid, authToken, from, seed }: PhonesSettings = JSON.parse(process.argv[2] ?? '{}')
const RING_SECONDS = 1
/** Of requests and callbacks, beside all that kills do to them. */
const FAULTY_SHARE = 0.005
/** A machine is left one message, and is hung up on when it is reached again. */
const NOBODY_LISTENS: readonly string[] = ['hangs-up', 'machine']
/** Said where no process could take a key: to be patient, and a goodbye that promises nothing. */
const NOT_TAKEN_YET = /^(One moment please|I am sorry, I cannot go on)/
const phones = await startTwilioSimulator({
  accountSid,
  authToken,
  numbers: [from],
  ringSeconds: RING_SECONDS,
  hostile: { seed, share: FAULTY_SHARE },
})

process.on('disconnect', () => process.exit(0))
process.on('message', () => process.send?.(seen()))
process.send?.(phones.url)

function seen(): SeenByPhones {
  return {
    rings: phones.calls().map(({ sid, to, createdTime, answeredTime, endTime, form, turns, requests, behaviour }) => {
      const firstWord = turns.find(({ kind }) => kind === 'said' || kind === 'played')
      const pressed = turns.find(({ kind }) => kind === 'pressed')
      const saidAfter = turns.filter(({ kind, at }) => kind === 'said' && pressed && at >= pressed.at)
      return {
        ...dialOf(String(form.StatusCallback)),
        sid,
        to,
        from: createdTime.getTime(),
        until: endTime?.getTime() ?? null,
        wasAnswered: answeredTime !== null,
        firstWordMs: firstWord && answeredTime ? firstWord.at.getTime() - answeredTime.getTime() : null,
        isListenedTo: !NOBODY_LISTENS.includes(behaviour.kind),
        pressed: pressed?.text ?? null,
        wasKeyTaken: saidAfter.some(({ text }) => !NOT_TAKEN_YET.test(text)),
        lostRequests: requests.filter(({ statusCode }) => statusCode === null || statusCode >= 400).length,
      }
    }),
    texts: phones.messages().map(({ sid, to }) => ({ sid, to })),
  }
}

/** What we called for, by the address that is notified. */
function dialOf(statusCallback: string): { purpose: 'care' | 'alert' | null; dialId: number } {
  const [, alert, id] = /\/twilio\/(alert-)?status\/(\d+)$/.exec(statusCallback) ?? []
  return { purpose: id === undefined ? null : alert ? 'alert' : 'care', dialId: Number(id ?? 0) }
}
