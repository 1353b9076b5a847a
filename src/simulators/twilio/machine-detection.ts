import type { CallBehaviour } from './behaviour.ts'
import type { CallWebhooks } from './call-webhooks.ts'
import type { Ledger } from './ledger.ts'
import type { Line } from './line.ts'
import type { Pace } from './pace.ts'
import type { SimulatedCall } from './simulated-records.ts'

type Verdict = 'human' | 'machine_start' | 'machine_end_beep' | 'unknown'

// How long detection listens before it decides, in (compressed) seconds.
const LISTENS_SECONDS: Readonly<Record<Verdict, number>> = {
  unknown: 0,
  human: 1,
  machine_start: 2,
  machine_end_beep: 3,
}

/**
 * Answering machine detection, where the call asked for it. The synchronous kind holds the call up until it has decided;
 * the asynchronous kind decides beside it and posts the verdict. Returns what forces a decision if the talk ends first.
 * Source: https://www.twilio.com/docs/voice/answering-machine-detection
 */
export async function detectMachine(
  call: SimulatedCall,
  line: Line,
  deps: { ledger: Ledger; webhooks: CallWebhooks; pace: Pace },
): Promise<() => void> {
  const { machineDetection, asyncDetection } = call.instructions
  if (!machineDetection) return () => undefined
  const verdict = line.byHand ? 'human' : verdictOn(call.behaviour, machineDetection)
  const seconds = LISTENS_SECONDS[verdict]
  const milliseconds = seconds * deps.pace.secondMilliseconds
  if (!asyncDetection) {
    await line.waitOut(milliseconds)
    deps.ledger.changeCall(call, { answeredBy: verdict })
    return () => undefined
  }
  let decided = false
  const decide = () => {
    if (decided) return
    decided = true
    deps.ledger.changeCall(call, { answeredBy: verdict })
    if (asyncDetection.callback) deps.webhooks.detection(call, asyncDetection.callback, seconds * 1000)
  }
  line.later(milliseconds, decide)
  return decide
}

function verdictOn(behaviour: CallBehaviour, mode: 'Enable' | 'DetectMessageEnd'): Verdict {
  switch (behaviour.kind) {
    case 'machine':
      return mode === 'DetectMessageEnd' ? 'machine_end_beep' : 'machine_start'
    case 'hangs-up':
      return 'unknown'
    case 'presses':
    case 'says':
    case 'silent':
    case 'by-hand':
    case 'rings-out':
    case 'busy':
    case 'unreachable':
      return 'human'
  }
}
