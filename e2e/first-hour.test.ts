import { expect } from 'vitest'
import { aRegistration } from '#test/factories.ts'
import { PHONE } from './browser.ts'
import { codeTo, linkTo } from './confirming.ts'
import { countedTaps } from './counted-taps.ts'
import { journey } from './journey.ts'
import { seeHeading } from './screens.ts'

// Everybody's consent is held on paper: the rehearsal rings at any hour of the day that the tests run at.
journey.override({ settings: { SANDBOX_RING_SECONDS: '1', EMAIL_VERIFICATION: 'on', CONSENT: 'attested' } })

const MAX_TAPS_TO_A_CALL = 15
const MAX_TAPS_TO_PROTECTION = 25

journey.concurrent.for([
  { where: 'at a desk', viewport: { width: 1440, height: 1000 }, mobile: '+61491570314', mother: '0491 570 156' },
  { where: 'on a phone', viewport: PHONE, mobile: '+61491570738', mother: '0491 570 157' },
])(
  'somebody new $where has a call scheduled after 15 taps, and after 25 their mother is tried, rung and has two contacts',
  { timeout: 150_000 },
  async ({ viewport, mobile, mother }, { product, open }) => {
    const { page } = await open({ viewport })
    const hand = countedTaps()
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).last()
    const field = (name: string | RegExp) => page.getByLabel(name, { exact: true }).last()
    const person = aRegistration()

    await page.goto('/register')
    await hand.type(field('Username'), person.username)
    await hand.type(field('Email'), person.email)
    await hand.type(field(/^First Name/), 'Jane')
    await hand.type(field(/^Last Name/), 'Hartley')
    await hand.type(field('Password'), person.password)
    await hand.type(field('Confirm Password'), person.password)
    await hand.tap(button('Create Account'))
    await hand.tap(page.getByRole('link', { name: 'Add First Loved One' }))
    await hand.type(field('Name'), 'Margaret Hartley')
    await hand.type(field('Phone Number'), mother)
    await hand.tap(button('Add Loved One'))
    await seeHeading(page, 'Try it together')
    expect(await button('Ring Margaret now').getAttribute('aria-disabled')).toBe('true')

    // The mail's link opens a window of its own; the first one notices by itself.
    const mails = await page.context().newPage()
    await mails.goto(await linkTo(product.localUrl, person.email))
    const tapsToTheLink = 1
    await hand.tap(mails.getByRole('button', { name: 'Confirm my email' }))
    await mails.getByText('Your email is confirmed').waitFor()
    await mails.close()

    await page.getByText('First, please open the link').waitFor({ state: 'detached' })
    await hand.tap(button('Ring Margaret now'))
    await page.getByText(/^It works: someone answered/).waitFor({ timeout: 60_000 })
    await hand.tap(page.getByRole('link', { name: 'Choose when we ring' }))
    await hand.tap(button('Schedule Call'))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const tapsToACall = hand.taps() + tapsToTheLink
    expect(tapsToACall).toBeLessThanOrEqual(MAX_TAPS_TO_A_CALL)

    await hand.tap(
      page
        .getByRole('link', { name: /^Cooee/ })
        .locator('visible=true')
        .first(),
    )
    await hand.tap(page.getByRole('link', { name: /^Confirm your mobile/ }))
    await hand.type(field(/^Phone Number/), mobile)
    await hand.tap(button('Save Changes'))
    await hand.type(field('Code'), await codeTo(product.localUrl, mobile))
    await page.getByText('Confirmed: our texts reach you').waitFor()

    await hand.tap(
      page
        .getByRole('link', { name: /^Cooee/ })
        .locator('visible=true')
        .first(),
    )
    await hand.tap(page.getByRole('link', { name: /^Someone who says they’ll come/ }))
    await hand.type(field('Name'), 'Susan Hartley')
    await hand.type(field('Phone Number'), '0491 570 110')
    await hand.tap(button('Add Contact'))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await hand.tap(button('Add Contact'))
    await hand.type(field('Name'), 'Tom Hartley')
    await hand.type(field('Phone Number'), '0491 570 313')
    await hand.tap(button('Add Contact'))
    await page.getByRole('heading', { name: 'Tom Hartley' }).waitFor()
    expect(hand.taps() + tapsToTheLink).toBeLessThanOrEqual(MAX_TAPS_TO_PROTECTION)

    await page.goto('/dashboard')
    await page.getByRole('heading', { name: /^Good / }).waitFor()
    for (const done of ['Confirm your email', 'Confirm your mobile', 'Try it together', 'Choose when we ring']) {
      expect(await page.getByRole('link', { name: new RegExp(`^${done}`) }).count(), done).toBe(0)
    }
  },
)
