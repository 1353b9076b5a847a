import { expect } from 'vitest'
import { aRegistration } from '#test/factories.ts'
import { PHONE } from './browser.ts'
import { codeTo, linkTo } from './confirming.ts'
import { journey } from './journey.ts'
import {
  addLovedOne,
  aMinuteAhead,
  asListed,
  choose,
  chooseWhen,
  confirmAtNight,
  goTo,
  register,
  seeHeading,
} from './screens.ts'

journey.override({ settings: { SANDBOX_RING_SECONDS: '1', EMAIL_VERIFICATION: 'on' } })

journey.concurrent.for([
  { where: 'at a desk', viewport: { width: 1440, height: 1000 }, mobile: '+61491570313' },
  { where: 'on a phone', viewport: PHONE, mobile: '+61491570737' },
])(
  'somebody new $where adds their mother, confirms their email and mobile, schedules a call for the next minute, and reads how it went',
  { timeout: 150_000 },
  async ({ viewport, mobile }, { product, open }) => {
    const { page } = await open({ viewport })
    const person = aRegistration()
    await register(page, person)
    await page.getByText(`We wrote to ${person.email}`).waitFor()
    await goTo(page, 'Loved Ones')
    await page.getByText('No loved ones added yet').waitFor()
    await addLovedOne(page, { name: 'Margaret Hartley', phoneNumber: '0491 570 156' })
    await page.getByText('Until then we can’t ring Margaret').waitFor()
    await page.goto(await linkTo(product.localUrl, person.email))
    await page.getByRole('button', { name: 'Confirm my email' }).click()
    await page.getByText('Your email is confirmed').waitFor()
    expect(page.url()).toBe(`${product.url}/verify-email`)
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()

    await goTo(page, 'Settings')
    await page.getByLabel('Phone Number').fill(mobile)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByRole('textbox', { name: 'Code', exact: true }).fill(await codeTo(product.localUrl, mobile))
    await page.getByText('Confirmed: our texts reach you').waitFor()

    await goTo(page, 'Calls')
    await seeHeading(page, 'Calls Management')
    await page.getByRole('button', { name: 'Schedule New Call' }).first().click()
    const scheduledFor = aMinuteAhead()
    await choose(page, 'Call Type', 'Wellness Check')
    await chooseWhen(page, scheduledFor)
    await page.getByRole('button', { name: 'Schedule Call', exact: true }).click()
    await confirmAtNight(page, 'Schedule Call', scheduledFor)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const upcoming = page.getByRole('row', { name: /Margaret Hartley/ })
    await upcoming.getByText('Scheduled', { exact: true }).waitFor()
    expect(await upcoming.textContent()).toContain('Wellness Check')

    // The list refreshes by itself: the call leaves it when it is over.
    await page.getByText('No upcoming calls scheduled').waitFor({ timeout: 100_000 })
    await page.getByRole('tab', { name: 'History' }).click()
    const past = page.getByRole('row', { name: /Margaret Hartley/ })
    await past.getByText('Completed', { exact: true }).waitFor()
    await past.getByText(/^0:\d\d$/).waitFor()
    expect((await past.textContent())?.replace(/\s+/g, ' ')).toContain(asListed(scheduledFor))

    await past.getByRole('button', { name: /^View transcript/ }).click()
    const transcript = await page.getByRole('dialog', { name: 'Transcript' }).textContent()
    expect(transcript).toContain("Margaret, it's Cooee, the phone service Jane set up")
    expect(transcript).toContain('Margaret Hartley: Pressed 1')
  },
)
