import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { registerAccount } from './account.ts'
import { PHONE } from './browser.ts'
import { fakeAnswers, realAnswers } from './fake-answers.ts'
import { journey } from './journey.ts'
import { chooseAction, goTo, signIn } from './screens.ts'
import { SANDBOX_STATES } from './states/sandbox.ts'
import { waitUntil } from './wait-until.ts'

// Nobody waits for phones that answer by themselves: what a person at the page does must be what counts.
journey.override({ settings: { SANDBOX_RING_SECONDS: '0', RETRY_ATTEMPTS: '0' } })

journey(
  'Call Now rings a phone on the sandbox page, where it is answered, and the call is completed',
  async ({ product, open }) => {
    const account = await registerAccount(product.url)
    const lovedOneId = await account.addLovedOne({ name: 'June Murray', phoneNumber: '+61491570157' })
    await account.schedule({ lovedOneId, scheduledTime: new Date(Date.now() + 3_600_000).toISOString() })
    const { page, context } = await open()
    await signIn(page, account)
    const note = page.getByRole('link', { name: 'Open the sandbox' })
    const [sandbox] = await Promise.all([context.waitForEvent('page'), note.click()])
    const phone = sandbox.getByRole('article', { name: 'June Murray’s phone' })
    await Promise.all([
      sandbox.waitForResponse((answer) => answer.url().includes('/api/sandbox/watched') && answer.ok()),
      phone.getByText('You answer it').waitFor(),
    ])

    await goTo(page, 'Calls')
    await chooseAction(page, 'June Murray', 'Call Now')
    const stage = sandbox.getByRole('region', { name: 'On the line: June Murray’s phone' })
    await stage.getByRole('button', { name: 'Answer June Murray’s phone' }).click()
    await stage.getByRole('log').getByText('Press 1').first().waitFor()
    await stage.getByRole('button', { name: '1', exact: true }).click()
    await stage.getByText('You pressed 1', { exact: true }).waitFor()
    await sandbox.getByText('1 of 4 things tried').waitFor({ state: 'attached' })
    await phone.getByText('Last call: 1 pressed').waitFor()

    await page.getByRole('tab', { name: 'History' }).click()
    const row = page.getByRole('row', { name: /June Murray/ })
    await row.getByText('Completed', { exact: true }).waitFor()
  },
)

journey(
  'a call that rings out is reported by text to the contact, who replies 1 and owns the incident',
  async ({ product, open }) => {
    const account = await registerAccount(product.url)
    const lovedOneId = await account.addLovedOne({ name: 'Con Papadakis', phoneNumber: '+61491570156' })
    await account.addContact(lovedOneId, {
      name: 'Tom Hartley',
      phoneNumber: '+61491570158',
      isEmergencyContact: true,
    })
    const { page } = await open()
    await page.goto(`${product.localUrl}/sandbox`)
    const tom = page.getByRole('article', { name: 'Tom Hartley’s phone' })
    await tom.getByText('You answer it').waitFor()
    await account.schedule({ lovedOneId, scheduledTime: new Date().toISOString() })
    await page.getByRole('button', { name: 'Decline the call on Con Papadakis’s phone' }).click()
    await tom.getByText(/Con Papadakis/).waitFor()
    await tom.getByRole('button', { name: 'Open Tom Hartley’s phone' }).click()
    await tom.getByRole('log', { name: 'Text messages on Tom Hartley’s phone' }).getByText(/Con/).first().waitFor()
    await page.getByText(/things tried/).waitFor({ state: 'attached' })

    const box = tom.getByRole('textbox', { name: 'Text Cooee from Tom Hartley’s phone' })
    await box.fill('1')
    await box.press('Enter')
    await tom.getByText(/You're checking on Con/).waitFor()
    await page.getByRole('tab', { name: /^Mails/ }).click()
    await page.getByRole('heading', { name: 'Tom Hartley is checking on Con Papadakis' }).waitFor()
  },
)

journey.for([
  { how: 'left for another address', leave: (page: Page) => page.goto('/terms') },
  { how: 'closed', leave: (page: Page) => page.close({ runBeforeUnload: true }) },
])('a page that was $how holds no phone: it answers by itself again', async ({ leave }, { product, open }) => {
  const account = await registerAccount(product.url)
  const lovedOneId = await account.addLovedOne({ name: 'Elsie Nguyen', phoneNumber: '+61491570159' })
  const { page } = await open()
  await Promise.all([
    page.waitForResponse((answer) => answer.url().includes('/api/sandbox/watched') && answer.ok()),
    page.goto(`${product.localUrl}/sandbox`),
  ])
  await page.getByRole('article', { name: 'Elsie Nguyen’s phone' }).waitFor()
  await leave(page)
  const { id } = await account.schedule({ lovedOneId, scheduledTime: new Date().toISOString() })
  // Held, it would ring for longer than this and then ring out.
  await waitUntil('the phone has answered', async () => (await account.call(id)).status === 'completed', {
    seconds: 20,
  })
})

journey.for([
  { where: 'at a desk', viewport: { width: 1440, height: 900 } },
  { where: 'on a phone', viewport: PHONE },
])('a phone that rings or is talked on is whole on the screen $where', async ({ viewport }, { product, open }) => {
  const { page } = await open({ viewport })
  for (const name of ['sandbox, a phone rings', 'sandbox, on the phone']) {
    const state = SANDBOX_STATES.find((each) => each.name === name)
    if (!state) throw new Error(`There is no state "${name}"`)
    await fakeAnswers(page, state.answers ?? {})
    await page.goto(`${product.localUrl}${state.path}`)
    await state.ready(page)
    const stage = page.getByRole('region', { name: 'On the line: Margaret Hartley’s phone' })
    for (const part of [stage, ...(await stage.getByRole('button').all()), ...(await stage.getByRole('log').all())]) {
      const box = await part.boundingBox()
      expect(box && box.y >= 0 && box.y + box.height <= viewport.height, `${name}: ${await part.innerHTML()}`).toBe(
        true,
      )
    }
    await realAnswers(page)
  }
})
