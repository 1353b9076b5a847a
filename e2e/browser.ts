import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

export const DESKTOP = { width: 1440, height: 1000 }
export const PHONE = { width: 390, height: 844 }
/** Long enough for a busy machine, short enough to say which step it was before the test's own limit. */
const STEP_LIMIT_MS = 15_000

/** Whether somebody is signed in is asked once when the app starts; Chromium notes the "no" as an error. */
const SIGNED_OUT = /status of 401 .*\/api\/me\b/

export function startBrowser(executablePath: string): Promise<Browser> {
  const isRoot = process.getuid?.() === 0
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A microphone that beeps, for pages that are allowed to ask for one.
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      // Every page is a new one: code that is compiled well once more costs more than it saves, and so does collecting early.
      '--js-flags=--no-maglev --no-turbofan --min-semi-space-size=64',
    ],
  })
}

export interface VisitOptions {
  baseURL: string
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  /** Lets a test put a script of its own into the page, past the content security policy. */
  bypassCSP?: boolean
  /** false: a browser that runs no scripts. */
  javaScriptEnabled?: boolean
}

/** One person's browser: what goes wrong in it, in the console or in the page, is remembered. */
export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** The browser itself notes every refused request in its console: names one that belongs to the journey. */
  expectInConsole(message: RegExp): void
  /** Errors of the page and of its console that nobody expected. */
  unexpected(): string[]
  /** Takes a picture and returns where it is. */
  picture(name: string): Promise<string>
}

export async function visit(browser: Browser, options: VisitOptions): Promise<Visit> {
  const { viewport = DESKTOP, ...rest } = options
  const isPhone = viewport.width < 768
  const context = await browser.newContext({
    ...rest,
    viewport,
    hasTouch: isPhone,
    isMobile: isPhone,
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(STEP_LIMIT_MS)
  const page = await context.newPage()
  const errors: string[] = []
  const expected = [SIGNED_OUT]
  page.on('pageerror', (error) => errors.push(`page: ${error.message}`))
  page.on('console', (message) => {
    // Violations of the content security policy are errors too.
    if (message.type() === 'error') errors.push(`console: ${message.text()} (${message.location().url})`)
  })
  return {
    page,
    context,
    expectInConsole: (message) => expected.push(message),
    unexpected: () => errors.filter((error) => !expected.some((pattern) => pattern.test(error))),
    async picture(name) {
      const folder = join(tmpdir(), 'cooee-e2e-pictures')
      mkdirSync(folder, { recursive: true })
      const path = join(folder, `${name.replace(/[^a-z0-9]+/gi, '-').toLowerCase()}.png`)
      await page.screenshot({ path, fullPage: true })
      return path
    },
  }
}
