import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { registerAccount } from './account.ts'
import { PHONE } from './browser.ts'
import { journey } from './journey.ts'
import { goTo, signIn } from './screens.ts'
import { waitUntil } from './wait-until.ts'

const NAME = 'Margaret Hartley'
/** Browsers write this when the cookie is gone; the player then asks with the token. */
const COOKIE_GONE = /status of 401 .*\/api\/calls\/\d+\/recording/

/** Presses play as somebody would who looks at the player, and waits until time passes in it. */
async function hear(page: Page) {
  const player = page.getByLabel('Recording', { exact: true }).and(page.locator('audio'))
  await player.evaluate((audio: HTMLAudioElement) => {
    // When the first source is refused, so is this promise: the player continues with the next one.
    audio.play().catch(() => {})
  })
  await waitUntil('the recording is heard', () =>
    player.evaluate((audio: HTMLAudioElement) => audio.currentTime > 0 && audio.error === null),
  )
  return player.evaluate((audio: HTMLAudioElement) => audio.currentSrc)
}

async function download(page: Page) {
  const saving = page.waitForEvent('download')
  await page
    .getByRole('link', { name: /^Download recording/ })
    .first()
    .click()
  const file = await saving
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

journey(
  'recording is switched on, and the next call can be heard and saved',
  { timeout: 120_000 },
  async ({ product, open }) => {
    const account = await registerAccount(product.url)
    const lovedOneId = await account.addLovedOne({ name: NAME })
    const { page, picture, expectInConsole } = await open()
    await signIn(page, account)
    await goTo(page, 'Loved Ones')
    await page.getByRole('button', { name: `Edit Details for ${NAME}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Loved One' })
    await dialog.getByText('We keep a recording for 30 days').waitFor()
    await dialog.getByText('Record calls', { exact: true }).click()
    await picture('recording switched on, at a desk')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await dialog.waitFor({ state: 'detached' })

    const { id } = await account.schedule({ lovedOneId, scheduledTime: new Date().toISOString() })
    await waitUntil('the recording is there', async () => (await account.call(id)).recording)
    expect((await account.call(id)).transcript).toContain('This call is recorded for your family.')

    await page.goto('/calls?tab=history')
    await page.getByRole('button', { name: /^Play recording/ }).click()
    expect(await hear(page)).toContain(`/api/calls/${id}/recording`)
    await page.getByText(/^Kept until /).waitFor()
    await picture('recording in history, at a desk')
    await page.keyboard.press('Escape')
    const saved = await download(page)
    expect(saved.name).toMatch(/^cooee-margaret-hartley-\d{4}-\d\d-\d\d-\d{4}\.wav$/)
    expect(saved.bytes.subarray(0, 4).toString()).toBe('RIFF')

    await page.goto(`/calls/details/${id}`)
    await page.getByText(/^Kept until /).waitFor()
    await picture('recording in details, at a desk')
    await page.setViewportSize(PHONE)
    await picture('recording in details, on a phone')
    await page.goto('/calls?tab=history')
    await page.getByRole('button', { name: /^Play recording/ }).waitFor()
    await picture('recording in history, on a phone')

    // The session goes on with its token alone.
    await page.goto(`/calls/details/${id}`)
    await page.getByText(/^Kept until /).waitFor()
    expectInConsole(COOKIE_GONE)
    await page.context().clearCookies()
    expect(await hear(page)).toMatch(/^blob:/)
    expect((await download(page)).bytes.subarray(0, 4).toString()).toBe('RIFF')
  },
)
