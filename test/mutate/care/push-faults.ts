import type { PlantedFault } from '../planted-fault.ts'

const ALERTS_TEST = 'src/server/features/incidents/alerts/push-alerts.test.ts'
const DELIVER = 'src/server/features/messages/deliver/deliver-message.ts'
const DEVICES = 'src/server/features/notifications/push/push-devices.ts'
const DEVICES_TEST = 'src/server/features/notifications/push/push.test.ts'

/** Pushes, which are news beside texts. */
export const PUSH_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a push arrives although its news is not needed any more',
    file: DELIVER,
    text: 'deps.isStillNeeded(message.besideId ?? message.id)',
    replacement: 'deps.isStillNeeded(message.id)',
    test: { file: ALERTS_TEST, title: 'a push is dropped once its news is not needed any more' },
  },
  {
    name: 'a push of hours ago still arrives',
    file: DELIVER,
    text: "  if (isOld) return { kind: 'not_needed' }\n",
    replacement: '',
    test: { file: ALERTS_TEST, title: 'after an hour a push is given up: texts and mails have told it' },
  },
  {
    name: 'a device that its service does not know any more is tried for ever',
    file: 'src/server/features/notifications/push/send-push.ts',
    text: "  if (outcome.kind === 'gone') await db.deleteFrom('pushDevices').where('id', '=', deviceId).execute()\n",
    replacement: '',
    test: { file: ALERTS_TEST, title: 'a device that its service does not know any more is removed' },
  },
  {
    name: 'who signed in on a browser before gets the news on it, and who uses it now does not',
    file: DEVICES,
    text: 'doUpdateSet(written)',
    replacement: 'doUpdateSet({ device: written.device })',
    test: { file: DEVICES_TEST, title: 'a browser belongs to who added it last' },
  },
  {
    name: 'signing out everywhere else leaves the notifications of those browsers on',
    file: DEVICES,
    text: "eb.or([eb('deviceHash', 'is', null), eb(",
    replacement: "eb.and([eb('deviceHash', 'is', null), eb(",
    test: {
      file: DEVICES_TEST,
      title: 'signing out of a browser ends its notifications, and signing out everywhere else those of the others',
    },
  },
]
