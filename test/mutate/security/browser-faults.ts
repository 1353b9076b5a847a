// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what stands here is text of the code
import type { SecurityFault } from './security-fault.ts'

const HEADERS = 'src/server/platform/http/answers/security-headers.ts'
const AUTHENTICATION = 'src/server/platform/http/requests/authentication.ts'
const HTTP_APP_TEST = 'src/server/platform/http/http-app.test.ts'
const COOKIES = 'src/server/features/accounts/sign-in/session-cookies.ts'
const EVERY_HEADER = { file: 'test/response-headers.test.ts', title: 'the answer has every security header' }
const NOT_OURS = { file: 'test/response-headers.test.ts', title: 'the page loads nothing from other hosts' }

/** Rows 11 to 21: what browsers are told, and what they may be made to send. */
export const BROWSER_FAULTS: readonly SecurityFault[] = [
  {
    row: 11,
    name: 'the cookie is not Secure on https',
    file: COOKIES,
    text: "secure: publicUrl.startsWith('https:')",
    replacement: 'secure: false',
    test: { file: HTTP_APP_TEST, title: 'mark the cookie Secure where the public address is https' },
  },
  {
    row: 11,
    name: 'the cookie is sent to every host of the domain',
    file: COOKIES,
    text: "const hidden = { path: '/',",
    replacement: "const hidden = { path: '/', domain: new URL(publicUrl).hostname,",
    test: {
      file: 'src/server/features/accounts/routes.test.ts',
      title: 'registering sets the session cookie, out of reach of scripts and for seven days',
    },
  },
  {
    row: 12,
    name: 'a script can read the cookie of the session',
    file: COOKIES,
    text: 'httpOnly: true',
    replacement: 'httpOnly: false',
    test: {
      file: 'src/server/features/accounts/routes.test.ts',
      title: 'registering sets the session cookie, out of reach of scripts and for seven days',
    },
  },
  {
    row: 12,
    name: 'another site makes browsers send the cookie',
    file: COOKIES,
    text: "sameSite: 'lax'",
    replacement: "sameSite: 'none'",
    test: {
      file: 'src/server/features/accounts/routes.test.ts',
      title: 'registering sets the session cookie, out of reach of scripts and for seven days',
    },
  },
  {
    row: 13,
    name: 'browsers stay on https for one year',
    file: HEADERS,
    text: 'max-age=63072000',
    replacement: 'max-age=31536000',
    test: EVERY_HEADER,
  },
  {
    row: 13,
    name: 'sub-domains may be reached over http',
    file: HEADERS,
    text: '; includeSubDomains',
    replacement: '',
    test: EVERY_HEADER,
  },
  {
    row: 14,
    name: 'any origin may read answers',
    file: HEADERS,
    text: 'const ALWAYS = {\n',
    replacement: "const ALWAYS = {\n  'access-control-allow-origin': '*',\n",
    test: EVERY_HEADER,
  },
  {
    row: 15,
    name: 'the policy begins with our own files instead of nothing',
    file: HEADERS,
    text: '    "default-src \'none\'",\n',
    replacement: '    "default-src \'self\'",\n',
    test: NOT_OURS,
  },
  {
    row: 15,
    name: 'a page may hold styles',
    file: HEADERS,
    text: '"style-src \'self\'"',
    replacement: "\"style-src 'self' 'unsafe-inline'\"",
    test: {
      file: 'test/response-headers.test.ts',
      title: 'no page allows inline scripts or styles, but the reference of the API its styles',
    },
  },
  {
    row: 16,
    name: 'browsers guess what a file is',
    file: HEADERS,
    text: "  'x-content-type-options': 'nosniff',\n",
    replacement: '',
    test: EVERY_HEADER,
  },
  {
    row: 16,
    name: 'other sites learn the address one comes from',
    file: HEADERS,
    text: "'referrer-policy': 'no-referrer'",
    replacement: "'referrer-policy': 'origin'",
    test: EVERY_HEADER,
  },
  {
    row: 16,
    name: 'other sites show our pages in frames',
    file: HEADERS,
    text: '    "frame-ancestors \'none\'",\n',
    replacement: '',
    test: NOT_OURS,
  },
  {
    row: 17,
    name: 'a page that opens a window of ours keeps control of it',
    file: HEADERS,
    text: "'cross-origin-opener-policy': 'same-origin'",
    replacement: "'cross-origin-opener-policy': 'unsafe-none'",
    test: EVERY_HEADER,
  },
  {
    row: 18,
    name: 'a change with the cookie alone is taken from any site',
    file: AUTHENTICATION,
    text: 'if (isCookieOnly(request) && changesState(request) && !isSameOrigin(request, ownOrigin)) {',
    replacement: 'if (isCookieOnly(request) && changesState(request) && ownOrigin === null) {',
    test: { file: HTTP_APP_TEST, title: 'a change with the cookie alone is refused from %s' },
  },
  {
    row: 18,
    name: 'looking at the activity log writes into it',
    file: 'src/server/features/activity/list-activity.ts',
    text: '  const entries = await db\n',
    replacement:
      "  await db.updateTable('activity').set({ details: null }).where('id', '=', 0).execute()\n  const entries = await db\n",
    test: { file: 'test/reading-changes-nothing.test.ts', title: 'no GET writes anything, for any caller' },
  },
  {
    row: 19,
    name: 'an answer names the host that the request says',
    file: 'src/server/platform/http/answers/error-answers.ts',
    text: 'There is nothing at ${request.method} ${printable(request.url)}',
    replacement: 'There is nothing at ${request.method} ${request.host}${printable(request.url)}',
    test: { file: 'test/foreign-hosts.test.ts', title: 'no answer names another host, in its headers or its text' },
  },
  {
    row: 19,
    name: 'signing in leads to another site',
    file: 'src/web/lib/routing/safe-target.ts',
    text: "  return target.pathname.replace(/^\\/{2,}/, '/') + target.search + target.hash",
    replacement: '  return target.pathname + target.search + target.hash',
    test: { file: 'src/web/app/guards.test.tsx', title: 'going back after signing in stays inside the app' },
  },
  {
    row: 20,
    name: 'a refusal does not say its charset',
    file: 'src/server/platform/http/answers/error-answers.ts',
    text: ".type('application/json; charset=utf-8')",
    replacement: ".header('content-type', 'application/problem+json')",
    test: {
      file: 'test/response-headers.test.ts',
      title: 'says what it is, and is kept by nobody where it is about somebody',
    },
  },
  {
    row: 20,
    name: 'anybody is believed about the address of a visitor',
    file: 'src/server/platform/http/http-app.ts',
    text: "trustProxy: options.trustProxy ?? 'loopback'",
    replacement: 'trustProxy: true',
    test: {
      file: HTTP_APP_TEST,
      title: 'a proxy that was named is believed about the address of its visitors, and nobody else is',
    },
  },
  {
    row: 21,
    name: 'the name of a recording stands in its header as it was typed',
    file: 'src/server/features/recordings/sounds/file-name.ts',
    text: "    .replace(/[^a-z0-9]+/g, '-')\n",
    replacement: '',
    test: { file: 'src/server/features/recordings/routes.test.ts', title: 'a recording of %s is named %s' },
  },
  {
    row: 21,
    name: 'the name of an export stands in its header as it was typed',
    file: 'src/server/features/account-data/export-file-name.ts',
    text: "    .replace(/[^a-z0-9]+/g, '-')\n",
    replacement: '',
    test: {
      file: 'src/server/features/account-data/export.test.ts',
      title: 'the export holds everything that was stored, and nothing of another account',
    },
  },
]
