import { expect } from 'vitest'
import { registerAccount } from './account.ts'
import { journey } from './journey.ts'
import { fillSignIn, signIn } from './screens.ts'

// Long enough to be seen ringing.
journey.override({ settings: { SANDBOX_RING_SECONDS: '5' } })

journey(
  'an admin tries the telephony: a call that is answered and heard again, and a text',
  async ({ product, open }) => {
    const admin = await registerAccount(product.url)
    await product.makeAdmin(admin.username)
    const { page } = await open()
    await page.goto('/admin')
    await page.waitForURL('**/login?redirect=%2Fadmin')
    await fillSignIn(page, admin)
    const figures = page.getByRole('region', { name: 'Statistics' })
    await figures.getByText('$0.00').waitFor()
    await page.getByRole('tab', { name: 'Twilio Testing' }).click()

    await page.getByLabel('Phone Number').pressSequentially('0491570156')
    expect(await page.getByLabel('Phone Number').inputValue()).toBe('+61 491 570 156')
    await page.getByRole('combobox', { name: 'Call Type' }).click()
    await page.getByRole('option', { name: 'Wellness Check' }).click()
    await page.getByRole('button', { name: 'Send Test Call' }).click()
    await page.getByText('+61 491 570 156 is being called.').waitFor()
    // The sandbox's phone rings, is picked up and 1 is pressed on it.
    const fact = (name: string) =>
      page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')
    await fact('Status').getByText('Ringing').waitFor()
    await fact('Status').getByText('Completed').waitFor()
    await fact('Keys pressed').getByText('1', { exact: true }).waitFor()

    await page.getByRole('tab', { name: 'Recordings' }).click()
    await page.getByRole('button', { name: 'Use the last test call' }).click()
    const player = page.getByLabel('Recording', { exact: true })
    await expect
      .poll(
        async () => {
          await page.getByRole('button', { name: 'Find Recording' }).click()
          await page.getByRole('button', { name: 'Find Recording', disabled: false }).waitFor()
          return player.isVisible()
        },
        { timeout: 20_000 },
      )
      .toBe(true)
    await player.evaluate((audio: HTMLAudioElement) => audio.play())
    await expect
      .poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration), { timeout: 10_000 })
      .toBeGreaterThan(0)

    await page.getByRole('tab', { name: 'SMS' }).click()
    await page.getByLabel('Phone Number').fill('+61 2 5550 0156')
    await page.getByLabel('Message').fill('Hello from the testing centre')
    await page.getByRole('button', { name: 'Send Test SMS' }).click()
    await page.getByText('The provider took the text for +61 2 5550 0156.').waitFor()

    await page.getByRole('tab', { name: 'System' }).click()
    const log = page.getByRole('region', { name: 'What admins did' })
    for (const done of ['test text sent', 'test recording opened', 'test call placed'])
      await log.getByText(done).first().waitFor()
    await page.getByText('Nothing needs attention.').waitFor()
  },
)

journey('an account holder never sees the admin area', async ({ product, open }) => {
  const holder = await registerAccount(product.url)
  const { page } = await open()
  await signIn(page, holder)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const address of ['/admin', '/admin?tab=webhooks', '/admin?tab=twilio-testing']) {
    await page.goto(address)
    await page.getByText('You do not have permission to access the admin area.').waitFor()
    await page.getByText('Access Denied').waitFor()
    await page.waitForURL('**/dashboard')
    expect(await page.getByRole('heading', { name: 'Admin Panel' }).count()).toBe(0)
  }
  expect(asked.filter((path) => path.startsWith('/api/admin'))).toEqual([])
})
