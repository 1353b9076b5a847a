import type { PlantedFault } from '../planted-fault.ts'

const ALERTS_TEST = 'src/server/features/incidents/alerts/push-alerts.test.ts'
const DELIVER = 'src/server/features/messages/deliver/deliver-message.ts'
const DEVICES = 'src/server/features/notifications/push/push-devices.ts'
const DEVICES_TEST = 'src/server/features/notifications/push/push.test.ts'

const WORKER = 'src/web/public/sw.js'
const WORKER_TEST = 'test/web/service-worker.test.ts'

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
    text: '.set({ goneAt: clock.now() })',
    replacement: '.set({ goneAt: null })',
    test: {
      file: ALERTS_TEST,
      title: 'a device that its service does not know any more is sent nothing further, and stays listed as gone',
    },
  },
  {
    name: 'a browser is notified of somebody who did not switch it on there',
    file: DEVICES,
    text: 'if ((!same && own.length === 0) || same?.goneAt)',
    replacement: 'if (same?.goneAt)',
    test: { file: DEVICES_TEST, title: 'a person who did not switch it on, or has removed it, is not notified there' },
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
  {
    name: 'a push says on a locked screen what a call was for',
    file: 'src/server/features/incidents/steps/notify-person.ts',
    text: 'plainSubject: title = subject',
    replacement: 'subject: title',
    test: { file: ALERTS_TEST, title: 'what a call was for stands in the mail of a member, and in no push' },
  },
  {
    name: 'a push that cannot be read shows nothing',
    file: WORKER,
    text: '  return UNREADABLE\n',
    replacement: "  throw new TypeError('It cannot be read')\n",
    test: {
      file: WORKER_TEST,
      title: 'one that cannot be read takes the place of the one before, and of no other news',
    },
  },
  {
    name: 'signing out leaves the notifications on the screen',
    file: WORKER,
    text: '  for (const shown of await self.registration.getNotifications()) shown.close()\n',
    replacement: '',
    test: {
      file: WORKER_TEST,
      title: 'who signs out leaves no notification and no badge, and what is still on its way is not shown',
    },
  },
  {
    name: 'signing out notifies no worker, and its notifications stay',
    file: 'src/web/lib/session/note-reader.ts',
    text: "  notifyWorker('left')\n  quietly",
    replacement: '  quietly',
    test: {
      file: 'src/web/lib/session/note-reader.test.ts',
      title: 'signing out ends one’s notifications and leaves nothing about who was here',
    },
  },
  {
    name: 'a reset of one person’s password ends the notifications of another in that browser',
    file: 'src/web/lib/session/session.ts',
    text: "if (why === 'left') {",
    replacement: "if (why === 'left' || why === 'revoked') {",
    test: {
      file: 'src/web/lib/session/note-reader.test.ts',
      title: 'a session that ends by itself ends no notifications, and neither does a reset of somebody’s password',
    },
  },
  {
    name: 'a tap shows nothing in Firefox where windows take long to load',
    file: WORKER,
    text: 'const MAX_WAIT_FOR_WINDOWS_MS = 600',
    replacement: 'const MAX_WAIT_FOR_WINDOWS_MS = 2000',
    test: {
      file: WORKER_TEST,
      title: 'where several windows take long to load, one is shown within the second that Firefox gives',
    },
  },
  {
    name: 'a tap opens nothing where the window that is open does not follow the worker',
    file: WORKER,
    text: '    const there = await Promise.race(',
    replacement: '    await open.focus()\n    const there = await Promise.race(',
    test: { file: WORKER_TEST, title: 'a tap opens a new window where the open one does not follow the worker' },
  },
  {
    name: 'ending a session from before its browser was noted leaves the pushes to that browser on',
    file: 'src/server/features/notifications/push/push-routes.ts',
    text: 'if (device !== undefined) await deps.noteBrowser(',
    replacement: "if (device === '') await deps.noteBrowser(",

    test: {
      file: DEVICES_TEST,
      title:
        'a session from before its browser was noted learns it as the page renews, so that ending it ends its notifications',
    },
  },
]
