import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { PUBLIC_FILES, PUBLIC_URL_BLANK, type PublicAddress, withoutCharges } from '#contract/public-pages.ts'
import { PageHead } from '#web/features/landing/page-head.tsx'
import { Charges } from '#web/features/landing/pages/charges.tsx'
import { PUBLIC_PAGES, type PublicPage } from '#web/features/landing/public-pages.ts'
import { OneMoment } from './one-moment.tsx'

const GENERAL_HEAD = /<title>.*?<\/title>\s*<meta\s+name="description"[^>]*>/s
const EMPTY_ROOT = '<div id="root"></div>'
/** Not true of a page that can be read without scripts. */
const NEEDS_SCRIPTS = /\s*<noscript>.*?<\/noscript>/s

/** The page at this address written into `shell`, with or without what is only true where Cooee is paid for; null where the app draws it. */
export function prerenderedPage(shell: string, address: string, isCharged = true): string | null {
  const page = PUBLIC_PAGES.find((one) => one.address === address)
  return page ? write(shell, page, isCharged) : null
}

/** `shell` for somebody who seems to be signed in: something to see, and everything asked for, while the app is on its way. */
export function loadingPage(shell: string, scripts: readonly string[]): string {
  const links = scripts.map(
    (file) => `  <link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}">\n  `,
  )
  return replaced(shell, [
    [EMPTY_ROOT, `<div id="root" data-waiting>${renderToStaticMarkup(<OneMoment />)}</div>`],
    ['</head>', `  ${links.join('')}</head>`],
  ])
}

/** The files that can be read without signing in and without JavaScript. Their blanks are filled by the server (src/contract/public-pages.ts). */
export function publicFiles(shell: string): { file: string; content: string }[] {
  return PUBLIC_FILES.flatMap(({ address, file }) => {
    const free = withoutCharges(file)
    const charged = { file, content: contentOf(shell, address, true) }
    return free === file ? [charged] : [charged, { file: free, content: contentOf(shell, address, false) }]
  })
}

function contentOf(shell: string, address: PublicAddress, isCharged: boolean): string {
  switch (address) {
    case '/robots.txt':
      return `User-agent: *\nDisallow: /api/\n\nSitemap: ${PUBLIC_URL_BLANK}/sitemap.xml\n`
    case '/sitemap.xml':
      return siteMap()
    default: {
      const page = prerenderedPage(shell, address, isCharged)
      if (page === null) throw new Error(`There is no page for ${address}`)
      return page
    }
  }
}

function write(shell: string, page: PublicPage, isCharged: boolean): string {
  const { Page } = page
  const said = isCharged ? page : { ...page, description: page.freeDescription ?? page.description }
  const drawn = (part: ReactNode) => renderToStaticMarkup(<Charges value={isCharged}>{part}</Charges>)
  const steps: readonly (readonly [RegExp | string, string])[] = [
    [GENERAL_HEAD, drawn(<PageHead page={said} />).replaceAll('><', '>\n    <')],
    [EMPTY_ROOT, `<div id="root">${drawn(<Page />)}</div>`],
    [NEEDS_SCRIPTS, ''],
  ]
  return replaced(shell, steps)
}

function replaced(shell: string, steps: readonly (readonly [RegExp | string, string])[]): string {
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
