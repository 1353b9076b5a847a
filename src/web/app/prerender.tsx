import { renderToStaticMarkup } from 'react-dom/server'
import { PUBLIC_FILES, PUBLIC_URL_BLANK, type PublicAddress } from '#contract/public-pages.ts'
import { PageHead } from '#web/features/landing/page-head.tsx'
import { PUBLIC_PAGES, type PublicPage } from '#web/features/landing/public-pages.ts'

const GENERAL_HEAD = /<title>.*?<\/title>\s*<meta\s+name="description"[^>]*>/s
const EMPTY_ROOT = '<div id="root"></div>'
/** Not true of a page that can be read without scripts. */
const NEEDS_SCRIPTS = /\s*<noscript>.*?<\/noscript>/s

/** The page at this address written into `shell`, the app's index.html; null where the app draws the screen. */
export function prerenderedPage(shell: string, address: string): string | null {
  const page = PUBLIC_PAGES.find((one) => one.address === address)
  return page ? write(shell, page) : null
}

/**
 * The files of everything that can be read without signing in and without JavaScript, from `shell`, the app's built
 * index.html. What only the running server knows is left blank in them, see src/contract/public-pages.ts.
 */
export function publicFiles(shell: string): { file: string; content: string }[] {
  return PUBLIC_FILES.map(({ address, file }) => ({ file, content: contentOf(shell, address) }))
}

function contentOf(shell: string, address: PublicAddress): string {
  switch (address) {
    case '/robots.txt':
      return `User-agent: *\nDisallow: /api/\n\nSitemap: ${PUBLIC_URL_BLANK}/sitemap.xml\n`
    case '/sitemap.xml':
      return siteMap()
    default: {
      const page = prerenderedPage(shell, address)
      if (page === null) throw new Error(`There is no page for ${address}`)
      return page
    }
  }
}

function write(shell: string, page: PublicPage): string {
  const { Page } = page
  const steps: readonly (readonly [RegExp | string, string])[] = [
    [GENERAL_HEAD, renderToStaticMarkup(<PageHead page={page} />).replaceAll('><', '>\n    <')],
    [EMPTY_ROOT, `<div id="root">${renderToStaticMarkup(<Page />)}</div>`],
    [NEEDS_SCRIPTS, ''],
  ]
  return steps.reduce((html, [place, content]) => {
    const written = html.replace(place, () => content)
    if (written === html) throw new Error(`index.html has no ${place}`)
    return written
  }, shell)
}

function siteMap(): string {
  const urls = PUBLIC_PAGES.map(({ address }) => `  <url><loc>${PUBLIC_URL_BLANK}${address}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}
