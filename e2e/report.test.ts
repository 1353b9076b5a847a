import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { registerAccount } from './account.ts'
import { PHONE } from './browser.ts'
import { journey } from './journey.ts'
import { seeHeading, signIn } from './screens.ts'

async function download(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

journey(
  'from a loved one’s card to how they have been, in thirty and ninety days, and to the files for the doctor',
  async ({ product, open }) => {
    const account = await registerAccount(product.url)
    await account.addLovedOne({ name: 'Margaret Hartley' })
    const { page } = await open({ viewport: PHONE })
    await signIn(page, account)
    await page.goto('/loved-ones')
    await page.getByRole('link', { name: /^How they’ve been/ }).click()
    await seeHeading(page, 'How Margaret has been')
    await page.getByText('To say what is usual, we need 6 weeks').waitFor()
    await page.getByRole('tab', { name: '90 days' }).click()
    const pdf = await download(page, 'Download two pages (PDF)')
    expect(pdf.name).toMatch(/^cooee-report-\d{4}-\d\d-\d\d\.pdf$/)
    expect(pdf.bytes.toString('latin1', 0, 5)).toBe('%PDF-')
    const csv = await download(page, 'Download calls (CSV)')
    expect(csv.name).toBe('cooee-calls-90-days.csv')
    expect(csv.bytes.toString('utf8')).toMatch(/^\uFEFFDate,Time,Time zone,/)
    await page.getByRole('link', { name: 'Switch on the weekly letter' }).click()
    await page.getByText('Email me the weekly letter').waitFor()
  },
)
