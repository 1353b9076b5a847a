import { expect } from 'vitest'
import { outboxEntrySchema } from '#contract/admin/sandbox.ts'
import { registerAccount } from './account.ts'
import { DESKTOP, PHONE } from './browser.ts'
import { journey } from './journey.ts'
import { seeHeading, signIn } from './screens.ts'
import { waitUntil } from './wait-until.ts'

journey(
  'contacts agree, refuse and cannot be reached, and the family sees it with the mend',
  async ({ product, open }) => {
    const account = await registerAccount(product.url, { firstName: 'Robyn', lastName: 'Hartley' })
    const margaret = await account.addLovedOne({ name: 'Margaret Hartley' })
    // The sandbox's phones that end in 71, 72 and 74 say yes, say no, and lose every text.
    const people = [
      { name: 'Tom Hartley', phoneNumber: '0491 570 171' },
      { name: 'Susan Nguyen', phoneNumber: '0491 570 172' },
      { name: 'Pete Hartley', phoneNumber: '0491 570 174' },
    ]
    for (const person of people) await account.addContact(margaret, { ...person, isEmergencyContact: true })
    const { page, picture } = await open({ viewport: DESKTOP })
    await signIn(page, account)
    await page.goto('/loved-ones')
    await page.getByText('Not every contact can be reached').waitFor()
    await page.getByText(/doesn't want to be a contact/).waitFor()
    await picture('loved ones with contacts who may not come')
    await page.getByRole('link', { name: 'See Contacts for Margaret Hartley' }).click()
    await seeHeading(page, 'Contacts')
    const card = (name: string) => page.getByRole('article').filter({ hasText: name })
    await card('Tom Hartley').getByText('Agreed').waitFor()
    await card('Tom Hartley').getByText('Our last text arrived just now').waitFor()
    await card('Susan Nguyen').getByText('Said no').waitFor()
    await card('Pete Hartley').getByText('Can’t be reached').waitFor()
    await picture('contacts with their standing')

    await page.getByRole('button', { name: 'Delete Tom Hartley' }).click()
    const confirm = page.getByRole('alertdialog', { name: 'Delete Tom Hartley?' })
    await confirm.getByText(/Tom Hartley is the last person we can reach for Margaret/).waitFor()
    await confirm.getByRole('button', { name: 'Keep contact' }).click()
    const phone = await open({ viewport: PHONE })
    await signIn(phone.page, account)
    await phone.page.goto(`/contacts?lovedOneId=${margaret}`)
    await phone.page.getByText('Said no').waitFor()
    await phone.picture('contacts with their standing on a phone')
  },
)

journey.for([
  { at: 'a phone', viewport: PHONE },
  { at: 'a desk', viewport: DESKTOP },
])(
  'a contact reads what they agree to, agrees and says when they can be reached, at $at',
  async ({ at, viewport }, { product, open }) => {
    const account = await registerAccount(product.url, { firstName: 'Robyn', lastName: 'Hartley' })
    const margaret = await account.addLovedOne({ name: 'Margaret Hartley' })
    const to = at === 'a phone' ? '+61491570181' : '+61491570182'
    await account.addContact(margaret, { name: 'Tom Hartley', phoneNumber: to, isEmergencyContact: true })
    const { text } = await waitUntil('Tom is asked', async () => {
      const outbox = await (await fetch(`${product.localUrl}/api/sandbox/outbox`)).json()
      return outboxEntrySchema
        .array()
        .parse(outbox)
        .find((entry) => entry.to === to)
    })
    const [link = 'no link'] = /http\S+\/agree\/\S+/.exec(text) ?? []
    const { page, picture } = await open({ viewport })
    await page.goto(link)
    await seeHeading(page, 'Will you be a contact for Margaret?')
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex')
    await picture(`the page of a contact at ${at}`)
    await page.getByRole('button', { name: 'I agree' }).click()
    await seeHeading(page, 'You’re a contact for Margaret')
    await page.getByLabel('From').fill('08:00')
    await page.getByLabel('To (Optional)').fill('17:30')
    await page.getByText('Sunday').click()
    await page.getByLabel('Minutes to get there').fill('10')
    await page.getByText('I have a key').click()
    await page.getByLabel('About the key').fill('With Dawn next door')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved. Thank you.').waitFor()
    await picture(`the page of a contact who agreed at ${at}`)

    const family = await open({ viewport })
    await signIn(family.page, account)
    await family.page.goto(`/contacts?lovedOneId=${margaret}`)
    await family.page.getByText('Best reached Mon to Sat, 8:00 AM to 5:30 PM').waitFor()
    await family.page.getByText('10 minutes away, has a key: With Dawn next door').waitFor()

    await page.getByRole('button', { name: 'Stop all calls and texts to this phone' }).click()
    await page.getByRole('button', { name: 'Yes, stop calls and texts' }).click()
    await seeHeading(page, 'We’ve stopped')
    await family.page.getByText('Doesn’t want calls').waitFor()
    // A reader of the log must not be able to answer in Tom's name.
    expect(product.output()).not.toContain(new URL(link).pathname.replace('/agree/', ''))
  },
)

journey('a link to a contact’s page that is not valid says so kindly', async ({ open }) => {
  const { page, expectInConsole } = await open({ viewport: PHONE })
  expectInConsole(/status of 404 .*\/api\/contact-pages\//)
  const answer = await page.goto('/agree/2s.1.not-a-signature')
  expect(answer?.headers()).toMatchObject({
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'referrer-policy': 'no-referrer',
  })
  await seeHeading(page, 'This link no longer works.')
  await page.getByText(/please ask the family to send you a new one/).waitFor()
})
