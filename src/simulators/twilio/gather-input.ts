import type { CallBehaviour } from './behaviour.ts'
import type { Line } from './line.ts'
import type { Gather } from './twiml-document.ts'

/** What a Gather came back with. `finishedOnKey` is the key that ended it early, if one did. */
export type GatherResult =
  | { kind: 'keys'; digits: string; finishedOnKey: string | null }
  | { kind: 'speech'; words: string }
  | { kind: 'nothing' }

// A person does not wait for the end of the sentence.
const ANSWERS_AFTER_SHARE_OF_PROMPT = 0.6

/**
 * Listens through the prompts and for the Gather's timeout after them; each key starts the timeout anew. A key or a word
 * during the prompts cuts them short, as at the provider.
 * @param timing milliseconds: `prompt` for all prompts together, `timeout` for the silence that ends the Gather
 */
export async function gatherInput(
  gather: Gather,
  line: Line,
  behaviour: CallBehaviour,
  timing: { prompt: number; timeout: number },
): Promise<GatherResult> {
  line.takeKeys()
  line.takeWords()
  const reply = line.byHand ? null : replyTo(gather, behaviour)
  const replying = reply
    ? line.later(timing.prompt * ANSWERS_AFTER_SHARE_OF_PROMPT, () =>
        reply.kind === 'keys' ? line.press(reply.keys) : line.speak(reply.words),
      )
    : undefined
  line.awaits = { keys: gather.acceptsKeys, speech: gather.acceptsSpeech }
  try {
    return await listen(gather, line, timing)
  } finally {
    line.awaits = null
    clearTimeout(replying)
  }
}

async function listen(gather: Gather, line: Line, timing: { prompt: number; timeout: number }): Promise<GatherResult> {
  let digits = ''
  let until = performance.now() + timing.prompt + timing.timeout
  for (;;) {
    const left = until - performance.now()
    if (left <= 0 || (await line.wait(left)) === 'elapsed') {
      return digits === '' ? { kind: 'nothing' } : { kind: 'keys', digits, finishedOnKey: null }
    }
    const words = line.takeWords()
    if (words !== null && gather.acceptsSpeech) return { kind: 'speech', words }
    if (!gather.acceptsKeys) continue
    for (const key of line.takeKeys()) {
      if (key === gather.finishOnKey) {
        return digits === '' ? { kind: 'nothing' } : { kind: 'keys', digits, finishedOnKey: key }
      }
      digits += key
      if (digits.length === gather.numDigits) return { kind: 'keys', digits, finishedOnKey: null }
      until = performance.now() + timing.timeout
    }
  }
}

/** How the owner of the phone answers a question; null for those who say and press nothing. */
function replyTo(
  gather: Gather,
  behaviour: CallBehaviour,
): { kind: 'keys'; keys: string } | { kind: 'words'; words: string } | null {
  switch (behaviour.kind) {
    case 'presses':
      if (gather.acceptsKeys) return { kind: 'keys', keys: behaviour.keys }
      // Asked to speak, whoever would have pressed 2 asks for help in words.
      return { kind: 'words', words: behaviour.keys === '2' ? 'help' : 'yes' }
    case 'says':
      return gather.acceptsSpeech ? { kind: 'words', words: behaviour.words } : null
    case 'silent':
    case 'by-hand':
    case 'hangs-up':
    case 'machine':
    case 'rings-out':
    case 'busy':
    case 'unreachable':
      return null
  }
}
