import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { writeWav } from '#core/voice/write-wav.ts'
import { registerAccount } from './account.ts'
import { PHONE } from './browser.ts'
import { journey } from './journey.ts'
import { seeHeading, signIn } from './screens.ts'
import { waitUntil } from './wait-until.ts'

const NAME = 'Margaret Hartley'
const IN_AN_HOUR = 3_600_000

/** Two seconds of stereo-less 48 kHz sound, as another program would have saved it. */
function aFile(): string {
  const path = join(tmpdir(), 'cooee-question.wav')
  const samples = Float32Array.from({ length: 96_000 }, (_, index) => 0.4 * Math.sin(index / 9))
  writeFileSync(path, writeWav(samples, 48_000))
  return path
}

journey(
  'a carer records the greeting with the microphone, hears it, uses it, and takes the question from a file',
  { timeout: 120_000 },
  async ({ product, open }) => {
    const account = await registerAccount(product.url)
    const lovedOneId = await account.addLovedOne({ name: NAME })
    const scheduledTime = new Date(Date.now() + IN_AN_HOUR).toISOString()
    const { id } = await account.schedule({ lovedOneId, scheduledTime, recurrencePattern: 'daily', confirmNight: true })
    const { page, picture } = await open()
    await signIn(page, account)
    await page.goto(`/calls/details/${id}`)
    const link = page.getByRole('link', { name: 'Record your voice' })
    await link.waitFor()
    await picture('record your voice in details, at a desk')
    await link.click()
    await seeHeading(page, 'A familiar voice')
    await picture('familiar voice, nothing recorded')
    const greeting = page.getByRole('region', { name: 'The greeting' })
    await greeting.getByText(/it's Cooee, the phone service/).waitFor()
    await greeting.getByRole('button', { name: 'Record', exact: true }).click()
    await greeting.getByText(/Recording, 2 of 20 seconds/).waitFor()
    await picture('familiar voice, recording')
    await greeting.getByRole('button', { name: 'Stop' }).click()
    const use = greeting.getByRole('button', { name: 'Use this recording' })
    await use.waitFor()
    await greeting.getByText('Listen to it first.').waitFor()
    await picture('familiar voice, a new recording')
    expect(await use.getAttribute('aria-disabled')).toBe('true')
    await greeting.locator('audio').evaluate((audio: HTMLAudioElement) => audio.play())
    await waitUntil('it was heard', async () => (await greeting.getByText('Listen to it first.').count()) === 0)
    await use.click()
    await greeting.getByText(/^In your voice, \d/).waitFor()
    await greeting.getByText('Then in Cooee’s voice').waitFor()

    const question = page.getByRole('region', { name: 'The question' })
    await question.locator('input[type=file]').setInputFiles(aFile())
    await question.getByText('Your new recording, 2 seconds').waitFor()
    await picture('familiar voice, one in use and one new')
    await page.setViewportSize(PHONE)
    await picture('familiar voice, on a phone')
    await page.emulateMedia({ colorScheme: 'dark' })
    await picture('familiar voice, on a phone in the dark')
    await question.locator('input[type=file]').setInputFiles({
      ...{ name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('no sound') },
    })
    await question.getByText(/can’t read that file as sound/).waitFor()
    await picture('familiar voice, no sound')
    await greeting.getByRole('button', { name: 'Delete the recording' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await greeting.getByText('In Cooee’s voice', { exact: true }).waitFor()
    const { parts } = (await page.evaluate(async (path) => (await fetch(path)).json(), `/api/calls/${id}/voice`)) as {
      parts: { used: unknown }[]
    }
    expect(parts.map(({ used }) => used)).toEqual([null, null])
  },
)
