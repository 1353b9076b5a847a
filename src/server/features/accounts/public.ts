export { authenticateByToken } from './access-tokens/authenticate-by-token.ts'
export { accessTokenRoutes } from './access-tokens/routes.ts'
export { circleName, firstNameOf } from './circle/circle-name.ts'
export { mailIfNobodyLeft } from './circle/mail-if-nobody-left.ts'
export { circleRoutes } from './circle/routes.ts'
export { beginDeletion, deleteGuesses, keepAccount, planDeletion, removeAccountRow } from './deletion.ts'
export type { MailingDeps } from './deps.ts'
export { passkeyRoutes } from './passkeys/routes.ts'
export { passkeyIdentifier } from './passkeys/sign-in-with-passkey.ts'
export { confirmPassword } from './passwords/confirm-password.ts'
export { sendResetLinkHandler, sendResetLinkJob } from './passwords/password-reset.ts'
export { deleteExpiredRecords } from './profile/delete-expired-records.ts'
export { presentUser } from './profile/present-user.ts'
export { surroundingsOf } from './profile/surroundings-of.ts'
export { accountRoutes } from './routes.ts'
export { requireSecondFactor } from './second-factor/require-second-factor.ts'
export { secondFactorRoutes } from './second-factor/routes.ts'
export { codeIdentifier } from './second-factor/spend-code.ts'
export { removeSecondFactor } from './second-factor/switch-off.ts'
export { securityRoutes } from './security-routes.ts'
export { createDemoAccounts } from './sign-in/demo-accounts.ts'
export { endAllSessions } from './sign-in/end-all-sessions.ts'
export { makeAdmin } from './sign-in/make-admin.ts'
export { broughtDevice } from './sign-in/session-cookies.ts'
export { authenticateBySession, hashToken, newToken, noteBrowser } from './sign-in/sessions.ts'
export {
  blockTalks,
  endLapse,
  noteLapseNotified,
  noteSuspensionCause,
  releaseByAdmin,
  suspendByAdmin,
  suspendCalls,
} from './suspension.ts'
export { verifyAllUnasked } from './verification/email-verification.ts'
export { phoneVerificationRoutes } from './verification/phone-verification-routes.ts'
export { verificationRoutes } from './verification/verification-routes.ts'
