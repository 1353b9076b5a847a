import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { outboxEntrySchema } from '#contract/admin/sandbox.ts'
import { registerAccount } from './account.ts'
import { PHONE } from './browser.ts'
import { journey } from './journey.ts'
import { choose, goTo, seeHeading, signIn } from './screens.ts'
import { waitUntil } from './wait-until.ts'

const FAMILY = '/settings?tab=family'

/** The link of the invitation, as the outbox of the sandbox shows it. */
function invitationTo(localUrl: string, email: string): Promise<string> {
  return waitUntil('the invitation is stored in the outbox', async () => {
    const mails = outboxEntrySchema.array().parse(await (await fetch(`${localUrl}/api/sandbox/outbox`)).json())
    return mails
      .find(({ to, text }) => to === email && text.includes('/join?'))
      ?.text.match(/http\S+\/join\?token=\S+/)?.[0]
  })
}

async function invite(page: Page, email: string, role: 'Carer' | 'Viewer'): Promise<void> {
  await page.goto(FAMILY)
  await page.getByLabel('Their email').fill(email)
  await page.getByRole('combobox', { name: 'What they may do' }).click()
  await page.getByRole('option', { name: role, exact: true }).click()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText(`We’ve emailed ${email}.`).waitFor()
}

/** Registers on the page of the invitation. */
async function join(page: Page, link: string, { username, firstName }: { username: string; firstName: string }) {
  await page.goto(link)
  await seeHeading(page, 'Join Jane’s family')
  expect(new URL(page.url()).search).toBe('')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(`${username}@example.com`)
  await page.getByLabel('First Name').fill(firstName)
  await page.getByLabel('Password', { exact: true }).fill('Sunny-Morning-7')
  await page.getByLabel('Confirm Password', { exact: true }).fill('Sunny-Morning-7')
  await page.getByRole('button', { name: 'Join Jane’s family' }).click()
  await page.waitForURL('**/dashboard')
}

