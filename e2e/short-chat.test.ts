import { expect } from 'vitest'
import { journey } from './journey.ts'
import { choose, confirmAtNight, signIn } from './screens.ts'
import { waitUntil } from './wait-until.ts'

const PASSWORD = 'Demo-Morning-1'
// What somebody sees who tries Cooee out: the demo's people, and a phone that nobody takes for them.
journey.override({ settings: { NODE_ENV: 'development', DEMO_PASSWORD: PASSWORD, SANDBOX_RING_SECONDS: '0' } })

journey(
  'a short chat is held by typing on the sandbox page, and its call shows it in short',
  async ({ product, open }) => {
    await waitUntil('the demo is there', () => product.output().includes('Demo logins'))
    const { page, context } = await open()
    await signIn(page, { username: 'demo', password: PASSWORD })
    const sandbox = await context.newPage()
    await Promise.all([
      sandbox.waitForResponse((answer) => answer.url().includes('/api/sandbox/watched') && answer.ok()),
      sandbox.goto(`${product.localUrl}/sandbox`),
    ])
    await page.goto('/calls')
    const checkIn = page.getByRole('row', { name: /Margaret Hartley.*Daily Check-in/ })
    await checkIn.getByRole('button', { name: 'Actions for Margaret Hartley' }).click()
    await page.getByRole('menuitem', { name: 'Call Now', exact: true }).click()
    await confirmAtNight(page, 'Call now')

    const stage = sandbox.getByRole('region', { name: 'On the line: Margaret Hartley’s phone' })
    await stage.getByRole('button', { name: 'Answer Margaret Hartley’s phone' }).click()
    const line = stage.getByRole('log')
    const box = stage.getByRole('textbox')
    const say = async (words: string, answer: RegExp) => {
      await box.fill(words)
      await box.press('Enter')
      await line.getByText(`“${words}”`).waitFor()
      await line.getByText(answer).waitFor()
    }
    await line.getByText(/Cooee's computer voice.*Press 1 if all is well, 2 for help, or 9 for keys only/).waitFor()
    await say('The roses are out in the garden', /What is flowering at the moment/)
    await say('Are you a real person?', /I am a computer, not a person/)
    await sandbox.getByRole('heading', { name: /Have a short chat ?\(done\)/ }).waitFor({ state: 'attached' })
    await stage.getByRole('button', { name: '1', exact: true }).click()
    await line.getByText('You pressed 1', { exact: true }).waitFor()
    await sandbox.getByText(/^Last call: 1 pressed/).waitFor()

    await page.goto('/calls')
    await page.getByRole('tab', { name: 'History' }).click()
    const ended = page.getByRole('row', { name: /Margaret Hartley/ })
    await ended.getByText('Completed', { exact: true }).waitFor()
    await ended.getByRole('link').first().click()
    const chat = page.getByRole('region', { name: 'Short chat' })
    await chat
      .getByRole('list', { name: 'In short' })
      .getByText(/The roses are out in the garden/)
      .waitFor()
    await chat.getByText('Show the whole chat').click()
    await chat
      .getByText(/Cooee's computer voice, calling for Jane/)
      .first()
      .waitFor()
    expect(await chat.getByText('You may want to ask Margaret about this').count()).toBe(0)

    await page.goto('/loved-ones')
    await page.getByRole('button', { name: /^Edit Details.*Margaret Hartley/ }).click()
    const section = page.getByRole('dialog').getByRole('group', { name: 'Short chats' })
    await section.getByRole('button', { name: 'Forget “garden”' }).waitFor()
  },
)

journey(
  'hot days can be tried, and the dialog says that the sandbox makes the forecast up',
  async ({ product, open }) => {
    await waitUntil('the demo is there', () => product.output().includes('Demo logins'))
    const { page } = await open()
    await signIn(page, { username: 'demo', password: PASSWORD })
    await page.goto('/loved-ones')
    await page
      .getByRole('button', { name: /^Edit Details/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'Edit Loved One' })
    await choose(page, 'Hot Days: Nearest Town', 'Mildura, VIC')
    await dialog.getByText('Forecasts are made up by the sandbox: always very hot in Mildura.').waitFor()
  },
)
