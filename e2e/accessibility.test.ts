import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Account, registerAccount } from './account.ts'
import { DESKTOP, PHONE } from './browser.ts'
import { journey } from './journey.ts'
import { seeHeading, signIn } from './screens.ts'
import { waitUntil } from './wait-until.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Every screen with something on it, and how to know that it is all there. */
const SCREENS: readonly { path: string; ready: (page: Page) => Promise<unknown> }[] = [
  { path: '/dashboard', ready: (page) => page.getByText('View all activity').waitFor() },
  { path: '/loved-ones', ready: (page) => page.getByText('Showing 3 of 3 loved ones').waitFor() },
  {
    path: '/calls',
    ready: (page) =>
      page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .waitFor(),
  },
  {
    path: '/calls?tab=recurring',
    ready: (page) =>
      page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .waitFor(),
  },
  {
    path: '/calls?tab=history',
    ready: (page) =>
      page
        .getByRole('button', { name: /^View transcript/ })
        .first()
        .waitFor(),
  },
  { path: '/calls?schedule=true', ready: (page) => page.getByRole('dialog').getByLabel('Call Type').waitFor() },
]
const GUEST_SCREENS: typeof SCREENS = [
  { path: '/login', ready: (page) => seeHeading(page, 'Sign in') },
  { path: '/register', ready: (page) => seeHeading(page, 'Create your account') },
]

async function aFullAccount(url: string): Promise<Account> {
  const account = await registerAccount(url)
  const [lovedOneId = 0, second = 0] = await Promise.all([
    account.addLovedOne(),
    account.addLovedOne({
      name: 'Giuseppe Featherstonehaugh-Papadopoulos',
      phoneNumber: '+61491570101',
      timezone: 'Australia/Perth',
    }),
    account.addLovedOne({ name: 'June Murray', relationship: null }),
  ])
  const now = Date.now()
  const scheduledTime = new Date(now + 26 * 60 * 60 * 1000).toISOString()
  await account.schedule({ lovedOneId, scheduledTime: new Date(now).toISOString() })
  await account.schedule({ lovedOneId, scheduledTime, callType: 'wake_up_call' })
  await account.schedule({ lovedOneId: second, scheduledTime, callType: 'wellness_check', recurrencePattern: 'daily' })
  await account.schedule({
    lovedOneId,
    scheduledTime,
    callType: 'medication_reminder',
    recurrencePattern: 'custom',
    schedulePatterns: [
      { weekDay: 'monday', timeOfDay: '08:05' },
      { weekDay: 'friday', timeOfDay: '20:00' },
    ],
  })
  await waitUntil('the first call is over', async () => (await account.history()).length === 1)
  return account
}

/** What axe finds: "rule: what it is (where)". */
async function findingsOn(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document)
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.target.join(' ')).join(', ')})`,
    )
  })
}

journey.for([
  { at: 'a desk by day', viewport: DESKTOP, colorScheme: 'light' },
  { at: 'a desk by night', viewport: DESKTOP, colorScheme: 'dark' },
  { at: 'a phone by day', viewport: PHONE, colorScheme: 'light' },
  { at: 'a phone by night', viewport: PHONE, colorScheme: 'dark' },
] as const)('axe finds nothing on any screen, at $at', async ({ viewport, colorScheme }, { product, open }) => {
  const { page } = await open({ viewport, colorScheme, bypassCSP: true })
  const account = await aFullAccount(product.url)
  const findings: string[] = []
  const look = async (screens: typeof SCREENS) => {
    for (const { path, ready } of screens) {
      await page.goto(path)
      await ready(page)
      for (const finding of await findingsOn(page)) findings.push(`${path} ${finding}`)
    }
  }
  await look(GUEST_SCREENS)
  await signIn(page, account)
  await look(SCREENS)
  expect(findings).toEqual([])
})

journey('nothing has to be scrolled sideways on a screen of 320 px', async ({ product, open }) => {
  const { page } = await open({ viewport: { width: 320, height: 640 } })
  const account = await aFullAccount(product.url)
  const tooWide: string[] = []
  const look = async (screens: typeof SCREENS) => {
    for (const { path, ready } of screens) {
      await page.goto(path)
      await ready(page)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > 320) tooWide.push(`${path} is ${width} px wide`)
    }
  }
  await look([{ path: '/', ready: (page) => page.getByRole('heading', { level: 1 }).waitFor() }, ...GUEST_SCREENS])
  await signIn(page, account)
  await look(SCREENS)
  expect(tooWide).toEqual([])
})
