import type { Page } from 'playwright-core'
import type { FakeAnswers } from '../fake-answers.ts'
import { seeHeading } from '../screens.ts'

export const h1 = (name: string) => (page: Page) => seeHeading(page, name)
export const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor()
/** Words that only assistive tools get have no place on the screen. */
export const announced = (words: string | RegExp) => (page: Page) =>
  page.getByText(words).first().waitFor({ state: 'attached' })
export const press = async (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
export const dialog = (page: Page) => page.getByRole('dialog').last().waitFor()
export const question = (page: Page) => page.getByRole('alertdialog').waitFor()
export const rows = (page: Page) =>
  page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .waitFor()
export const all = (answer: 'failed' | 'waiting' | 'empty', ...paths: string[]): FakeAnswers =>
  Object.fromEntries(paths.map((path) => [`GET /api/${path}`, answer]))

export async function submit(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).click()
}
export async function openSelect(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('option').first().waitFor()
}
