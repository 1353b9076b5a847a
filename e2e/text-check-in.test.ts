import { expect } from 'vitest'
import { registerAccount } from './account.ts'
import { PHONE } from './browser.ts'
import { journey } from './journey.ts'
import { choose, chooseAction, confirmAtNight, seeHeading, signIn } from './screens.ts'

const NAME = 'Edith Wallace'

journey(
  'somebody who cannot hear is asked by text, replies OK, and the call is completed',
  async ({ product, open }) => {
    const account = await registerAccount(product.url)
    // The sandbox's phone replies OK.
    await account.addLovedOne({ name: NAME, phoneNumber: '+61491570161' })
    const { page, picture } = await open()
    await signIn(page, account)
    await page.goto('/calls')
    await page.getByRole('button', { name: 'Schedule New Call' }).first().click()
    await choose(page, 'Recurrence', 'Daily')
    await choose(page, 'How We Ask', 'A text message')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Cooee will text').waitFor()
    if (process.env.PICTURES) await picture('text dialog desktop')
    await dialog.getByRole('button', { name: 'Schedule Call', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Daily Check-in by text').first().waitFor()
    if (process.env.PICTURES) await picture('text upcoming desktop')

    await chooseAction(page, NAME, 'Text now')
    await confirmAtNight(page, 'Text now')
    await page.getByText('We’re sending the text now.').waitFor()
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('link', { name: new RegExp(`^${NAME} View Details`) }).click()
    await seeHeading(page, 'Call Details')
    await page.getByText('Completed', { exact: true }).first().waitFor()
    await page.getByText(/^Texted \+61 491 570 161/).waitFor()
    await page
      .getByText(/Wrote: OK$/)
      .first()
      .waitFor()
    if (process.env.PICTURES) await picture('text details desktop')
    const [call] = await account.history()
    expect(call).toMatchObject({ asksBy: 'text', status: 'completed', attempts: [{ outcome: 'acknowledged' }] })
  },
)

journey(
  'the way of asking can be chosen on a phone, and a landline is refused with a way out',
  async ({ product, open }) => {
    const account = await registerAccount(product.url)
    await account.addLovedOne({ name: NAME, phoneNumber: '+61255501122' })
    const { page, picture, expectInConsole } = await open({ viewport: PHONE })
    expectInConsole(/status of 400 .*\/api\/calls/)
    await signIn(page, account)
    await page.goto('/calls')
    await page.getByRole('button', { name: 'Schedule New Call' }).first().click()
    await choose(page, 'How We Ask', 'A text message')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Edith’s number is a landline, which takes no texts.').waitFor()
    await dialog.getByRole('combobox', { name: 'How We Ask' }).scrollIntoViewIfNeeded()
    if (process.env.PICTURES) await picture('text dialog phone')
    await dialog.getByRole('button', { name: 'Schedule Call', exact: true }).click()
    await dialog.getByText(/Please give us a mobile number first, or choose a call/).waitFor()
    if (process.env.PICTURES) await picture('text refused phone')
    expect(await account.upcoming()).toEqual([])
  },
)
