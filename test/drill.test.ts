import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startTwilioSimulator } from '#simulators/twilio/twilio-simulator.ts'
import { testDatabase } from './database.ts'
import { aFreePort } from './free-port.ts'
import { insertAccount } from './insert-account.ts'
import { COOEES_NUMBER } from './live-server.ts'
import { startScript } from './run-script.ts'

const KEYS = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'a secret of the tests' }
/** An iPhone, an Android phone and a landline: in the sandbox's protocol they press 1. */
const OWN_PHONES = ['+61491570110', '+61491570111', '+61291570112']
const PROMPT = 'Press Enter when ready'

test('with the sandbox all ten situations end as expected, and the drill leaves no rows behind', {
  timeout: 240_000,
}, async () => {
  const { code, stdout, stderr } = await startScript('drill', ['--sandbox'], {}).ended
  expect(stdout).not.toContain('LOOK AT THIS')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.match(/as it should be$/gm)).toHaveLength(10)
  expect(stdout).toContain('heard:     Margaret Hartley (before the question): Hello?')
  expect(stdout).toMatch(/reported: +email to Robyn Hartley \(drill-\w+@example\.com\): sent\n +sms to Susan Hartley/)
})

test('the drill does not start without keys of a phone provider', async () => {
  const { code, stdout, stderr } = await startScript('drill', OWN_PHONES, {}).ended
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toBe('There are no keys of a phone provider (TWILIO_…). Set them, or play with --sandbox.\n')
})

test('a number outside Australia is refused before anything starts', async () => {
  const { code, stderr } = await startScript('drill', ['000', '1', '2'], KEYS).ended
  expect(code).toBe(1)
  expect(stderr).toMatch(/^000 is no Australian number/)
})

test('a database with accounts in it is refused and not migrated', async () => {
  const database = await testDatabase()
  onTestFinished(database.close)
  await insertAccount(database.db, {
    username: 'robyn',
    email: 'robyn@example.com',
    verifiedEmail: 'robyn@example.com',
    passwordHash: 'none',
  })
  const before = await database.db.selectFrom('attempts').selectAll().execute()
  const { code, stderr } = await startScript('drill', ['--sandbox', `--database=${database.url}`], {}).ended
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^That database holds accounts\./) })
  expect(await database.db.selectFrom('attempts').selectAll().execute()).toEqual(before)
})

test('with keys the drill rings and texts only the given phones, when confirmed, on a database of its own', {
  timeout: 120_000,
}, async () => {
  const provider = await startTwilioSimulator({
    accountSid: KEYS.TWILIO_ACCOUNT_SID,
    authToken: KEYS.TWILIO_AUTH_TOKEN,
    numbers: [COOEES_NUMBER],
    ringSeconds: 0.05,
  })
  onTestFinished(() => provider.close())
  provider.setBehaviour(OWN_PHONES[1] ?? '', { kind: 'presses', keys: '2' })
  const production = await testDatabase()
  onTestFinished(production.close)
  const port = await aFreePort()
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/drill.ts', ...OWN_PHONES], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      PATH: process.env.PATH,
      ...KEYS,
      TWILIO_PHONE_NUMBER: COOEES_NUMBER,
      TWILIO_API_BASE_URL: provider.url,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: production.url,
      CONSENT: 'attested',
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  // Skips the first, plays the second, and stops.
  const answers = ['s\n', '\n', 'q\n']
  let shown = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
    if (text.includes(PROMPT)) child.stdin.write(answers.shift() ?? 'q\n')
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(shown).toContain('2. Ask for help with a key\n   Phone 2, +61491570111: Pick up.')
  expect(shown).toContain('concluded: completed (help), reported as help')
  expect(shown).toMatch(/1 +Ask for help with a key +completed \(help\), reported as help +as it should be/)
  expect(provider.calls().map(({ to }) => to)).toEqual([OWN_PHONES[1]])
  expect(new Set(provider.messages().map(({ to }) => to))).toEqual(new Set([OWN_PHONES[0]]))
  expect(await production.db.selectFrom('accounts').selectAll().execute()).toEqual([])
})

test('the drill rings nobody where the public address leads to another Cooee', async () => {
  const { code, stdout, stderr } = await startScript('drill', OWN_PHONES, {
    ...KEYS,
    TWILIO_PHONE_NUMBER: COOEES_NUMBER,
    TWILIO_API_BASE_URL: 'http://127.0.0.1:9',
    PORT: String(await aFreePort()),
    PUBLIC_URL: 'http://127.0.0.1:9',
  }).ended
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^http:\/\/127\.0\.0\.1:9 does not lead to this drill/m)
})
