import { PUBLIC_URL_BLANK } from '#contract/public-pages.ts'
import { BASIC_PLAN } from '#core/plans/prices.ts'
import type { PublicPage } from './public-pages.ts'

const ORGANIZATION = `${PUBLIC_URL_BLANK}/#organization`
const WEB_SITE = `${PUBLIC_URL_BLANK}/#website`

/** What a page says to machines, in the words of schema.org (JSON-LD): nothing that a reader does not find on it. */
export function structuredData(
  { address, title, description, kind }: PublicPage,
  { isCharged }: { isCharged: boolean },
): object {
  const page = {
    '@type': kind,
    '@id': `${PUBLIC_URL_BLANK}${address}#page`,
    url: PUBLIC_URL_BLANK + address,
    name: title,
    description,
    inLanguage: 'en-AU',
    isPartOf: { '@id': WEB_SITE },
  }
  const about = address === '/' ? [ORGANIZATION_DATA, WEB_SITE_DATA, ...(isCharged ? [planData(description)] : [])] : []
  return { '@context': 'https://schema.org', '@graph': [...about, page] }
}

const ORGANIZATION_DATA = {
  '@type': 'Organization',
  '@id': ORGANIZATION,
  name: 'Cooee',
  url: `${PUBLIC_URL_BLANK}/`,
  logo: `${PUBLIC_URL_BLANK}/apple-touch-icon.png`,
}

const WEB_SITE_DATA = {
  '@type': 'WebSite',
  '@id': WEB_SITE,
  name: 'Cooee',
  url: `${PUBLIC_URL_BLANK}/`,
  inLanguage: 'en-AU',
  publisher: { '@id': ORGANIZATION },
}

function planData(description: string): object {
  const price = { price: (BASIC_PLAN.cents / 100).toFixed(2), priceCurrency: 'USD' }
  return {
    '@type': 'Product',
    '@id': `${PUBLIC_URL_BLANK}/#basic-plan`,
    name: `Cooee ${BASIC_PLAN.name}`,
    description,
    image: `${PUBLIC_URL_BLANK}/social-card.png`,
    brand: { '@type': 'Brand', name: 'Cooee' },
    offers: {
      '@type': 'Offer',
      url: `${PUBLIC_URL_BLANK}/register`,
      availability: 'https://schema.org/InStock',
      ...price,
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        ...price,
        // One month, in the codes of UN/CEFACT.
        billingDuration: 1,
        unitCode: 'MON',
      },
    },
  }
}
