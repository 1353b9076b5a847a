import { expect } from 'vitest'
import { axeFindings } from './accessibility-checks.ts'
import { registerAccount } from './account.ts'
import { PHONE } from './browser.ts'
import { journey } from './journey.ts'
import { choose, signIn } from './screens.ts'

const NAME = 'Edith Wallace'

journey('a loved one goes away from their card, with the keyboard, and comes back', async ({ product, open }) => {
  const account = await registerAccount(product.url)
  await account.addLovedOne({ name: NAME })
  const { page, picture, expectInConsole } = await open()
  expectInConsole(/status of 400 .*\/away/)
  await signIn(page, account)
  await page.goto('/loved-ones')
  await page.getByRole('button', { name: `Away for ${NAME}` }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edith is away' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Please choose the last day away').waitFor()
  await choose(page, 'Reason', 'In hospital')
  if (process.env.PICTURES) await picture('away dialog desktop')
  await dialog.getByLabel('Last day away').press('Enter')
  await page.locator('.cal__day:not([disabled])').first().press('Enter')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/^Away until \w{3} \d+ \w{3}/).waitFor()
  if (process.env.PICTURES) await picture('away card desktop')
  await page.getByRole('link', { name: `Change for ${NAME}` }).click()
  await page.getByRole('button', { name: 'Add another' }).press('Enter')
  await page.getByRole('dialog', { name: 'Edith is away' }).getByLabel('First day away').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: /^Away until/ }).press('Enter')
  await page.getByRole('button', { name: 'Edith is back: ring again' }).click()
  await page.getByText('We ring Edith again').waitFor()
  // The cards are read again after the change.
  await page.getByText(/^Away until/).waitFor({ state: 'detached' })
})

journey('the link of a notice opens the time away on a phone', async ({ product, open }) => {
  const account = await registerAccount(product.url)
  const id = await account.addLovedOne({ name: NAME })
  const { page, picture } = await open({ viewport: PHONE })
  await signIn(page, account)
  await page.goto(`/loved-ones?away=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Edith is away' })
  await dialog.getByLabel('First day away').waitFor()
  if (process.env.PICTURES) await picture('away dialog phone')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('')
})

journey('a whole family goes away and comes back, and the dashboard says who is away', async ({ product, open }) => {
  const account = await registerAccount(product.url)
  for (const name of [NAME, 'Con Papadakis']) await account.addLovedOne({ name })
  const { page, picture } = await open()
  await signIn(page, account)
  await page.goto('/loved-ones')
  await page.getByRole('button', { name: 'Everyone Away' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Everyone is away' })
  await dialog.getByLabel('Last day away').press('Enter')
  await page.locator('.cal__day:not([disabled])').first().press('Enter')
  if (process.env.PICTURES) await picture('everyone away desktop')
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('We won’t ring anyone while they’re away').waitFor()
  await page.goto('/dashboard')
  await page.getByText(/^Edith is away until \w{3} \d+ \w{3}\. Con is away until/).waitFor()
  if (process.env.PICTURES) await picture('away dashboard desktop')
  expect(await axeFindings(page)).toEqual([])
  await page.goto('/loved-ones')
  await page.getByRole('button', { name: 'Everyone Away' }).click()
  const away = page.getByRole('dialog', { name: 'Who is away' })
  await away.getByText('Con Papadakis').waitFor()
  if (process.env.PICTURES) await picture('who is away desktop')
  await away.getByRole('button', { name: 'Set days for everyone' }).waitFor()
  await away.getByRole('button', { name: 'Everyone is back: ring again' }).click()
  await away.getByText('takes back those still to come').waitFor()
  await away.getByRole('button', { name: 'Yes, ring everyone again' }).click()
  await page.getByText('We ring everyone again').waitFor()
  // The cards are read again after the change.
  await page
    .getByText(/^Away until/)
    .first()
    .waitFor({ state: 'detached' })
})
