export { type MemberToNotify, mailboxOfMember, membersToNotify, presentMembers } from './members-to-notify.ts'
export type { EnqueueNotice, NoticeMessage } from './notice-message.ts'
export { type MemberNotice, type NoticeText, notifyMembers } from './notify-members.ts'
export {
  removeAllPush,
  removePushOfBrowser,
  removePushOfEarlierUsers,
  removePushOfOthers,
} from './push/push-devices.ts'
export { pushRoutes } from './push/push-routes.ts'
export { PUSH_GOOD_FOR_SECONDS, type PushContent, sendPush } from './push/send-push.ts'
export { notificationRoutes } from './routes.ts'
export { claimLetter, claimSummary, isAnyoneNotifiedOfAnswers, notificationSettingsOf } from './settings-of.ts'
