// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what stands here is text of the code
import type { SecurityFault } from './security-fault.ts'

const ENVELOPE = 'src/server/platform/sealing/envelope.ts'
const SEALING_TEST = 'src/server/platform/sealing/sealing.test.ts'
const HTTP_APP_TEST = 'src/server/platform/http/http-app.test.ts'
const LOGGER_TEST = 'src/server/platform/health/logger.test.ts'
const RECORDINGS_TEST = 'src/server/features/recordings/recordings.test.ts'
const SESSION_TEST = 'src/web/lib/session/session.test.ts'
const NOTHING_LEFT = 'signing out leaves nothing in the browser: no token, no name, no number, no form'

/** Rows 38, 40 to 44: what is stored in the database, in browsers and logs, and what answers hold. */
export const SECRET_FAULTS: readonly SecurityFault[] = [
  {
    row: 38,
    name: 'what is sealed is not bound to its row',
    file: ENVELOPE,
    text: "Buffer.concat([header, Buffer.from(place, 'utf8')])",
    replacement: "Buffer.concat([header, Buffer.from(place.slice(0, 0), 'utf8')])",
    test: { file: SEALING_TEST, title: 'a sealed text that was moved to another column is refused' },
  },
  {
    row: 38,
    name: 'a nonce is used twice',
    file: ENVELOPE,
    text: 'const nonce = randomBytes(NONCE_BYTES)',
    replacement: 'const nonce = Buffer.alloc(NONCE_BYTES, randomBytes(0))',
    test: {
      file: SEALING_TEST,
      title: 'a text is sealed differently every time: nobody sees that two people said the same',
    },
  },
  {
    row: 38,
    name: 'nothing is sealed',
    file: 'src/server/platform/sealing/sealing.ts',
    text: '    if (!own) return { value: bytes, sealedWith: null }\n',
    replacement: '    if (!own || bytes) return { value: bytes, sealedWith: null }\n',
    test: {
      file: 'test/encryption-at-rest.test.ts',
      title: 'a copy of the database reveals no word and no sound of a call, and no secret',
    },
  },
  {
    row: 38,
    name: 'a hash of a password costs next to nothing',
    file: 'src/server/features/accounts/passwords/passwords.ts',
    text: 'memoryKib: 46 * 1024',
    replacement: 'memoryKib: 46',
    test: {
      file: 'src/server/features/accounts/passwords/passwords.test.ts',
      title: 'a hash names argon2id and its cost, and two hashes of one password differ',
    },
  },
  {
    row: 40,
    name: 'metrics are for everybody',
    file: 'src/server/platform/health/health.ts',
    text: 'if (!holdsToken(request.headers.authorization, metricsToken)) {',
    replacement: 'if (!holdsToken(`Bearer ${metricsToken}`, metricsToken)) {',
    test: {
      file: HTTP_APP_TEST,
      title: 'metrics are for this machine on its own port, or for who holds the token',
    },
  },
  {
    row: 40,
    name: 'metrics are served to any request that a proxy on this machine passes on',
    file: 'src/server/platform/visitors/this-machine.ts',
    text: ' && !wasPassedOn(request)\n',
    replacement: '\n',
    test: {
      file: HTTP_APP_TEST,
      title: 'metrics are for this machine on its own port, or for who holds the token',
    },
  },
  {
    row: 41,
    name: 'answers about somebody are kept by caches',
    file: 'src/server/platform/http/answers/security-headers.ts',
    text: ", 'cache-control': 'no-store' }",
    replacement: ' }',
    test: { file: 'test/route-access.test.ts', title: '$method $path shows nothing of anybody else’s' },
  },
  {
    row: 41,
    name: 'the backup of the token stays after signing out',
    file: 'src/web/lib/session/session-storage.ts',
    text: '[STORE_KEY, BACKUP_KEY, ',
    replacement: '[STORE_KEY, ',
    test: { file: SESSION_TEST, title: NOTHING_LEFT },
  },
  {
    row: 41,
    name: 'how many people somebody cares for stays after signing out',
    file: 'src/web/lib/session/session-storage.ts',
    text: 'PEOPLE_KEY, FLAG_KEY, PUT_OFF_KEY',
    replacement: 'FLAG_KEY, PUT_OFF_KEY',
    test: { file: SESSION_TEST, title: NOTHING_LEFT },
  },
  {
    row: 41,
    name: 'what stood in a form stays after signing out',
    file: 'src/web/lib/session/session.ts',
    text: '    forgetDraft()\n',
    replacement: '',
    test: { file: SESSION_TEST, title: NOTHING_LEFT },
  },
  {
    row: 41,
    name: 'a token can be sent in an address',
    file: 'src/server/platform/http/requests/authentication.ts',
    text: '  return bearerToken(request) ?? request.cookies[AUTH_COOKIE]',
    replacement:
      '  return bearerToken(request) ?? request.cookies[AUTH_COOKIE] ?? new URL(request.url, "http://x").searchParams.get("token") ?? undefined',
    test: { file: HTTP_APP_TEST, title: 'a token in the address opens nothing' },
  },
  {
    row: 42,
    name: 'recordings are kept for ever',
    file: 'src/server/features/recordings/maintain-recordings.ts',
    text: '  await doUnlessStopped(() => deleteExpiredRecordings(deps))\n',
    replacement: '',
    test: {
      file: RECORDINGS_TEST,
      title: 'the retention period of thirty days ends the recording, and leaves the transcript',
    },
  },
  {
    row: 42,
    name: 'the provider keeps its copies',
    file: 'src/server/features/recordings/maintain-recordings.ts',
    text: '  for (const { id } of await dueDeletions(deps)) await doUnlessStopped(() => deleteAtProvider(deps, id))\n',
    replacement: '',
    test: {
      file: RECORDINGS_TEST,
      title: 'the retention period ends the recording at the provider too, also if it could never be fetched',
    },
  },
  {
    row: 43,
    name: 'a package is whatever is newest on that day',
    file: 'package.json',
    text: '"kysely": "0.29.9"',
    replacement: '"kysely": "^0.29.9"',
    test: { file: 'test/dependencies.test.ts', title: 'every dependency is pinned to one version' },
  },
  {
    row: 43,
    name: 'fields that nobody knows reach every route',
    file: 'src/server/platform/http/requests/request-validation.ts',
    text: 'if (result.success) return { value: result.data }',
    replacement: `if (result.success && httpPart === 'body' && typeof result.data === 'object') {
      return { value: { ...(input as object), ...result.data } }
    }
    if (result.success) return { value: result.data }`,
    test: { file: 'test/route-access.test.ts', title: '$method $path: a field that is not described changes nothing' },
  },
  {
    row: 43,
    name: 'a field that is not known is saved with the profile',
    file: 'src/contract/accounts/profile.ts',
    text: '  .partial()\nexport type ProfileBody',
    replacement: '  .partial()\n  .loose()\nexport type ProfileBody',
    test: { file: 'test/route-access.test.ts', title: '$method $path: a field that is not described changes nothing' },
  },
  {
    row: 43,
    name: 'answers hold whatever the server holds',
    file: 'src/server/platform/http/http-app.ts',
    text: 'app.setSerializerCompiler(serializerCompiler)',
    replacement: 'app.setSerializerCompiler(() => (data) => JSON.stringify(data))',
    test: { file: HTTP_APP_TEST, title: 'an answer holds nothing but the fields that are described' },
  },
  {
    row: 44,
    name: 'passwords are written to the log',
    file: 'src/server/platform/health/logger.ts',
    text: "'set-cookie', 'password', 'currentPassword'",
    replacement: "'set-cookie', 'currentPassword'",
    test: { file: LOGGER_TEST, title: 'secrets are omitted and phone numbers keep three digits' },
  },
  {
    row: 44,
    name: 'links that open something are written to the log',
    file: 'src/server/platform/health/logger.ts',
    text: "    .replace(SECRET_IN_ADDRESS, '$1…')\n",
    replacement: '',
    test: { file: LOGGER_TEST, title: 'tokens and links are not logged, wherever they stand' },
  },
  {
    row: 44,
    name: 'a refused sign-in leaves no line',
    file: 'src/server/features/accounts/sign-in/login.ts',
    text: "    log.warn({ personId: found?.id ?? null, visitor: address }, 'Sign-in refused')\n",
    replacement: '',
    test: {
      file: 'test/private-things-in-logs.test.ts',
      title: 'the log holds no credential and no personal data',
    },
  },
  {
    row: 44,
    name: 'an error says what went wrong inside',
    file: 'src/server/platform/http/answers/error-answers.ts',
    text: "message: 'Something went wrong on our side. Please try again.'",
    replacement: 'message: error.message',
    test: {
      file: 'test/response-headers.test.ts',
      title: 'says what it is, and is kept by nobody where it is about somebody',
    },
  },
  {
    row: 44,
    name: 'what fails is open: without a database everybody is let in',
    file: 'src/server/platform/http/answers/error-answers.ts',
    text: "      return unavailable('Cooee is having trouble right now. Please try again in a moment.')",
    replacement: "      return { status: 200, body: { message: 'Welcome' } }",
    test: { file: HTTP_APP_TEST, title: 'a database that is gone is a plain 503 without details' },
  },
]
