// Plain JavaScript, see install.js.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fail, run } from './install.js'

// The headless shell is Chromium without its windows: the journeys need a tenth less of the processors.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'google-chrome',
  'google-chrome-stable',
  'chromium-browser',
  'chrome',
]
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
]

/** The path of a Chrome or Chromium: CHROME_PATH, an installed one, Playwright's own, else one that is installed now. */
export async function ensureBrowser(node) {
  await ensureFonts()
  const { CHROME_PATH } = process.env
  if (CHROME_PATH)
    return existsSync(CHROME_PATH) ? CHROME_PATH : fail(`CHROME_PATH is ${CHROME_PATH}, which is not there.`)
  const found = findBrowser()
  if (found) return found
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    console.log('Installing Chromium for the browser end-to-end tests (apt-get).')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], { env })
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], { env })
  }
  if (!findBrowser()) {
    console.log('Fetching Chromium for the browser end-to-end tests (Playwright).')
    await run(node, ['node_modules/playwright-core/cli.js', 'install', 'chromium'])
  }
  return findBrowser() ?? fail('No browser to test with: install Chrome or Chromium, or set CHROME_PATH.')
}

/**
 * The stand-ins for our fonts are fitted to Arial, which every desktop has, and to Liberation Sans, which measures the same. Where
 * a bare machine has neither, text is wider until our own fonts arrive, and pages move as they do for no visitor.
 */
async function ensureFonts() {
  const isBare = spawnSync('fc-match', ['Arial']).stdout?.includes('DejaVu')
  if (!isBare || process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'fonts-liberation'], { env })
}

function findBrowser() {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...onPath, ...PLACES, ...playwrightBrowsers()].find(existsSync)
}

function playwrightBrowsers() {
  const caches = {
    darwin: join(homedir(), 'Library/Caches/ms-playwright'),
    win32: join(homedir(), 'AppData/Local/ms-playwright'),
  }
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ?? caches[process.platform] ?? join(homedir(), '.cache/ms-playwright')
  if (!existsSync(cache)) return []
  const programs = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-win/chrome.exe',
  ]
  return readdirSync(cache)
    .filter((name) => name.startsWith('chromium-'))
    .sort()
    .reverse()
    .flatMap((name) => programs.map((program) => join(cache, name, program)))
}
