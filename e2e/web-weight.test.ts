import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { PUBLIC_PAGES_FOLDER } from '#contract/public-pages.ts'

const WEB = join(import.meta.dirname, '../dist/web')
const KB = 1000

const manifest = z
  .record(
    z.string(),
    z.object({ file: z.string(), imports: z.string().array().optional(), css: z.string().array().optional() }),
  )
  .parse(JSON.parse(readFileSync(join(WEB, '.vite/manifest.json'), 'utf8')))
const modulesOf = z
  .record(z.string(), z.record(z.string(), z.number()))
  .parse(JSON.parse(readFileSync(join(WEB, '.vite/modules.json'), 'utf8')))

const zipped = (file: string) => gzipSync(readFileSync(join(WEB, file)), { level: 9 }).length

/** The files and the styles of these entries and of everything they import before they run. */
function filesOf(entries: readonly string[]): { scripts: string[]; styles: string[] } {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const follow = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build has no ${key}`)
    if (scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
    chunk.imports?.forEach(follow)
  }
  entries.forEach(follow)
  return { scripts: [...scripts], styles: [...styles] }
}

/** One line per file, heaviest first, with the largest modules in it: where to start when a limit is exceeded. */
function report(files: readonly string[]): string[] {
  return files
    .map((file) => ({ file, size: zipped(file) }))
    .sort((one, other) => other.size - one.size)
    .slice(0, 8)
    .map(({ file, size }) => {
      const largest = Object.entries(modulesOf[file] ?? {})
        .sort(([, one], [, other]) => other - one)
        .slice(0, 5)
        .map(([name, length]) => `${name} (${Math.round(length / KB)} KB unpacked)`)
      return `${file}: ${(size / KB).toFixed(1)} KB: ${largest.join(', ')}`
    })
}

const ENTRY = ['index.html', 'app/entries/start-app.tsx']
const SETTINGS = ['features/settings/settings.tsx', 'features/settings/profile-tab.tsx']

test.for([
  // The public pages are written already: all that runs there is what sees whether somebody is signed in.
  { address: '/', entries: ['index.html'], limitKb: 5 },
  { address: '/login', entries: ['index.html', 'app/entries/start-sign-in.tsx'], limitKb: 104 },
  { address: '/register', entries: ['index.html', 'app/entries/start-register.tsx'], limitKb: 104 },
  { address: '/incident/{token}', entries: [...ENTRY, 'features/incident/incident-page.tsx'], limitKb: 145 },
  { address: '/agree/{token}', entries: [...ENTRY, 'features/agreement/agreement-page.tsx'], limitKb: 178 },
  { address: '/dashboard', entries: [...ENTRY, 'features/dashboard/dashboard.tsx'], limitKb: 148 },
  { address: '/loved-ones', entries: [...ENTRY, 'features/loved-ones/loved-ones.tsx'], limitKb: 181 },
  { address: '/calls', entries: [...ENTRY, 'features/calls/calls.tsx'], limitKb: 186 },
  { address: '/settings', entries: [...ENTRY, ...SETTINGS], limitKb: 196 },
  {
    address: '/admin',
    entries: [...ENTRY, 'features/admin/admin.tsx', 'features/admin/testing-centre/testing-centre.tsx'],
    limitKb: 202,
  },
  { address: '/sandbox', entries: [...ENTRY, 'features/sandbox/sandbox.tsx'], limitKb: 149 },
])('$address needs at most $limitKb KB of JavaScript and 20 KB of styles', ({ address, entries, limitKb }) => {
  const { scripts: files, styles } = filesOf(entries)
  const weightOfStyles = styles.reduce((sum, file) => sum + zipped(file), 0)
  expect(styles, `${address} has no styles`).not.toEqual([])
  expect(weightOfStyles, `${address} asks for ${styles.join(', ')}`).toBeLessThanOrEqual(20 * KB)
  const total = files.reduce((sum, file) => sum + zipped(file), 0)
  expect(total, `${address} asks for ${total} bytes:\n${report(files).join('\n')}`).toBeLessThanOrEqual(limitKb * KB)
})

test('all JavaScript together is at most 451 KB', () => {
  const scripts = readdirSync(join(WEB, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => `assets/${name}`)
  const total = scripts.reduce((sum, file) => sum + zipped(file), 0)
  expect(total, `${total} bytes:\n${report(scripts).join('\n')}`).toBeLessThanOrEqual(451 * KB)
})

test('the fonts are at most 30 KB', () => {
  const assets = readdirSync(join(WEB, 'assets')).map((name) => `assets/${name}`)
  const fonts = assets.filter((name) => name.endsWith('.woff2'))
  const fontSizes = fonts.map((name) => [name, readFileSync(join(WEB, name)).length] as const)
  const sum = (sizes: (readonly [string, number])[]) => sizes.reduce((total, [, size]) => total + size, 0)
  expect(sum(fontSizes), JSON.stringify(fontSizes)).toBeLessThanOrEqual(30 * KB)
  const page = readFileSync(join(WEB, 'index.html'), 'utf8')
  for (const font of fonts) expect(page).toContain(`rel="preload" as="font" type="font/woff2" href="/${font}"`)
})

test('the picture beside a shared link is 1200 by 630 pixels and at most 150 KB', () => {
  const picture = readFileSync(join(WEB, 'social-card.png'))
  // A PNG says its width and height in bytes 16 to 23.
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630])
  expect(picture.length).toBeLessThanOrEqual(150 * KB)
})

test('every text file is there compressed, but for the pages that the server fills in', () => {
  const unpacked = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|css|html|svg|txt)$/.test(name) && !name.startsWith(PUBLIC_PAGES_FOLDER))
    .filter((name) => !existsSync(join(WEB, `${name}.br`)) || !existsSync(join(WEB, `${name}.gz`)))
  expect(unpacked).toEqual([])
})
