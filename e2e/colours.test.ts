import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from './journey.ts'
import { seeHeading } from './screens.ts'

/** The hues, in degrees of OKLCH, that people call by these names. */
const HUES: Readonly<Record<string, readonly [from: number, to: number]>> = {
  red: [10, 40],
  amber: [45, 75],
  yellow: [85, 110],
  green: [140, 165],
  blue: [235, 265],
  purple: [295, 320],
}

const PILLS = {
  scheduled: 'yellow',
  in_progress: 'blue',
  completed: 'green',
  voicemail: 'amber',
  failed: 'red',
  missed: 'red',
  'something else': 'grey',
}
const TAGS = {
  daily_check_in: 'green',
  medication_reminder: 'blue',
  wellness_check: 'purple',
  wake_up_call: 'yellow',
  'something else': 'grey',
}
const SIGNS = { 'a-green': 'green', 'a-amber': 'amber', 'a-red': 'red', 'a-grey': 'grey' }

/** The colour that the browser gives an element, as people call it. */
async function colourOf(page: Page, className: string, data: Record<string, string>, property: string) {
  const value = await page.evaluate(
    ([classes, dataset, name]) => {
      const element = Object.assign(document.createElement('span'), { className: classes })
      Object.assign(element.dataset, dataset)
      document.body.append(element)
      const computed = getComputedStyle(element).getPropertyValue(name)
      element.remove()
      return computed
    },
    [className, data, property] as const,
  )
  const [, chroma = '', hue = ''] = /^oklch\([\d.]+ ([\d.]+) ([\d.]+)\)$/.exec(value) ?? []
  if (chroma !== '' && Number(chroma) < 0.02) return 'grey'
  const [name = value] = Object.entries(HUES).find(([, [from, to]]) => from <= Number(hue) && Number(hue) <= to) ?? []
  return name
}

journey.for(['light', 'dark'] as const)(
  'statuses, services and activities have the colours they are known by, in the %s theme',
  async (colorScheme, { open }) => {
    const { page } = await open({ colorScheme })
    await page.goto('/login')
    await seeHeading(page, 'Sign in')
    for (const [status, colour] of Object.entries(PILLS)) {
      expect(await colourOf(page, 'pill', { status }, 'border-top-color'), status).toBe(colour)
    }
    for (const [service, colour] of Object.entries(TAGS)) {
      expect(await colourOf(page, 'tag', { service }, 'border-top-color'), service).toBe(colour)
    }
    for (const [sign, colour] of Object.entries(SIGNS)) {
      expect(await colourOf(page, `act ${sign}`, {}, 'color'), sign).toBe(colour)
    }
  },
)
