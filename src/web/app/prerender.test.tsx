// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PUBLIC_URL_BLANK } from '#contract/public-pages.ts'
import { BASIC_PLAN } from '#core/plans/prices.ts'
import { loadingPage, prerenderedPage, publicFiles } from './prerender.tsx'

const SHELL = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8')
const ADDRESSES = ['/', '/terms', '/privacy', '/contact', '/about']

function pageAt(address: string): { html: string; page: Document } {
  const html = prerenderedPage(SHELL, address) ?? ''
  return { html, page: new DOMParser().parseFromString(html, 'text/html') }
}
const meta = (page: Document, name: string) =>
  page.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content')

describe.each(ADDRESSES)('the page at %s', (address) => {
  const { html, page } = pageAt(address)

  test('a public page describes itself to search engines and in shared links', () => {
    const url = PUBLIC_URL_BLANK + address
    expect(page.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(url)
    expect(meta(page, 'og:url')).toBe(url)
    expect([meta(page, 'og:title'), meta(page, 'twitter:title')]).toEqual([page.title, page.title])
    const description = meta(page, 'description')
    expect([meta(page, 'og:description'), meta(page, 'twitter:description')]).toEqual([description, description])
    expect(description?.length).toBeLessThanOrEqual(160)
    expect(meta(page, 'twitter:card')).toBe('summary_large_image')
    expect(meta(page, 'og:image')).toBe(`${PUBLIC_URL_BLANK}/social-card.png`)
    expect(page.querySelectorAll('title, meta[name="description"]')).toHaveLength(2)
  })

  test('a public page has one heading of the first level, its content, and the way to the other pages', () => {
    expect(page.querySelectorAll('h1')).toHaveLength(1)
    expect(page.title).toBe(`${page.querySelector('h1')?.textContent} - Cooee`)
    const links = [...page.querySelectorAll('footer a')].map((link) => link.getAttribute('href'))
    expect(links).toEqual([...ADDRESSES.filter((other) => other !== '/'), '/stop'])
  })

  test('holds nothing that the content security policy would refuse, and does not ask for JavaScript', () => {
    expect(html).not.toMatch(/\sstyle=|<style|\son\w+=|javascript:/)
    const scripts = [...page.querySelectorAll('script:not([src])')].map((script) => script.getAttribute('type'))
    expect(scripts).toEqual(['application/ld+json'])
    expect(page.querySelector('noscript')).toBeNull()
  })
})

test('titles and descriptions are each page’s own', () => {
  const pages = ADDRESSES.map((address) => pageAt(address).page)
  expect(new Set(pages.map((page) => page.title)).size).toBe(ADDRESSES.length)
  expect(new Set(pages.map((page) => meta(page, 'description'))).size).toBe(ADDRESSES.length)
})

test('the price that machines read is the one on the page, and the plan’s', () => {
  const { page } = pageAt('/')
  const data = JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? '')
  const plan = data['@graph'].find((one: { '@type': string }) => one['@type'] === 'Product')
  expect(plan.offers).toMatchObject({ price: '19.99', priceCurrency: 'USD' })
  expect(plan.offers.priceSpecification.price).toBe((BASIC_PLAN.cents / 100).toFixed(2))
  expect(page.querySelector('.price__card')?.textContent).toContain(`$${plan.offers.price} per month`)
})

test('the front page has the specified sections, plan and calls to action', () => {
  const { page } = pageAt('/')
  const texts = (selector: string) => [...page.querySelectorAll(selector)].map((one) => one.textContent)
  expect(texts('h2, .step h3, .price__name')).toEqual([
    'How it works',
    'Automated Calls',
    'Flexible Scheduling',
    'Personalized Care',
    'One plain plan',
    'Basic Plan',
    'Give them a cooee',
  ])
  expect(texts('.ticks li')).toEqual([
    'Up to 5 loved ones',
    '30 calls per month',
    'Daily check-in calls',
    'Basic call reports',
    'Cancel anytime',
  ])
  const links = [...page.querySelectorAll('.btn')].map((link) => `${link.textContent} ${link.getAttribute('href')}`)
  expect(links).toEqual(
    expect.arrayContaining(['Sign In /login', 'Get Started /register', 'Start Free Trial /register']),
  )
})

test('where nobody is charged no page speaks of prices, trials or payments', () => {
  for (const { file, content } of publicFiles(SHELL).filter(({ file: name }) => name.startsWith('free-'))) {
    expect([file, content.match(/\$\d|Basic Plan|free trial|per month|payment fails/gi)]).toEqual([file, null])
  }
  expect(publicFiles(SHELL).filter(({ file }) => file.startsWith('free-'))).toHaveLength(ADDRESSES.length)
  const page = new DOMParser().parseFromString(prerenderedPage(SHELL, '/', false) ?? '', 'text/html')
  expect(page.querySelectorAll('h1')).toHaveLength(1)
  expect(page.querySelector('script[type="application/ld+json"]')?.textContent).not.toContain('Offer')
})

test('a screen of the app is not written', () => {
  expect(prerenderedPage(SHELL, '/dashboard')).toBeNull()
})

test('a shell in which nothing can be written stops the build', () => {
  expect(() => prerenderedPage('<title>Cooee</title>', '/')).toThrow('index.html has no')
})

test('search engines are led to the public pages and nowhere else', () => {
  const contentOf = (name: string) => publicFiles(SHELL).find(({ file }) => file === name)?.content ?? ''
  const map = contentOf('sitemap.xml')
  expect([...map.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1])).toEqual(
    ADDRESSES.map((address) => PUBLIC_URL_BLANK + address),
  )
  expect(contentOf('robots.txt')).toContain(`Sitemap: ${PUBLIC_URL_BLANK}/sitemap.xml`)
})

test('who seems to be signed in sees that something is coming, and the whole app is asked for', () => {
  const html = loadingPage(SHELL, ['assets/app-1a2b3c4d.js'])
  const page = new DOMParser().parseFromString(html, 'text/html')
  expect(page.querySelector('#root[data-waiting] [role=status]')?.textContent).toBe('One moment…')
  const links = [...page.querySelectorAll('link[rel=modulepreload]')].map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/assets/app-1a2b3c4d.js'])
  expect(html).not.toMatch(/\sstyle=|<style|\son\w+=|javascript:/)
  expect(page.querySelector('noscript')).not.toBeNull()
})
