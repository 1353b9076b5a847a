import type { PlantedFault } from '../planted-fault.ts'

const MESSAGES = 'src/server/features/messages'

/** What is sent. */
export const MESSAGE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'two workers send the same message',
    file: `${MESSAGES}/deliver/deliver-message.ts`,
    text: ".where((where) => where.or([where('claimedUntil', 'is', null), where('claimedUntil', '<=', now)]))",
    replacement: '',
    test: {
      file: `${MESSAGES}/deliver/deliver-message.test.ts`,
      title: 'the message of a worker that died while sending is taken over when its claim ends',
    },
  },
  {
    name: 'a text whose answer was lost is sent again without asking',
    file: `${MESSAGES}/deliver/deliver-message.ts`,
    text: "if (message.channel !== 'sms' || message.tries === 1) return sendIfWanted(deps, message)",
    replacement: "if (message.channel !== 'sms' || message.tries >= 1) return sendIfWanted(deps, message)",
    test: {
      file: `${MESSAGES}/deliver/interrupted-deliveries.test.ts`,
      title: 'a text whose sending was interrupted is found at the provider, and not sent again',
    },
  },
  {
    name: 'the provider id of another message is recorded for this text',
    file: `${MESSAGES}/deliver/take-found-text.ts`,
    text: 'if (holder) return false',
    replacement: '',
    test: {
      file: `${MESSAGES}/deliver/interrupted-deliveries.test.ts`,
      title: 'a text that was taken for another with the same words while its answer was on the way is sent again',
    },
  },
]
