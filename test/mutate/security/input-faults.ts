// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what stands here is text of the code
import type { SecurityFault } from './security-fault.ts'

const SENDER = 'src/server/adapters/webhook-sender'
const ADDRESS_RULES_TEST = `${SENDER}/address-rules.test.ts`
const SENDER_TEST = `${SENDER}/http-webhook-sender.test.ts`

/** Rows 1 to 7 and 39: what comes in and where it may lead. */
export const INPUT_FAULTS: readonly SecurityFault[] = [
  {
    row: 1,
    name: 'what is said is put into a document as it was typed',
    file: 'src/server/adapters/telephony/twilio/scripts/render-script.ts',
    text: '  return response.toString()',
    replacement: "  return response.toString().replaceAll('&lt;', '<').replaceAll('&gt;', '>')",
    test: {
      file: 'src/server/adapters/telephony/twilio/scripts/render-script.test.ts',
      title: 'typed words are spoken as text and never become a verb',
    },
  },
  {
    row: 2,
    name: 'any protocol is an address',
    file: 'src/contract/admin/webhooks.ts',
    text: 'z.url({ protocol: /^https?$/, error: INVALID_URL })',
    replacement: 'z.url({ error: INVALID_URL })',
    test: { file: 'test/route-access.test.ts', title: '$method $path takes no javascript: and no data: as its $name' },
  },
  {
    row: 2,
    name: 'the sender posts to any protocol',
    file: `${SENDER}/address-rules.ts`,
    text: "  if (url.protocol !== 'http:' && url.protocol !== 'https:') return SCHEME\n",
    replacement: '',
    test: {
      file: ADDRESS_RULES_TEST,
      title: '%s is no way to a receiver, also where receivers may be in this house',
    },
  },
  {
    row: 2,
    name: 'a page to go on to may be a script',
    file: 'src/web/lib/routing/safe-target.ts',
    text: 'if (target?.origin !== window.location.origin ||',
    replacement: "if (target === null || target.protocol === 'https:' ||",
    test: { file: 'src/web/app/guards.test.tsx', title: 'going back after signing in stays inside the app' },
  },
  {
    row: 3,
    name: 'a column is written into a statement with sql in brackets',
    file: 'src/server/features/activity/list-activity.ts',
    text: 'export async function listActivity',
    replacement: "export const column = (name: string) => sql['raw'](name)\nexport async function listActivity",
    test: { file: 'test/dangerous-code.test.ts', title: '$what occurs only where it is allowed' },
  },
  {
    row: 3,
    name: 'what was typed stands in a statement',
    file: 'src/server/features/accounts/sign-in/login.ts',
    text: '`lower(email) = lower(${name})`',
    replacement: '`lower(email) = lower(${sql.lit(name)})`',
    test: { file: 'test/nasty-input.test.ts', title: 'the route survives every nasty value in every field' },
  },
  {
    row: 4,
    name: 'an export is a spreadsheet',
    file: 'src/server/features/account-data/routes.ts',
    text: ".type('application/json; charset=utf-8')",
    replacement: ".type('text/csv; charset=utf-8')",
    test: {
      file: 'src/server/features/account-data/export.test.ts',
      title: 'the export holds everything that was stored, and nothing of another account',
    },
  },
  {
    row: 5,
    name: 'addresses are not checked before connecting',
    file: `${SENDER}/post-outside.ts`,
    text: "  if (reason !== null) return { kind: 'refused', reason }\n",
    replacement: '',
    test: { file: ADDRESS_RULES_TEST, title: 'internal addresses are never connected to, however they are written' },
  },
  {
    row: 5,
    name: 'a name is looked up again to connect',
    file: `${SENDER}/post-outside.ts`,
    text: '    lookup: pinnedTo(addresses),\n',
    replacement: '',
    test: {
      file: ADDRESS_RULES_TEST,
      title: 'a name is looked up once for a try, and the checked address is the connected one',
    },
  },
  {
    row: 5,
    name: 'one public address of a name is enough',
    file: `${SENDER}/address-rules.ts`,
    text: 'return addresses.every(',
    replacement: 'return addresses.some(',
    test: { file: ADDRESS_RULES_TEST, title: 'internal addresses are never connected to, however they are written' },
  },
  {
    row: 5,
    name: 'the credentials of clouds can be asked for where private networks are allowed',
    file: `${SENDER}/address-rules.ts`,
    text: '  if (OF_CLOUDS.includes(address.toNormalizedString())) return false\n',
    replacement: '',
    test: {
      file: ADDRESS_RULES_TEST,
      title: 'link-local ones, those of clouds and unspecified ones are refused even where private ones are allowed',
    },
  },
  {
    row: 6,
    name: 'a line end in a subject reaches the mail server as a field of the envelope',
    file: 'src/server/adapters/mail/smtp-mail.ts',
    text: "to: { name: '', address: to }, // as an object it is one address, whatever commas it may hold",
    replacement: 'to: `${to}, ${subject.split(/Bcc: ?/)[1] ?? to}`,',
    test: {
      file: 'src/server/adapters/mail/smtp-mail.test.ts',
      title: 'a name with line ends cannot add a header, nor a comma a recipient',
    },
  },
  {
    row: 7,
    name: 'fifty tries after a call are accepted from who does not use the form',
    file: 'src/contract/people/loved-one-forms.ts',
    text: ".max(5, 'Must be 0 to 5')",
    replacement: ".max(50, 'Must be 0 to 5')",
    test: {
      file: 'src/server/features/loved-ones/routes.test.ts',
      title: 'a loved one refuses %j in the words of the form',
    },
  },
  {
    row: 39,
    name: 'certificates are not checked',
    file: `${SENDER}/post-outside.ts`,
    text: 'rejectUnauthorized: true',
    replacement: 'rejectUnauthorized: false',
    test: { file: 'test/dangerous-code.test.ts', title: '$what occurs only where it is allowed' },
  },
  {
    row: 39,
    name: 'a redirect counts as delivered',
    file: `${SENDER}/http-webhook-sender.ts`,
    text: 'status >= 200 && status < 300',
    replacement: 'status >= 200 && status < 400',
    test: { file: SENDER_TEST, title: 'a redirect (%i) is not followed' },
  },
]
