import { useContext } from 'react'
import { PUBLIC_URL_BLANK } from '#contract/public-pages.ts'
import { Charges } from './pages/charges.tsx'
import type { PublicPage } from './public-pages.ts'
import { structuredData } from './structured-data.ts'

const CARD = `${PUBLIC_URL_BLANK}/social-card.png`
const CARD_WORDS = 'Cooee: within cooee of the people you love. A kookaburra on a wire that leads to a house.'

/** What a public page says of itself: in the tab, to search engines, and where a link to it is shared. */
export function PageHead({ page }: { page: PublicPage }) {
  const isCharged = useContext(Charges)
  const { address, title, description } = page
  const fullTitle = `${title} - Cooee`
  const url = PUBLIC_URL_BLANK + address
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Cooee" />
      <meta property="og:locale" content="en_AU" />
      <meta property="og:url" content={url} />
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={CARD} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={CARD_WORDS} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={fullTitle} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={CARD} />
      <meta name="twitter:image:alt" content={CARD_WORDS} />
      {/* Data that is never run; a "<" in it could end the element, so it is written as an escape. */}
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own data, escaped
        dangerouslySetInnerHTML={{
          __html: JSON.stringify(structuredData(page, { isCharged })).replaceAll('<', '\\u003c'),
        }}
      />
    </>
  )
}
