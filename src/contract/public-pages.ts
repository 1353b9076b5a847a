/** What stands in the built public pages for words that only the running server knows: it fills them in when it starts. */
export const PUBLIC_URL_BLANK = '{{PUBLIC_URL}}'
/** Whom to write to: an address as a link, or who else can be turned to. */
export const CONTACT_BLANK = '{{CONTACT}}'
/** ", or write to …", for people without an account; empty without an address. */
export const OR_CONTACT_BLANK = '{{OR_CONTACT}}'

/** How long messages and the activity log are kept: "24 months". */
export const RETENTION_BLANK = '{{RETENTION}}'
/** How long calls are kept. */
export const CALLS_KEPT_BLANK = '{{CALLS_KEPT}}'
/** How long the words of calls are kept: as other words, and no longer than the calls. */
export const CALL_WORDS_KEPT_BLANK = '{{CALL_WORDS_KEPT}}'

/** The folder of those files in the built web app. Nothing in it is served as it lies there. */
export const PUBLIC_PAGES_FOLDER = 'pages'
/** The built page of the app for a browser that somebody has signed in with: it asks for the whole app at once. */
export const SIGNED_IN_PAGE = 'signed-in.html'

/** What anybody may read without signing in and without JavaScript: address, file in the folder, and its type. */
export const PUBLIC_FILES = [
  { address: '/', file: 'front.html', type: 'text/html; charset=utf-8' },
  { address: '/terms', file: 'terms.html', type: 'text/html; charset=utf-8' },
  { address: '/privacy', file: 'privacy.html', type: 'text/html; charset=utf-8' },
  { address: '/contact', file: 'contact.html', type: 'text/html; charset=utf-8' },
  { address: '/about', file: 'about.html', type: 'text/html; charset=utf-8' },
  { address: '/robots.txt', file: 'robots.txt', type: 'text/plain; charset=utf-8' },
  { address: '/sitemap.xml', file: 'sitemap.xml', type: 'application/xml; charset=utf-8' },
] as const

/** The file that stands for a page where nobody is charged: without prices and trials. */
export function withoutCharges(file: string): string {
  return file.endsWith('.html') ? `free-${file}` : file
}

export type PublicAddress = (typeof PUBLIC_FILES)[number]['address']