async function choosesFor(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

const unique = (name: string) => `${name}.${crypto.randomUUID().slice(0, 8)}`

journey(
  'the owner invites a carer, who changes things, becomes a viewer and is removed at once',
  async ({ product, open }) => {
    const jane = await registerAccount(product.url, { firstName: 'Jane', lastName: 'Hartley' })
    await jane.addLovedOne({ name: 'Margaret Hartley' })
    const owner = await open()
    await signIn(owner.page, jane)
    await owner.page.goto(FAMILY)
    await owner.page.getByText('You look after everything yourself').waitFor()
    if (process.env.PICTURES) await owner.picture('family of one')
    const username = unique('tom')
    await invite(owner.page, `${username}@example.com`, 'Carer')
    if (process.env.PICTURES) await owner.picture('family invited')

    const carer = await open({ viewport: PHONE })
    carer.expectInConsole(/status of (401|403|412)/)
    const link = await invitationTo(product.localUrl, `${username}@example.com`)
    await carer.page.goto(link)
    await seeHeading(carer.page, 'Join Jane’s family')
    if (process.env.PICTURES) await carer.picture('join phone')
    await join(carer.page, link, { username, firstName: 'Tom' })
    await goTo(carer.page, 'Loved Ones')
    await carer.page.getByRole('button', { name: 'Edit Details for Margaret Hartley' }).waitFor()
    await carer.page.goto('/subscription')
    await carer.page.getByText('Only the owner can do this.').waitFor()
    if (process.env.PICTURES) await carer.picture('subscription carer phone')

    await owner.page.goto(FAMILY)
    await owner.page.getByText(/^Carer, since/).waitFor()
    if (process.env.PICTURES) await owner.picture('family of two')
    await choosesFor(owner.page, 'Jane Hartley', 'Set time away')
    const away = owner.page.getByRole('dialog', { name: 'When you’re away' })
    await away.getByLabel('Last day away').press('Enter')
    await owner.page.locator('.cal__day:not([disabled])').last().press('Enter')
    await choose(owner.page, 'Who looks after things', 'Tom')
    await away.getByRole('button', { name: 'Save' }).click()
    await owner.page.getByText(/^You’re away .*\. Tom looks after things\.$/).waitFor()
    if (process.env.PICTURES) await owner.picture('family away')
    await carer.page.goto('/loved-ones')
    await carer.page.getByRole('button', { name: 'Add New' }).waitFor()
    await choosesFor(owner.page, 'Tom', 'Make viewer')
    await owner.page.getByText(/^Viewer, since/).waitFor()
    // Nothing is pressed: the screen learns it by itself.
    await carer.page.getByText('Only the owner and carers can change this.').waitFor()
    await carer.page.getByRole('button', { name: 'Add New' }).waitFor({ state: 'detached' })
    if (process.env.PICTURES) await carer.picture('loved ones viewer phone')

    await choosesFor(owner.page, 'Tom', 'Remove')
    await owner.page.getByRole('alertdialog').getByRole('button', { name: 'Remove Tom' }).click()
    await owner.page.getByText('Tom no longer belongs to the family.').waitFor()
    await carer.page.waitForURL('**/login?*')
    expect(await carer.page.getByText('Margaret').count()).toBe(0)
    await carer.page.goto(link)
    await carer.page.getByText("You can't join with this invitation.").waitFor()
    carer.expectInConsole(/status of 404/)
  },
)

journey(
  'somebody with two families switches, also in the tab beside, and never sees one under the name of the other',
  async ({ product, open }) => {
    const jane = await registerAccount(product.url, { firstName: 'Jane' })
    await jane.addLovedOne({ name: 'Margaret Hartley' })
    const rao = await registerAccount(product.url, { firstName: 'Rao' })
    await rao.addLovedOne({ name: 'Amma Rao' })
    const owner = await open()
    await signIn(owner.page, jane)
    await invite(owner.page, rao.email, 'Viewer')

    const { page, context, picture, expectInConsole } = await open()
    expectInConsole(/status of 412/)
    await page.goto(await invitationTo(product.localUrl, rao.email))
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Username').fill(rao.username)
    await seeHeading(page, 'Sign in')
    await page.getByLabel('Username').fill(rao.username)
    await page.getByLabel('Password', { exact: true }).fill(rao.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.getByRole('button', { name: 'Join Jane’s family' }).click()
    await page.waitForURL('**/dashboard')
    await goTo(page, 'Loved Ones')
    await page.getByRole('heading', { name: 'Margaret Hartley' }).waitFor()
    if (process.env.PICTURES) await picture('loved ones viewer')

    // The menu does not move under the finger when the switch between families arrives.
    const beside = await context.newPage()
    const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>()
    await beside.route(/circle-switch-/, async (route) => {
      await arrives
      await route.continue()
    })
    await beside.goto('/loved-ones')
    await beside.getByRole('heading', { name: 'Margaret Hartley' }).waitFor()
    const link = beside.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Loved Ones', exact: true })
    const placeAt = async (width: number) => {
      await beside.setViewportSize({ width, height: 900 })
      return link.boundingBox()
    }
    const placesAt = async () => {
      const places = []
      for (const width of [768, 1024, 1199, 1200, 1440]) places.push({ width, ...(await placeAt(width)) })
      return places
    }
    const before = await placesAt()
    await beside.setViewportSize({ width: 390, height: 900 })
    await beside.getByRole('button', { name: 'Menu', exact: true }).click()
    const onPhone = await placeAt(390)
    expect(onPhone).not.toBeNull()
    arrive()
    await beside.getByRole('button', { name: 'Jane’s family, switch family' }).waitFor()
    expect(await placeAt(390)).toEqual(onPhone)
    expect(await placesAt()).toEqual(before)
    await page.getByRole('button', { name: 'Jane’s family, switch family' }).press('Enter')
    if (process.env.PICTURES) await picture('switch')
    await page.getByRole('menuitem', { name: /Rao’s family/ }).press('Enter')
    await page.getByText('You’re now in Rao’s family.').waitFor()
    await goTo(page, 'Loved Ones')
    await page.getByRole('heading', { name: 'Amma Rao' }).waitFor()
    expect(await page.getByText('Margaret').count()).toBe(0)
    // The tab beside follows by itself.
    await beside.getByRole('button', { name: 'Rao’s family, switch family' }).waitFor()
    expect(await beside.getByText('Margaret').count()).toBe(0)
    await goTo(beside, 'Loved Ones')
    await beside.getByRole('heading', { name: 'Amma Rao' }).waitFor()
  },
)
