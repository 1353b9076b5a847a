// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what stands here is text of the code
import type { SecurityFault } from './security-fault.ts'

const CONTACTS = 'src/server/features/contacts/contacts.ts'
const LOVED_ONES = 'src/server/features/loved-ones'
const CALLS = 'src/server/features/calls'
const SOMEBODY_ELSES = {
  file: 'test/route-access.test.ts',
  title: '$named: a foreign id finds, shows and changes nothing',
}
const OWN_LISTS = { file: 'test/route-access.test.ts', title: '$method $path shows nothing of anybody else’s' }

/** Rows 36 and 37: the account in every query, and admins who are none any more. */
export const ACCESS_FAULTS: readonly SecurityFault[] = [
  {
    row: 36,
    name: 'contacts are changed and removed without their account',
    file: CONTACTS,
    text: "    .where('contacts.accountId', '=', accountId)\n",
    replacement: '',
    test: SOMEBODY_ELSES,
  },
  {
    row: 36,
    name: 'a loved one is found without their account: to list contacts, to add one, to be changed and removed',
    file: `${LOVED_ONES}/own-loved-one.ts`,
    text: "    .where('accountId', '=', accountId)\n",
    replacement: '',
    test: SOMEBODY_ELSES,
  },
  {
    row: 36,
    name: 'loved ones are shown without their account',
    file: `${LOVED_ONES}/loved-one-view.ts`,
    text: "    .where('lovedOnes.accountId', '=', accountId)\n",
    replacement: '    .where(sql<boolean>`${accountId}::bigint > 0`)\n',
    test: SOMEBODY_ELSES,
  },
  {
    row: 36,
    name: 'the list of loved ones is that of everybody',
    file: `${LOVED_ONES}/loved-one-view.ts`,
    text: "    .where('lovedOnes.accountId', '=', accountId)\n",
    replacement: '    .where(sql<boolean>`${accountId}::bigint > 0`)\n',
    test: OWN_LISTS,
  },
  {
    row: 36,
    name: 'calls are changed without their account',
    file: `${CALLS}/state/own-call.ts`,
    text: ".where('calls.id', '=', callId).where('calls.accountId', '=', account.id)",
    replacement: ".where('calls.id', '=', callId).where('calls.accountId', '>', account.id - account.id)",
    test: SOMEBODY_ELSES,
  },
  {
    row: 36,
    name: 'calls are shown without their account',
    file: `${CALLS}/view/call-view.ts`,
    text: "    .where('calls.accountId', '=', accountId)\n",
    replacement: '    .where(sql<boolean>`${accountId}::bigint > 0`)\n',
    test: SOMEBODY_ELSES,
  },
  {
    row: 36,
    name: 'the lists of calls are those of everybody',
    file: `${CALLS}/view/call-view.ts`,
    text: "    .where('calls.accountId', '=', accountId)\n",
    replacement: '    .where(sql<boolean>`${accountId}::bigint > 0`)\n',
    test: OWN_LISTS,
  },
  {
    row: 36,
    name: 'the times of a schedule are shown without its account',
    file: `${CALLS}/view/list-calls.ts`,
    text: "    .where('accountId', '=', account.id)\n",
    replacement: '',
    test: SOMEBODY_ELSES,
  },
  {
    row: 36,
    name: 'recordings are heard without their account',
    file: 'src/server/features/recordings/own-recording.ts',
    text: "    .where('calls.accountId', '=', accountId)\n",
    replacement: '',
    test: SOMEBODY_ELSES,
  },
  {
    row: 36,
    name: 'sessions are ended without their account',
    file: 'src/server/features/accounts/sign-in/list-sessions.ts',
    text: "      .where('id', '=', id)\n      .where('personId', '=', person.id)\n",
    replacement: "      .where('id', '=', id)\n",
    test: SOMEBODY_ELSES,
  },
  {
    row: 36,
    name: 'the activity log is that of everybody',
    file: 'src/server/features/activity/list-activity.ts',
    text: "    .where('accountId', '=', accountId)\n",
    replacement: '',
    test: OWN_LISTS,
  },
  {
    row: 36,
    name: 'a route of admins is open to account holders',
    file: 'src/server/platform/http/requests/authentication.ts',
    text: "if (access === 'admin' && session.person.role !== 'admin') {",
    replacement: "if (access === 'admin' && session.person.role !== 'admin' && request.method !== 'GET') {",
    test: {
      file: 'test/route-access.test.ts',
      title: 'the admin area is refused to an account holder, whatever the path, the method and the body',
    },
  },
  {
    row: 36,
    name: 'a route asks for no session',
    file: 'src/server/platform/http/requests/authentication.ts',
    text: "return request.routeOptions.config.access ?? 'account'",
    replacement:
      "return request.routeOptions.config.access ?? (route === '/api/activity/retention' ? 'open' : 'account')",
    test: { file: 'test/route-access.test.ts', title: '$method $url is closed to a caller who has not signed in' },
  },
  {
    row: 36,
    name: 'a member may do what the table of rights does not give them',
    file: 'src/server/platform/http/requests/authentication.ts',
    text: '  if (hasRight(member, right)) return\n',
    replacement: "  if (hasRight(member, right) || right === 'care') return\n",
    test: {
      file: 'src/server/features/accounts/circle/circle.test.ts',
      title: 'a %s is refused exactly what the table does not give',
    },
  },
  {
    row: 36,
    name: 'a viewer hears calls although the owner does not allow it',
    file: 'src/server/features/accounts/sign-in/asking-person.ts',
    text: "mayHear: hasRight(member, 'hear')",
    replacement: "mayHear: hasRight(member, 'hear') || member.role === 'viewer'",
    test: {
      file: 'src/server/features/account-data/who-may-hear.test.ts',
      title: 'a viewer reads none of the words of calls, by whatever route, and a carer reads them',
    },
  },
  {
    row: 37,
    name: 'whether somebody is an admin is remembered from the sign-in',
    file: 'src/server/features/accounts/sign-in/sessions.ts',
    text: '    return { ...session, tokenHash }\n',
    replacement: `    const seen = Reflect.get(authenticateBySession, token) ?? session
    Reflect.set(authenticateBySession, token, seen)
    return { ...seen, tokenHash }
`,
    test: {
      file: 'src/server/platform/http/http-app.test.ts',
      title: 'an admin who no longer is one loses access with the next request',
    },
  },
]
