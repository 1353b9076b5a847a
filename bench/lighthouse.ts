import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { SIGNED_IN_COOKIE } from '#contract/accounts/sign-in/signed-in-cookie.ts'
import { AUTH_COOKIE } from '#server/platform/http/requests/authentication.ts'

export interface LighthouseResult {
  path: string
  /** 0 to 100 by category. */
  scores: Record<string, number>
  /** What takes points away, by the name of the audit. */
  missed: string[]
  /** What Lighthouse made of the machine: 1,500 and more is a quiet desktop, for which its slow-down of 4 is made. */
  benchmarkIndex: number
}

interface Report {
  environment: { benchmarkIndex: number }
  categories: Record<string, { title: string; score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>
}

/**
 * Lighthouse's mobile profile with simulated throttling (what a slow phone would make of what was loaded, so that a busy
 * machine matters little) of pages of a running product, signed in where there is a token. Lighthouse is no package of
 * ours: `folder` is where somebody has run `npm install lighthouse`.
 */
export async function benchLighthouse(
  folder: string,
  options: { url: string; pages: { path: string; token?: string | undefined }[]; port: number; profileDir: string },
): Promise<LighthouseResult[]> {
  const program = join(folder, 'node_modules/lighthouse/cli/index.js')
  if (!existsSync(program)) throw new Error(`There is no Lighthouse in ${folder}: run npm install lighthouse there`)
  const results: LighthouseResult[] = []
  for (const [index, { path, token }] of options.pages.entries()) {
    const browser = await chromium.launchPersistentContext(join(options.profileDir, `profile-${index}`), {
      executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', `--remote-debugging-port=${options.port}`],
    })
    try {
      const { hostname } = new URL(options.url)
      const cookie = { domain: hostname, path: '/', sameSite: 'Lax' } as const
      if (token) {
        await browser.addCookies([
          { name: AUTH_COOKIE, value: token, httpOnly: true, ...cookie },
          { name: SIGNED_IN_COOKIE, value: '1', ...cookie },
        ])
      }
      const file = join(options.profileDir, `report-${index}.json`)
      const output = ['--output=json', `--output-path=${file}`, '--quiet']
      const args = [program, options.url + path, `--port=${options.port}`, '--disable-storage-reset', ...output]
      await twice(() => promisify(execFile)(process.execPath, args))
      results.push({ path, ...summaryOf(JSON.parse(await readFile(file, 'utf8')) as Report) })
    } finally {
      await browser.close()
    }
  }
  return results
}

/** On a busy machine a trace fails now and then for no reason of the page's. */
async function twice<Result>(run: () => Promise<Result>): Promise<Result> {
  return run().catch(run)
}

function summaryOf({ categories, audits, environment }: Report): Omit<LighthouseResult, 'path'> {
  const scores: Record<string, number> = {}
  const missed: string[] = []
  for (const { title, score, auditRefs } of Object.values(categories)) {
    scores[title] = Math.round((score ?? 0) * 100)
    for (const { id, weight } of auditRefs) {
      const audit = audits[id]
      if (!audit || weight === 0 || audit.score === null || audit.score >= 0.9) continue
      missed.push(`${id}${audit.displayValue ? ` (${audit.displayValue})` : ''}`)
    }
  }
  return { scores, missed, benchmarkIndex: Math.round(environment.benchmarkIndex) }
}
